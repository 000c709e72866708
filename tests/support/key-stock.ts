// RSA pairs for the tests' banks. Making one takes some 150 ms of processor time, and each test file needs
// a handful: the files of one run share them, in a folder that is gone afterwards.
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateRsa, type KeyPair } from '../../server/signing/key-pool.ts';
import { KEY_FOLDER } from './key-folder.ts';

/** Whoever needs more of them gets its own. */
const MOST = 40;

/** What of the stock this process has read. */
const stock = new Map<number, Promise<KeyPair>>();

/** Hands out another pair each time: from the stock, then fresh ones. */
export function keyStock(): () => Promise<KeyPair> {
  let taken = 0;
  return () => {
    taken += 1;
    const folder = process.env[KEY_FOLDER];
    if (folder === undefined || taken > MOST) return generateRsa();
    const known = stock.get(taken) ?? stockedIn(join(folder, `${taken}.pem`));
    stock.set(taken, known);
    return known;
  };
}

/** One for the test file: none of its takers gets the same, so authorities of one name have different keys. */
export const nextPair = keyStock();

async function stockedIn(file: string): Promise<KeyPair> {
  const pem = await readFile(file, 'utf8').catch(() => undefined);
  if (pem !== undefined) {
    return { privateKey: createPrivateKey(pem), publicKey: createPublicKey(pem) };
  }
  const made = await generateRsa();
  const own = `${file}.${process.pid}`;
  await writeFile(own, made.privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  // Whole or not there; of two that were made at once either will do.
  await rename(own, file);
  return made;
}
