// What the commands keep, a folder per bank: the certificate with its key, and the people that have logged in.
import { X509Certificate } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { askBank, parseJson } from './ask-bank.ts';

export interface Credentials {
  /** PEM. */
  readonly certificate: string;
  /** PKCS #8 PEM. */
  readonly privateKey: string;
  readonly keyId: string;
}

export interface FetchedCredentials extends Credentials {
  /** PEMs. */
  readonly chain: readonly string[];
}

export const FILES = {
  certificate: 'cert.pem',
  key: 'key.pem',
  chain: 'chain.pem',
  keyId: 'keyid.txt',
};

/** Holds a folder per bank. */
export const KEPT = join(homedir(), '.cache', 'sandbank');

/** The folder of a bank. @param base its address */
export function folderOf(base: string): string {
  return join(KEPT, base.replace(/[^A-Za-z0-9.-]+/g, '_'));
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

/** Writes the four files; only their owner can read the key. */
export async function writeCredentials(folder: string, issued: FetchedCredentials): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, FILES.key), issued.privateKey, { mode: 0o600 });
  await writeFile(join(folder, FILES.certificate), issued.certificate);
  await writeFile(join(folder, FILES.chain), issued.chain.join(''));
  await writeFile(join(folder, FILES.keyId), `${issued.keyId}\n`);
}

/** Reads certificate, key and keyId. Throws Error if a file is missing. */
export async function readCredentials(folder: string): Promise<Credentials> {
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  return {
    certificate: await read(FILES.certificate),
    privateKey: await read(FILES.key),
    keyId: (await read(FILES.keyId)).trim(),
  };
}

/** The folder's credentials if they exist and do not expire soon, else fresh ones. */
export async function reuseOrFetch(
  folder: string,
  fetchFresh: () => Promise<FetchedCredentials>,
): Promise<Credentials> {
  const stored = await readCredentials(folder).catch(() => undefined);
  if (stored !== undefined && lastsAnHour(stored.certificate)) return stored;
  const fresh = await fetchFresh();
  await writeCredentials(folder, fresh);
  return fresh;
}

function lastsAnHour(certificate: string): boolean {
  try {
    return Date.parse(new X509Certificate(certificate).validTo) > Date.now() + 3_600_000;
  } catch {
    return false;
  }
}

/** A person as the bank knows it after an SCA. */
export interface Psu {
  readonly psuId: string;
  readonly psuCorporateId?: string;
  readonly tppSessionId: string;
  readonly context: string;
}

/** The people who have logged in at one bank, by the name that `--as` gives them. */
export interface People {
  /** Who `call` and `pay` act as without `--as`. */
  readonly loggedIn?: string;
  readonly known: Readonly<Record<string, Psu>>;
}

export async function readPeople(folder: string): Promise<People> {
  const text = await readFile(join(folder, PEOPLE), 'utf8').catch(() => '');
  const { known = {}, ...people } = (parseJson(text) ?? {}) as Partial<People>;
  return { ...people, known };
}

export async function writePeople(folder: string, people: People): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, PEOPLE), `${JSON.stringify(people, null, 2)}\n`, { mode: 0o600 });
}

const PEOPLE = 'people.json';
