// SIG-12 explained, for many ways to write a Digest and for many bodies: what is said of each is recorded.
import { createHash } from 'node:crypto';
import { describe, test } from '@jest/globals';
import { explainDigest } from '../../../server/insight/explain/explain-digest.ts';
import { atOnce } from '../../../server/insight/explain/slices.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { expectRecorded } from '../../support/recorded.ts';
import { BODIES } from './recorded-starts.ts';
import { besides, noise, shortHash, shownReadings } from './recorded-texts.ts';

interface Sent {
  readonly method?: string;
  readonly encoding?: string;
}

function saidOf(header: string, body: Buffer, { method = 'POST', encoding }: Sent = {}): string {
  const headers = new RawHeaders(encoding === undefined ? [] : ['Content-Encoding', encoding]);
  const work = explainDigest(header, { method, target: '/v1/x', headers, body });
  const { tried, readings, remark = '' } = atOnce(work);
  return `${tried} ${[shownReadings(readings), remark].filter((one) => one !== '').join(' || ')}`;
}

const hashOf = (name: string, of: Buffer | string): Buffer => createHash(name).update(of).digest();
const base64 = (of: Buffer | string): string => Buffer.from(of as string).toString('base64');

const BODY = BODIES['payment'] as Buffer;
const [OF_256, OF_512] = [hashOf('sha256', BODY), hashOf('sha512', BODY)];
const VALUE = base64(OF_256);
const HEX = OF_256.toString('hex');

/** Of that body; some are of another. */
const WRITTEN: readonly string[] = [
  ...[
    'SHA-256=',
    'sha-256=',
    'SHA256=',
    'sha256:',
    'SHA-256: ',
    'sha_256=',
    'SHA-512=',
    'SHA=',
    '',
  ].flatMap((label) => [
    label + VALUE,
    label + HEX,
    label + base64(OF_512),
    label + base64(hashOf('md5', BODY)),
  ]),
  ...['md5', 'sha1', 'sha224', 'sha384', 'sha512-256', 'sha3-256', 'sha3-512'].flatMap((name) =>
    ['SHA-256=', 'SHA-384='].map((label) => label + base64(hashOf(name, BODY))),
  ),
  ...[
    `SHA-512=${base64(OF_512)}, SHA-256=${VALUE}`,
    `MD5=x,\tsha-256=${HEX}`,
    `SHA-1=x, y=${VALUE}`,
  ],
  ...[
    HEX.toUpperCase(),
    `0x${HEX}`,
    (HEX.match(/../g) ?? []).join(':'),
    base64(HEX),
    base64(VALUE),
  ],
  ...[
    OF_256.toString('base64url'),
    VALUE.replace('=', ''),
    `${VALUE}=`,
    `"${VALUE}"`,
    `:${VALUE}:`,
  ],
  ...[
    VALUE.toLowerCase(),
    VALUE.toUpperCase(),
    VALUE.slice(0, -2),
    VALUE.slice(0, 20),
    VALUE.slice(0, 8),
  ],
  ...[
    encodeURIComponent(VALUE),
    VALUE.replaceAll('+', ' '),
    VALUE.replaceAll('/', '\\/'),
    `${VALUE} x`,
  ],
  ...[
    VALUE.replaceAll('+', '&#43;'),
    base64(`SHA-256=${VALUE}`),
    HEX.slice(0, 16),
    HEX.slice(0, 14),
  ],
  ...[
    base64(BODY),
    BODY.toString('latin1'),
    base64(BODY.subarray(0, 12)),
    base64('hello'),
    'hello',
    '=',
  ],
  ...[16, 20, 28, 31, 32, 48, 64, 65].map((size) => base64(noise(size))),
].flatMap((one) =>
  one.includes('=') && /^\w{2,9}-?\w*[=:]/.test(one) ? [one] : [one, `SHA-256=${one}`],
);

/** Other bodies that a client hashes. */
const CHANGES: Readonly<Record<string, (body: Buffer) => Buffer | string>> = {
  'another one': () => 'another one',
  nothing: () => '',
  'with LF': (body) => `${body.toString('utf8')}\n`,
  'with CRLF, minified': (body) => `${body.toString('utf8').replace(/(?<=[:,{])\s+/g, '')}\r\n`,
  'without line ends': (body) => body.toString('utf8').replace(/[\r\n]+/g, ''),
};

const METHODS = ['POST', 'GET', 'DELETE'];
const ENCODINGS = [
  'gzip',
  'x-gzip',
  'br',
  'identity',
  'identity, gzip',
  'Identity',
  '',
  'zstd',
  'gzip, br',
  'other',
];
/** More of what may be sent in place of JSON. */
const OTHERS: Readonly<Record<string, string>> = {
  'a form': 'a=b&c=d',
  'base64 of it': 'YWJjZA==',
  'several parts': '--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--',
  HTML: '\n <!doctype html>',
  'an empty element': '<a b="c"/>',
  'less than': '< 5',
  'a variable': '{"a":"{{amount}}"}',
  'another variable': `{"a":"\${amount.value}"}`,
  'a masked number': '{"a":"****1234"}',
  'a bracket more': '{"a":1}}',
  'an open text': '{"a":"b\\"}',
  'an open list': '[1,[2]',
  'a closed text': '["a]"]',
  'no bracket': '"abc',
  words: 'hello there',
  'a number': '17',
  'eight bytes': '{"a":12}',
  'seven bytes': '{"a":1}',
};

describe('SIG-15: what is said of many digests is recorded', () => {
  test('SIG-15: of how they are written', () => {
    const lines = [...new Set(WRITTEN)].flatMap((header) => {
      const beside = shortHash(
        besides(header)
          .slice(0, 3)
          .map((one) => saidOf(one, BODY)),
      );
      return [`${JSON.stringify(header.slice(0, 80))} ${header.length}: ${beside}`].concat(
        `  ${saidOf(header, BODY)}`,
      );
    });
    expectRecorded('explain/digests-written.txt', lines);
  });

  test('SIG-15: of bodies that they may be of', () => {
    const bodies = Object.entries({ ...BODIES, ...OTHERS });
    const lines = bodies.flatMap(([title, given], at) => {
      const body = Buffer.from(given as string);
      return Object.entries(CHANGES).map(([change, make], which) => {
        const method = METHODS[(at + which) % METHODS.length] as string;
        const header = `SHA-256=${base64(hashOf('sha256', make(body)))}`;
        return `${title}, ${change}, ${method}: ${saidOf(header, body, { method })}`;
      });
    });
    expectRecorded('explain/digests-bodies.txt', lines);
  });

  test('SIG-15: of bodies that came encoded', () => {
    const some = ['none', 'latin1', 'marked', 'zipped', 'crlf'];
    const lines = ENCODINGS.flatMap((encoding) =>
      some.flatMap((title) => {
        const body = BODIES[title] as Buffer;
        return ['{}', body.toString('latin1').trim(), '{"a":1}'].map((hashed) => {
          const header = `SHA-256=${base64(hashOf('sha256', Buffer.from(hashed, 'latin1')))}`;
          return `${encoding}, ${title}, ${hashed.slice(0, 8)}: ${saidOf(header, body, { encoding })}`;
        });
      }),
    );
    expectRecorded(
      'explain/digests-encoded.txt',
      [...new Set(lines)].map((one) => JSON.stringify(one)),
    );
  });
});
