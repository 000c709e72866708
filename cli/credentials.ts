// Certificate, key, chain and keyId in a folder: written by `cert`, read by `sign` and `call`.
import { X509Certificate } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
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

/** Asks a running bank for a certificate. Throws Error with the bank's own text if it refuses. */
export async function fetchCredentials(
  baseUrl: string,
  request: Readonly<Record<string, unknown>>,
  token?: string,
): Promise<FetchedCredentials> {
  const address = `${baseUrl.replace(/\/+$/, '')}/_sandbox/certificates`;
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
