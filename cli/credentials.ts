// What the commands keep, a folder per bank: the certificate with its key, and the people that have logged in.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { keyIdOf } from '../client/sign.ts';
import type { Psu } from '../client/tpp.ts';
import { makeFolder } from '../server/kernel/make-folder.ts';
import { alone } from './alone.ts';
import { askBank, parseJson } from './ask-bank.ts';
import { environment } from './environment.ts';

export interface Credentials {
  /** PEM. */
  readonly certificate: string;
  /** PKCS #8 PEM. */
  readonly privateKey: string;
  readonly keyId: string;
}

interface FetchedCredentials extends Credentials {
  /** PEMs. */
  readonly chain: readonly string[];
}

export const FILES = {
  certificate: 'cert.pem',
  key: 'key.pem',
  chain: 'chain.pem',
  keyId: 'keyid.txt',
};

/** Holds a folder per bank. Throws Error if this user has no place for it. */
export function keptFolder(): string {
  const { XDG_CACHE_HOME: cache = '' } = environment();
  if (isAbsolute(cache)) return join(cache, 'sandbank');
  const home = homeFolder();
  if (isAbsolute(home)) return join(home, '.cache', 'sandbank');
  throw new Error(
    'This user has no home folder to keep certificates in. Name a folder in XDG_CACHE_HOME, or with --credentials.',
  );
}

function homeFolder(): string {
  try {
    return homedir();
  } catch {
    // The system knows no user of that number.
    return '';
  }
}

/** The folder of a bank. @param base its address */
export function folderOf(base: string): string {
  return join(keptFolder(), base.replace(/[^A-Za-z0-9.-]+/g, '_'));
}

/** Asks a running bank for a certificate. Throws Error with the bank's own text if it refuses. */
export async function fetchCredentials(
  baseUrl: string,
  request: Readonly<Record<string, unknown>>,
  token?: string,
): Promise<FetchedCredentials> {
  const address = `${baseUrl.replace(/(?<!\/)\/+$/, '')}/_sandbox/certificates`;
  const text = await askBank(address, { token, body: request });
  return readIssued(text, address);
}

function readIssued(text: string, address: string): FetchedCredentials {
  const issued = parseJson(text) as Partial<FetchedCredentials> | undefined;
  const { certificate, privateKey, keyId, chain } = issued ?? {};
  if (!certificate || !privateKey || !keyId || !Array.isArray(chain)) {
    throw new Error(`${address} did not answer with a certificate; is this a Sandbank?`);
  }
  return { certificate, privateKey, keyId, chain };
}

/** Writes the four files; only their owner can read the key. Chain and keyId come first (see `isOwn`), the certificate last. */
export async function writeCredentials(folder: string, issued: FetchedCredentials): Promise<void> {
  await makeFolder(folder);
  await writeFile(join(folder, FILES.chain), issued.chain.join(''));
  await writeFile(join(folder, FILES.keyId), `${issued.keyId}\n`);
  await writeFile(join(folder, FILES.key), issued.privateKey, { mode: 0o600 });
  await writeFile(join(folder, FILES.certificate), issued.certificate);
}

/** Throws Error if certificate or key is missing, or is none. Without its file, the keyId is that of the certificate. */
export async function readCredentials(folder: string): Promise<Credentials> {
  const at = (name: string) => join(folder, name);
  const certificate = await readAs(at(FILES.certificate), 'a certificate in PEM', keyIdOf);
  const key = 'a private key in PEM without a passphrase';
  const privateKey = await readAs(at(FILES.key), key, createPrivateKey);
  const keyId = existsSync(at(FILES.keyId)) ? await readFile(at(FILES.keyId), 'utf8') : undefined;
  return { certificate, privateKey, keyId: keyId?.trim() ?? keyIdOf(certificate) };
}

/** @param parse throws if the text is none; its own words name no file */
async function readAs(path: string, what: string, parse: (text: string) => unknown) {
  const text = await readFile(path, 'utf8');
  try {
    parse(text);
  } catch {
    throw new Error(`${path} is not ${what}.`);
  }
  return text;
}

/** Whether the user put a certificate or key there: what a bank issued has its chain and keyId beside it. */
function isOwn(folder: string): boolean {
  const has = (name: string) => existsSync(join(folder, name));
  // In this order: another process may be writing, these two first.
  return (has(FILES.certificate) || has(FILES.key)) && !(has(FILES.chain) && has(FILES.keyId));
}

/**
 * The folder's credentials if they exist and do not expire soon, else fresh ones. The user's own are used as they are,
 * and never replaced.
 */
export async function reuseOrFetch(
  folder: string,
  fetchFresh: () => Promise<FetchedCredentials>,
): Promise<Credentials> {
  if (isOwn(folder)) return readCredentials(folder);
  return (
    (await goodCredentials(folder)) ??
    alone(folder, 'certificate', async () => {
      const stored = await goodCredentials(folder);
      if (stored !== undefined) return stored;
      const fresh = await fetchFresh();
      await writeCredentials(folder, fresh);
      return fresh;
    })
  );
}

async function goodCredentials(folder: string): Promise<Credentials | undefined> {
  const stored = await readCredentials(folder).catch(() => undefined);
  return stored !== undefined && lastsAnHour(stored.certificate) ? stored : undefined;
}

function lastsAnHour(certificate: string): boolean {
  try {
    return Date.parse(new X509Certificate(certificate).validTo) > Date.now() + 3_600_000;
  } catch {
    return false;
  }
}

/** The people who have logged in at one bank, by the name that `--as` gives them. */
interface People {
  /** Who `call` and `pay` act as without `--as`. */
  readonly loggedIn?: string;
  readonly known: Readonly<Record<string, Psu>>;
}

export async function readPeople(folder: string): Promise<People> {
  const text = await readFile(join(folder, PEOPLE), 'utf8').catch(() => '');
  const { known = {}, ...people } = (parseJson(text) ?? {}) as Partial<People>;
  return { ...people, known };
}

/** A command that reads meanwhile sees all of the change or nothing of it. */
export function changePeople(folder: string, change: (people: People) => People): Promise<void> {
  return alone(folder, 'people', async () => {
    const people = change(await readPeople(folder));
    const path = join(folder, PEOPLE);
    await writeFile(`${path}.tmp`, `${JSON.stringify(people, null, 2)}\n`, { mode: 0o600 });
    await rename(`${path}.tmp`, path);
  });
}

const PEOPLE = 'people.json';
