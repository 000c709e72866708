// SIG-10 explained by the signature alone: how it is written, what it is if it is none, and what it shows under
// a key. Nothing is said of it that its bytes do not prove.
import { constants, createPublicKey, generateKeyPairSync, privateEncrypt, sign } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createExplainer } from '../../../server/insight/explain/create-explainer.ts';
import { diagnose } from '../../../server/insight/explain/diagnose.ts';
import { signatureReadings } from '../../../server/insight/explain/signature/written-bytes.ts';
import { keyIdOf } from '../../../server/signing/key-id.ts';
import { runs } from '../../support/corpus.ts';
import { ownCertificate, rsaPair } from '../../support/own-certificate.ts';
import { BODY, type Draft, NOW } from '../signing/support.ts';
import { digestInfo, hashOf, join, padded, SHA_256 } from './made-with-key.ts';
import { noise } from './recorded-texts.ts';
import { ABOUT, explained, namesOf, ownTpp, refusalOf, requestOf, tell } from './support.ts';

const tpp = await ownTpp();
/** The string that is to be signed, and its signature. */
const right = diagnose(requestOf(tpp), NOW).bankString ?? '';
const text = Buffer.from(right, 'latin1');
const signature = sign('RSA-SHA256', text, tpp.privateKey);

/** The DER of an OID. */
const UNKNOWN = '608648016503040277';
const base64 = (of: string | Buffer): string => Buffer.from(of as string).toString('base64');
const hex = (bytes: Buffer) => bytes.toString('hex');
const line = base64(signature);
const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const HEAD = json({ alg: 'RS256' });
const pem = (of: Buffer) => `-----BEGIN CMS-----\n${base64(of)}\n-----END CMS-----\n`;
/** OCTET STRING in a SEQUENCE, both of a length that takes two bytes. */
const der = (length: number) =>
  [0x04, 0x30].reduce(
    (inside, tag) =>
      join(Buffer.from([tag, 0x82, inside.length >> 8, inside.length & 255]), inside),
    noise(length),
  );

