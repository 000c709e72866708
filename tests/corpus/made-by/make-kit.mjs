#!/usr/bin/env node
// Mints the keys and certificates that the programs sign with, into a folder that is thrown away afterwards.
//
//   node make-kit.mjs KIT
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownCertificate } from '../../../dist/tests/support/own-certificate.js';

const [kit] = process.argv.slice(2);
const identities = new URL('../certificates.json', import.meta.url);
mkdirSync(kit, { recursive: true });
const write = (name, data) => writeFileSync(join(kit, name), data, { mode: 0o600 });

for (const [name, identity] of Object.entries(JSON.parse(readFileSync(identities, 'utf8')))) {
  const { publicKey: key, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const authority = name === 'authority';
  const { certificateBase64 } = ownCertificate({ ...identity, key, authority });
  const der = Buffer.from(certificateBase64, 'base64');
  write(`${name}.key`, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  write(`${name}.rsa.key`, privateKey.export({ type: 'pkcs1', format: 'pem' }));
  write(`${name}.p8`, privateKey.export({ type: 'pkcs8', format: 'der' }));
  write(`${name}.der`, der);
  write(`${name}.b64`, certificateBase64);
  write(`${name}.pem`, new X509Certificate(der).toString());
}
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
write('ec.key', privateKey.export({ type: 'pkcs8', format: 'pem' }));
