// Finds how bytes were signed, and how the signature was written, by trying: each key, hash and padding, and
// each way of writing. What fits is what the program did.
import {
  constants,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  privateEncrypt,
  sign,
  verify,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STEPS, write } from '../../../dist/tests/unit/corpus/written.js';

const KEYS = ['own', 'letters', 'transport', 'authority', 'multi'];
const HASHES = ['sha256', 'sha1', 'sha384', 'sha512', 'md5', 'sha224', 'sha3-256'];

const FIRST = ['base64', 'base64 without =', 'base64url', 'base64url with =', 'hex', 'HEX'];
const NAMES = Object.keys(STEPS);
const AFTER = NAMES.filter(
  (name) => !['decimal numbers', 'signed decimal numbers', 'reversed'].includes(name),
);
/** Three steps, two, one: what is written is the longest that fits. */
const WAYS = [
  ...FIRST.flatMap((one) =>
    ['base64', 'hex'].flatMap((two) => AFTER.map((three) => [one, two, three])),
  ),
  ...NAMES.flatMap((one) => AFTER.map((two) => [one, two])),
  ...NAMES.map((one) => [one]),
];

export function findSigning(kit, header, signed, note) {
  for (const { raw, signing } of tries(kit, signed, note)) {
    // Most do not fit at all, and there are many ways.
    const parts = FIRST.map((way) => write([way], raw).slice(0, 40)).concat(
      raw.toString('latin1').slice(0, 16),
    );
    const twice = FIRST.flatMap((way) =>
      ['base64', 'hex'].map((next) => write([way, next], raw).slice(0, 40)),
    );
    const other = [
      'HEX-with-hyphens',
      'hex:with:colons',
      'decimal numbers',
      'signed decimal numbers',
      'read as UTF-8',
      'latin1 as UTF-8',
    ].flatMap((way) => [write([way], raw).slice(0, 20), write([way, 'base64'], raw).slice(0, 20)]);
    const reversed = write(['reversed', 'base64'], raw).slice(0, 40);
    const looks = [...parts, ...twice, ...other, reversed].some((part) => header.includes(part));
    const changed = /%2[BF]|[A-Za-z0-9/] [A-Za-z0-9/]/.test(header);
    if (!looks && !changed) continue;
    const fits = WAYS.map((text) => ({ text, written: write(text, raw) })).filter(
      ({ written }) => written.length >= 16 && header.includes(written),
    );
    const [best] = fits.sort(
      (a, b) => b.written.length - a.written.length || a.text.length - b.text.length,
    );
    if (best !== undefined)
      return { written: best.written, signing: { ...signing, text: best.text } };
  }
  return findSalted(kit, header, signed);
}

function* tries(kit, signed, note) {
  if (note.plain) yield { raw: signed, signing: { plain: true } };
  if (note.hmac !== undefined) {
    const { hash = 'sha256', secret } = note.hmac;
    yield {
      raw: createHmac(hash, secret).update(signed).digest(),
      signing: { hmac: secret, hash },
    };
  }
  for (const name of KEYS) {
    const key = createPrivateKey(readFileSync(join(kit, `${name}.key`)));
    for (const hash of HASHES) yield { raw: sign(hash, signed, key), signing: { key: name, hash } };
    if (signed.length <= 245) {
      const raw = privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signed);
      yield { raw, signing: { key: name, hash: 'none' } };
    }
    if (signed.length <= 256 && signed[0] < 128) {
      const padded = Buffer.concat([Buffer.alloc(256 - signed.length), signed]);
      const raw = privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, padded);
      yield { raw, signing: { key: name, hash: 'none', padding: 'none' } };
    }
    for (const hash of HASHES) {
      const digest = createHash(hash).update(signed).digest();
      const raw = privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, digest);
      yield { raw, signing: { key: name, hash, padding: 'without DigestInfo' } };
    }
  }
}

/** PSS and ECDSA differ each time: the header's text is read and verified. */
function findSalted(kit, header, signed) {
  for (const [written] of header.matchAll(/[A-Za-z0-9+/_=-]{86,}/g)) {
    for (const text of [['base64'], ['base64url'], ['hex']]) {
      const raw = Buffer.from(written, text[0]);
      if (write(text, raw) !== written) continue;
      for (const signing of salted(kit, signed, raw))
        return { written, signing: { ...signing, text } };
    }
  }
  return undefined;
}

function* salted(kit, signed, raw) {
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  for (const hash of ['sha256', 'sha512', 'sha384', 'sha1']) {
    for (const name of KEYS) {
      const key = createPublicKey(readFileSync(join(kit, `${name}.key`)));
      for (const saltLength of [32, 20, 64, 48, 0, 222, 190, 206, 234]) {
        if (verify(hash, signed, { key, padding, saltLength }, raw)) {
          yield { key: name, hash, padding: 'pss', saltLength };
        }
      }
    }
    const key = createPublicKey(readFileSync(join(kit, 'ec.key')));
    for (const dsaEncoding of ['der', 'ieee-p1363']) {
      if (verify(hash, signed, { key, dsaEncoding }, raw))
        yield { key: 'ec', hash, padding: dsaEncoding };
    }
  }
}
