// The bytes of PKCS #12 files around keys and certificates that are none are what is written in
// tests/fixtures/signing/pkcs12.txt; tests/conformance/control-certificates.test.ts has openssl read real ones.
import type { KeyObject } from 'node:crypto';
import { test } from '@jest/globals';
import { buildPkcs12, type Pkcs12Parts } from '../../../server/signing/pkcs12.ts';
import { expectRecorded, shown } from '../../support/recorded.ts';

test('CTRL-02: a PKCS #12 file has the key, its certificate and the chain, and a MAC of the password', () => {
  const lines: string[] = [];
  const privateKey = {
    export(options: object) {
      lines.push(`exported: ${shown(options)}`);
      return Buffer.from('3003020107', 'hex');
    },
  } as Partial<KeyObject> as KeyObject;
  const [own, issuer, root] = ['own', 'issuer', 'root'].map((text) => Buffer.from(text));
  const certificates = [own, issuer, root] as unknown as Pkcs12Parts['certificates'];
  const salt = Buffer.from('01234567');
  const write = (title: string, parts: Partial<Pkcs12Parts>) => {
    lines.push(title);
    const bytes = buildPkcs12({ privateKey, certificates, password: 'p', salt, ...parts });
    lines.push(bytes.toString('hex').replaceAll(/.{1,96}/g, '  $&\n'));
  };
  write('with its chain', {});
  write('alone', { certificates: [own as Buffer] });
  for (const length of [0, 30, 31, 32, 63, 64])
    write(`a password of ${length}`, { password: 'å'.repeat(length) });
  write('a salt of 65 bytes', { salt: Buffer.alloc(65, 7) });
  expectRecorded('signing/pkcs12.txt', lines);
});
