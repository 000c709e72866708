// A bank with a trust bundle, closed and opened again: its own test certificates stay trusted.
import { afterEach, expect, jest, test } from '@jest/globals';
import { createSandbank, type Sandbank, type SandbankOptions } from '../../server/sandbank.ts';
import { control, psuHeaders } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { OPENING } from '../support/conformance-rows.ts';
import { temporaryFolder } from '../support/control-process.ts';
import { type Credentials, Tpp } from '../support/tpp.ts';

interface Issued extends Credentials {
  readonly chain: readonly string[];
}

const open: Sandbank[] = [];
let folder: ReturnType<typeof temporaryFolder> | undefined;

async function start(options: SandbankOptions = {}): Promise<Sandbank> {
  const bank = await createSandbank(options);
  open.push(bank);
  return bank;
}

const issue = async (url: string): Promise<Issued> =>
  (await control(url, 'POST', '/_sandbox/certificates')).body;

/** The bank makes keys in the background, which opens its authority too; here it never comes to that. */
function withoutBackgroundWork(): void {
  const { setTimeout } = globalThis;
  jest
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((work: () => void, delay?: number) =>
      setTimeout(delay === 0 ? () => undefined : work, delay)) as typeof setTimeout);
}

afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(open.splice(0).map((bank) => bank.close()));
  folder?.remove();
});

test(
  'TPP-02: after a restart the first request of all may be signed with a certificate of before',
  async () => {
    folder = temporaryFolder();
    const foreign = await issue((await start()).url);
    const trust = foreign.chain.join('\n');
    const options = { data: folder.path, trust };
    const before = await start(options);
    const own = await issue(before.url);
    await before.close();

    withoutBackgroundWork();
    const { url } = await start(options);
    const first = await new Tpp(url, own).with(psuHeaders()).get('/v1/accounts');
    expectRefusal(first, { status: 401, code: 'CONSENT_INVALID' });
    const trusted = await new Tpp(url, foreign).get('/v1/sandbox/customers');
    expect(trusted.status).toBe(200);
  },
  OPENING,
);
