// `node --import stocked-keys.js …`: a bank's process takes its RSA keys from the stock of this run. One
// that makes its own spends most of its short life on them.
import crypto, { type RSAKeyPairOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { promisify } from 'node:util';
import { keyStock } from './key-stock.ts';

const { generateKeyPair } = crypto;
const make = promisify(generateKeyPair);
const stock = keyStock();

crypto.generateKeyPair = Object.assign(generateKeyPair.bind(crypto), {
  [promisify.custom]: (type: 'rsa', options: RSAKeyPairOptions<'pem', 'pem'>) =>
    options.modulusLength === 2048 ? stock() : make(type, options),
});
syncBuiltinESMExports();
