// `node --import stocked-keys.js …`: a bank's process takes its RSA keys from the stock of this run. One
// that makes its own spends most of its short life on them.
import crypto, { type RSAKeyPairOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { promisify } from 'node:util';
import type { KeyPair } from '../../server/signing/key-pair.ts';
import { keyStock } from './key-stock.ts';

const { generateKeyPair } = crypto;
const make = promisify(generateKeyPair);
// Not by the server's own function, which calls the one that is replaced here.
const stock = keyStock(() => make('rsa', { modulusLength: 2048 }) as Promise<KeyPair>);

crypto.generateKeyPair = Object.assign(generateKeyPair.bind(crypto), {
  [promisify.custom]: (type: 'rsa', options: RSAKeyPairOptions<'pem', 'pem'>) =>
    options.modulusLength === 2048 ? stock() : make(type, options),
});
syncBuiltinESMExports();
