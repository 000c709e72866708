// RSA pairs for the tests' banks. Making one takes some 150 ms of processor time, and each test file needs
// a handful: the files of one run share them, in a folder that is gone afterwards.
import { createPrivateKey, createPublicKey, randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateRsa, type KeyPair } from '../../server/signing/key-pair.ts';
import { KEY_FOLDER } from './key-folder.ts';

/** Whoever needs more gets the first again. */
const SIZE = 24;

/** What of the stock this process has read. */
const stock = new Map<number, Promise<KeyPair>>();

/** Hands out one pair after the other; `make` makes those that are not there yet. */
export function keyStock(make: () => Promise<KeyPair> = generateRsa): () => Promise<KeyPair> {
  let taken = 0;
  return () => {
    const folder = process.env[KEY_FOLDER];
    if (!folder) return make();
    const at = taken % SIZE;
    taken += 1;
    const known = stock.get(at) ?? stockedIn(join(folder, `${at}.pem`), make);
    stock.set(at, known);
    return known;
  };
}

/** One for the test file: none of its takers gets the same, so authorities of one name have different keys. */
export const nextPair = keyStock();

async function stockedIn(file: string, make: () => Promise<KeyPair>): Promise<KeyPair> {
  const pem = await readFile(file, 'utf8').catch(() => undefined);
  if (pem !== undefined) {
    return { privateKey: createPrivateKey(pem), publicKey: createPublicKey(pem) };
  }
  const made = await make();
  // Not by the process: each test file that it runs has a stock of its own, and one would move what another still writes.
  const own = `${file}.${randomUUID()}`;
  await writeFile(own, made.privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  // Whole or not there; of two that were made at once either will do.
  await rename(own, file);
  return made;
}