/** Names are joined by ` + `; what the sentence says, and the texts that are sent. Usual ones are in the corpora. */
const SENT: readonly (readonly [names: string, says: RegExp, ...sent: string[]])[] = [
  // The right one, written down wrongly.
  [
    'signature-hex',
    /hexadecimal digits in place of its bytes; write these/,
    `0x${hex(signature)}`,
    base64(hex(signature)),
  ],
  [
    'signature-hex',
    /^The signature is written again in hexadecimal digits; send the text that they spell\.$/,
    hex(Buffer.from(line)),
  ],
  ['signature-header-inside', /has signature= before its base64, as a/, `signature=${line}`],
  [
    'signature-header-inside + signature-base64url',
    /1\. The signature has signature= before .* 2\. The signature is in base64url/,
    `signature=${noise(256).toString('base64url')}`,
  ],
  ['signature-pem', /PEM armour; send only/, base64(`-----BEGIN X-----\n${line}\n-----END X-----`)],
  ['signature-quoted', /quotes, brackets or colons around it/, `:${line}:`],
  ['signature-in-text', /other text around it/, `sha256 ${line};`, `'${line}`],
  [
    'signature-in-text + signature-base64-twice',
    /other text around it.* in base64 twice/,
    base64(JSON.stringify({ value: line })),
  ],
  ['signature-longer', /a zero byte before it \(say, of Java/, base64(join('\0', signature))],
  [
    'signature-longer',
    /a line end after it; send it without/,
    ...['\r\n', '\n'].map((end) => base64(join(signature, end))),
  ],
  // Of another length, or by another key.
  [
    '',
    /384 bytes; RSA of 2048 bits makes 256\) was probably not made with the/,
    base64(noise(384)),
  ],
  ['', /\(256 bytes; .* was probably not made with the private key of the/, base64(noise(256))],
  [
    'signature-base64-twice',
    /was probably not made with the private key/,
    base64(base64(noise(256))),
  ],
  ['signature-plus-lost', /not made with the private key/, `${'/ab '.repeat(85)}ab==`],
  ['', /\(128 bytes; .* or was cut short: see that openssl/, line.slice(0, 171)],
  ['signature-cut', /160 bytes; RSA of 2048 bits makes 256, .* cut short/, base64(noise(160))],
  ['signature-cut', /; .* so 344 .* cut short/, ...[253, 254].map((at) => line.slice(0, at))],
  ['', /^The signature is empty \(RSA of 2/, '', ' '],
  ['', /^The signature ".*" is not base64 of one \(RSA of 2/, 'test', 'hello', 'none of it!'],
  // Of a long one, it is said why.
  ['', /" is not base64 of one \(RSA of 2/, '*'.repeat(100)],
  ['', /" is not base64 of one: it contains "\*" \(RSA of 2/, '*'.repeat(101)],
  // A signature of any length has digits, as a rule; a placeholder has none.
  ['', /is not base64 of one/, 'ThisIsWhereTheSignatureOfTheRequestToTheBankBelongs'],
  // What is none.
  ['signature-as-text', /read as text before base64, which/, base64(signature.toString('utf8'))],
  // One byte in ten may be a question mark by itself.
  ['signature-cut', /cut short/, base64(Buffer.from('?abc\x80\xffijkl'.repeat(4), 'latin1'))],
  [
    'signature-container',
    /is probably a container or a key, such as CMS .*; sign the string/,
    ...[base64(der(1900)), base64(pem(der(1900)))],
  ],
  [
    'signature-container',
    /is probably a JWS or JWT; sign the string/,
    ...[`${HEAD}..${json(1)}`, base64(`${HEAD}.${json({})}.${json(1)}`)],
  ],
  // The public key of Ed25519, which is shorter than many signatures.
  [
    'signature-container',
    /\(44 bytes\) is probably a container or a key/,
    base64(join(Buffer.from('302a300506032b6570032100', 'hex'), noise(32))),
  ],
  [
    'signature-as-text',
    /a list of numbers; write/,
    [...signature].join(),
    `[${[...signature].join(', ')}]`,
  ],
  [
    'signature-container',
    /^The signature \(\d+ bytes\) is probably a private key .*\. Never send it, and make a new one/,
    ...[base64(tpp.privateKey), tpp.privateKey.replace(/-----[^-]*-----|\n/g, '')],
  ],
  [
    'not-signed',
    /\(32 bytes\) is probably a hash or an HMAC, as its length or form is that of one, or a piece of a signature/,
    ...[base64(noise(32)), base64(hex(noise(32)))],
  ],
  [
    'not-signed',
    /\(51 bytes\) is probably a hash or an HMAC/,
    base64(digestInfo(SHA_256, hashOf('sha256', text))),
  ],
  ['not-signed', /\("3f2b.*"\) is an id \(UUID\); sign/, '3f2b6a1e-9c1d-4b7e-8a55-0c8d1e2f3a4b'],
  [
    'not-signed',
    /^The signature is the SHA-256 hash of the string, and no key was/,
    base64(hashOf('sha256', text)),
  ],
  ['not-signed', /^The signature is the string itself, and no key was used; /, base64(text)],
  ['not-signed', /^The signature is the body, and no key was used; /, base64(BODY)],
  ['not-signed', /^The signature is the certificate, and no key was used; /, tpp.certificateBase64],
  [
    '',
    /^The signature \(512 bytes; .* or has something else around it/,
    base64(Buffer.concat([signature, signature])),
  ],
  ['signature-as-text', /no capital letter, so it was put into lower case/, line.toLowerCase()],
  ['ecdsa', /\(64 bytes\) is probably of ECDSA, Ed25519 or SHA-512/, base64(noise(64))],
  // As an example in a manual that somebody shortened: its lengths do not add up.
  [
    'ecdsa',
    /\(70 bytes\) is probably of ECDSA/,
    base64(Buffer.concat([Buffer.from('3045022100', 'hex'), noise(65)])),
  ],
  [
    'not-signed',
    /^The signature \("date: .*\) is probably a text in place of one, .*; sign the string/,
    base64(text.toString().toLowerCase()),
  ],
  [
    'not-signed',
    /\("unable to load key"\) is probably a text in place of one, .* see what .* returns/,
    base64('unable to load key\n'),
  ],
  [
    'not-signed',
    /\("(?:1|true)"\) is probably a text in place of one, .* openssl_sign/,
    base64('1'),
    'true',
  ],
  // An error text that speaks of a key is no key.
  ['not-signed', /\("no -----/, base64('no -----BEGIN PRIVATE KEY----- in key.pem')],
];

const explain = (sent: string) => explained(requestOf(tpp, { signature: sent }));

/** What must not be said unless the row asks for it. */
const CLAIMS = [/another key/, /cut short/, /ECDSA/, /a hash, an HMAC/];

test.each(SENT)('SIG-15: %s %s', (names, says, ...sent) => {
  for (const one of sent) {
    const { readings, sentence } = explain(one);
    expect(sentence).toMatch(says);
    expect(namesOf({ readings }).join(' | ')).toBe(names);
    const unasked = CLAIMS.filter((claim) => !says.source.includes(claim.source));
    expect(unasked.filter((claim) => claim.test(sentence))).toEqual([]);
  }
});

test('SIG-15: nothing of a private key is repeated', () => {
  const body = tpp.privateKey.split('\n')[1] as string;
  expect(explain(base64(tpp.privateKey)).sentence).not.toContain(body.slice(0, 12));
});

test.each(['P-256', 'P-384', 'P-521'])('SIG-15: ECDSA on %s, as DER', (namedCurve) => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve });
  const { readings, sentence } = explain(base64(sign('sha256', text, privateKey)));
  expect(namesOf({ readings })).toEqual(['ecdsa']);
  expect(sentence).toMatch(
    /is probably of ECDSA, Ed25519 or SHA-512 \(HMAC\), while the certificate's key is RSA;/,
  );
});

describe('SIG-15: of signatures that show little', () => {
  test('SIG-15: zero bytes at the beginning that were dropped', () => {
    // Another X-Request-ID each time, until the signature begins with zero.
    for (let at = 0; ; at += 1) {
      const change = { headers: { 'x-request-id': `request-${at}` } };
      const text = diagnose(requestOf(tpp, change), NOW).bankString ?? '';
      const made = sign('RSA-SHA256', Buffer.from(text, 'latin1'), tpp.privateKey);
      if (made[0] !== 0) continue;
      const short = made.subarray(1).toString('base64');
      const { readings, sentence } = explained(requestOf(tpp, { ...change, signature: short }));
      expect(namesOf({ readings })).toEqual(['signature-cut']);
      expect(sentence).toMatch(/^The signature lacks the zero byte that it begins with; keep it/);
      return;
    }
  });

  test("SIG-15: PSS with Node's longest salt: told where the string proves it, guessed where not", () => {
    const pss = (text: string) =>
      sign('sha256', Buffer.from(text, 'latin1'), {
        key: tpp.privateKey,
        padding: constants.RSA_PKCS1_PSS_PADDING,
      });
    expect(namesOf(explain(base64(pss(right))))).toEqual(['pss']);
    expect(namesOf(explain(base64(pss(`${right}\n`))))).toEqual(['pss + trailing-newline']);
    const { readings, sentence, signature: form } = explain(base64(pss(`${right}!`)));
    expect([readings, form]).toEqual([[], undefined]);
    expect(sentence).toMatch(
      /was probably not made with the private key .*, or is RSASSA-PSS with a long salt, or was damaged/,
    );
  });

  test('SIG-15: another hash, and another string', () => {
    const hashed = (name: string) => digestInfo('608648016503040208', hashOf(name, `${right}\n`));
    const { readings } = explain(base64(padded(tpp.privateKey, hashed('sha3-256'))));
    expect(namesOf({ readings })).toEqual(['hash-other + trailing-newline']);
  });

  test('SIG-15: a DigestInfo without the NULL behind the name of its hash', () => {
    const info = digestInfo(SHA_256, hashOf('sha256', text));
    // Two lengths less by two, and without 05 00.
    const without = Buffer.from(hex(info).replace(/^3031300d(.*?)0500/, '302f300b$1'), 'hex');
    const { readings, sentence } = explain(base64(padded(tpp.privateKey, without)));
    expect([info.length - without.length, namesOf({ readings })]).toEqual([2, ['no-digest-info']]);
    expect(sentence).toMatch(/^Your DigestInfo lacks the NULL .*; sign the string with RSA-SHA256/);
  });

  test('SIG-15: the padding of ANSI X9.31', () => {
    const ends = Buffer.from([0x34, 0xcc]);
    const begins = Buffer.concat([Buffer.of(0x6b), Buffer.alloc(220, 0xbb), Buffer.of(0xba)]);
    const block = Buffer.concat([begins, hashOf('sha256', text), ends]);
    const key = { key: tpp.privateKey, padding: constants.RSA_NO_PADDING };
    const { readings, sentence } = explain(base64(privateEncrypt(key, block)));
    expect([block.length, namesOf({ readings })]).toEqual([256, ['encryption-padding']]);
    expect(sentence).toMatch(/^You padded what you signed as ANSI X9\.31 does/);
  });

  test('SIG-15: the padding of an encryption, which shows the key by the DigestInfo behind it', () => {
    const enciphered = (payload: Buffer) => {
      const bytes = join(Buffer.from([0, 2]), Buffer.alloc(253 - payload.length, 7), '\0', payload);
      const key = { key: tpp.privateKey, padding: constants.RSA_NO_PADDING };
      return base64(privateEncrypt(key, bytes));
    };
    const { readings, sentence } = explain(enciphered(digestInfo(SHA_256, hashOf('sha256', text))));
    expect(namesOf({ readings })).toEqual(['encryption-padding']);
    expect(sentence).toMatch(
      /^You padded what you signed as an encryption does \(00 02\); rsa-sha256 is /,
    );
    // Without one it may be chance, under any key.
    expect(explain(enciphered(noise(40))).sentence).toMatch(
      /was probably not made with the private/,
    );
  });

  test('SIG-15: a padded DigestInfo that no key has encrypted is no hash alone', () => {
    const info = digestInfo(SHA_256, hashOf('sha256', text));
    const block = join(Buffer.from([0, 1]), Buffer.alloc(253 - info.length, 0xff), '\0', info);
    expect(block).toHaveLength(256);
    expect(explain(base64(info)).sentence).toContain('a hash or an HMAC');
    expect(explain(base64(block)).sentence).not.toContain('a hash or an HMAC');
  });

  test('SIG-15: a text that was padded, as long as a hash or as hexadecimal', () => {
    for (const sent of ['date: Tue, 03 Nov 2026 09:05:07 ', 'deadbeef01']) {
      const { sentence, signedString } = explain(base64(padded(tpp.privateKey, Buffer.from(sent))));
      expect(sentence).toContain(`You encrypted "${sent}", and not a hash in its own DigestInfo`);
      // No other string is said to be it.
      expect(signedString ?? sent).toBe(sent);
    }
  });

  test('SIG-15: a string that was padded unhashed, or in a DigestInfo of no known hash', () => {
    const short: Partial<Draft> = {
      ...{ method: 'GET', body: '', names: ['date', 'x-request-id'] },
      headers: { 'psu-id': undefined, 'tpp-redirect-uri': undefined },
    };
    const crlf = diagnose(requestOf(tpp, short), NOW).bankString?.replace('\n', '\r\n') ?? '';
    for (const sent of [Buffer.from(crlf), digestInfo(UNKNOWN, hashOf('sha256', crlf))]) {
      const signature = base64(padded(tpp.privateKey, sent));
      const explanation = explained(requestOf(tpp, { ...short, signature }));
      expect(namesOf(explanation)).toEqual(['not-hashed + crlf']);
      expect(explanation.signedString).toBe(crlf);
    }
  });

  test('SIG-15: as long as it should be, by a key of an odd size, it was not cut', () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2056 });
    const { certificate, certificateBase64 } = ownCertificate({ key: publicKey });
    const odd = { ...tpp, certificateBase64, keyId: keyIdOf(certificate) };
    const { sentence } = explained(requestOf(odd, { signature: base64(noise(257)) }));
    expect(sentence).toMatch(
      /^The signature \(257 bytes; .* was probably not made with the private/,
    );
  });

  test('SIG-15: the hash of an empty text, where there is no body', () => {
    const nothing = base64(hashOf('sha256', ''));
    const { sentence } = explained(requestOf(tpp, { body: '', signature: nothing }));
    expect(sentence).toMatch(/^The signature is the SHA-256 hash of an empty text, and no key was/);
  });

  test('SIG-15: a hash that was padded, over another string', () => {
    const hash = hashOf('sha256', 'something else');
    const { readings, sentence, signature: form } = explain(base64(padded(tpp.privateKey, hash)));
    expect(namesOf({ readings })).toEqual(['no-digest-info']);
    expect(sentence).toMatch(
      /bare hash.* The hash in it is not that of the bank's string either\.$/,
    );
    expect(form).toEqual({
      form: 'RSASSA-PKCS1-v1_5 of a bare hash, SHA-256',
      hash: hash.toString('hex'),
    });
  });
});

test('SIG-15: the key of another certificate is told, and nothing of that certificate', async () => {
  const { publicKey, privateKey } = await rsaPair();
  const explainer = createExplainer();
  const { certificate } = ownCertificate({ key: publicKey, subject: 'CN=Nabo', serial: 'A1' });
  explainer.know(ABOUT.bank, certificate);
  const request = requestOf(tpp, { privateKey });
  const explanation = tell(explainer, request, refusalOf(request), ABOUT);
  expect(explanation?.sentence).toMatch(
    /^The signature was made with the key of another certificate than the one you sent \(serial [0-9A-F]+\); send the certificate that belongs to your key, or sign with the key of this one\.$/,
  );
  expect(JSON.stringify(explanation)).not.toMatch(/Nabo|"A1"|serial A1/);
});

test('SIG-15: a certificate that was renewed with the same key is not another one', () => {
  const explainer = createExplainer();
  explainer.know(ABOUT.bank, ownCertificate({ key: createPublicKey(tpp.privateKey) }).certificate);
  const request = requestOf(tpp, { signed: (text) => `${text}\nnonce: 7b1c` });
  const explanation = tell(explainer, request, refusalOf(request), ABOUT);
  expect(explanation).toMatchObject({
    readings: [],
    sentence: expect.stringMatching(/^The certificate's key signed another string/),
  });
});

describe('SIG-15: how a signature can be written down', () => {
  test.each([
    ...['', 'A', 'none of your business!', '====', '%'],
    // Long ones, which cost no more than their length.
    ...[`%2B${'='.repeat(7990)}x`, '-----BEGIN x*-----'.repeat(440)],
    ...['"'.repeat(7999), '\\n'.repeat(3999), `"${'A'.repeat(8000)}"`],
  ])('SIG-15: %.40s stands for nothing', (sent) => {
    expect(signatureReadings(sent)).toEqual([]);
  });

  test('SIG-15: a text longer than any signature is not read, and nothing is read twice', () => {
    const long = 'ab+/'.repeat(2000);
    expect([signatureReadings(long).length, signatureReadings(`${long}ab+/`)]).toEqual([2, []]);
    const spaced = hex(signature).replace(/..(?=.)/g, '$& ');
    const all = signatureReadings(spaced).map(({ bytes }) => hex(bytes));
    expect(new Set(all).size).toBe(all.length);
  });

  test('SIG-15: any text is read, and whatever comes of it is bytes', () => {
    const texts = fc.oneof(
      fc.string({ maxLength: 600 }),
      fc.base64String({ maxLength: 600 }),
      fc.string({ unit: fc.constantFrom(...'=-_+/\\"\'nr%2BFD :ab-BEGIN '), maxLength: 300 }),
    );
    fc.assert(
      fc.property(texts, (sent) => {
        for (const { parts, bytes } of signatureReadings(sent)) {
          expect(Buffer.isBuffer(bytes)).toBe(true);
          expect(parts.every(({ mistakes }) => mistakes.length === 1)).toBe(true);
        }
      }),
      runs(2000),
    );
  });
});

test('SIG-15: a signature of nothing is empty, and not the body that the request has not', () => {
  const bare = { method: 'GET', target: '/v1/accounts', body: '', signature: '' };
  expect(explained(requestOf(tpp, bare)).sentence).toMatch(/^The signature is empty \(/);
});
