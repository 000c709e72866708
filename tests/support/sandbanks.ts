// Sandbanks of a test file's own, opened in the process that all files of the run share
// (sandbank-host.ts), with settings where a test is about them.
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { SandbankOptions } from '../../server/sandbank.ts';

/** What a Sandbank is opened with. */
export interface SandbankSettings
  extends Omit<SandbankOptions, 'wallClock' | 'makeKey' | 'keysAhead' | 'log' | 'port' | 'host'> {
  readonly wallClock?: WallClock;
  /** Makes keys of its own, which no other Sandbank of the run has. */
  readonly ownKeys?: boolean;
}

/** In milliseconds: it stands still at `at`, or runs that far ahead. */
export type WallClock = { readonly at: number } | { readonly ahead: number };

export interface OpenSandbank {
  readonly url: string;
  setWallClock(clock: WallClock): Promise<void>;
  close(): Promise<void>;
}

/** How the host knows a Sandbank. */
export interface Address {
  readonly id: number;
  readonly url: string;
}

export interface Validated {
  /** Its path in schemas/. */
  readonly schema: string;
  readonly value: unknown;
}

/** The environment variable with the host's address. */
export const HOST = 'SANDBANKS_OF_THIS_TEST_RUN';
export const HOST_ON_POSTGRES = 'SANDBANKS_ON_POSTGRES_OF_THIS_TEST_RUN';

/** And the one with the address of the database that it uses, if it uses one. */
export const DATABASE = 'DATABASE_OF_THIS_TEST_RUN';

/** @throws with the reason where the settings allow no bank */
export async function openSandbank(settings: SandbankSettings = {}): Promise<OpenSandbank> {
  const { id, url } = await ask<Address>('open', settings);
  return {
    url,
    setWallClock: async (clock) => void (await ask(`clock/${id}`, clock)),
    close: async () => void (await ask(`close/${id}`, {})),
  };
}

/** One with the usual settings, which other files have used before: its banks by path are new. */
export async function borrowSandbank(): Promise<Pick<OpenSandbank, 'url' | 'close'>> {
  const address = await ask<Address>('borrow', {});
  return { url: address.url, close: async () => void (await ask('return', address)) };
}

/** What of the value is against its schema, as the bank's own validator says it; empty when all fits. */
export function schemaErrors(
  schema: string,
  value: unknown,
): Promise<readonly { readonly text: string; readonly path?: string }[]> {
  return ask('validate', { schema, value } satisfies Validated);
}

async function ask<T>(path: string, body: object): Promise<T> {
  const host = process.env[HOST];
  if (host === undefined) throw new Error('no host of Sandbanks: run the tests with `npm test`');
  return new Promise((resolve, reject) => {
    const sent = request(`${host}/${path}`, { method: 'POST', agent: false }, (answer) => {
      text(answer).then((said) => {
        if (answer.statusCode === 200) resolve(JSON.parse(said));
        else reject(new Error(said));
      }, reject);
    });
    sent.on('error', reject).end(JSON.stringify(body));
  });
}
