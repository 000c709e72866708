// WEB-06: what the inspector shows of texts with one small thing done to them, at each of their places in turn: how many
// different things, and a hash of all. So the ends of its patterns are held.
import { test } from '@jest/globals';
import { opensslCommand } from '../../../server/insight/inspector/commands.ts';
import {
  createMask,
  holdsSecret,
  isSecretHeader,
  shortenCertificate,
} from '../../../server/insight/inspector/masking.ts';
import { flowView } from '../../../server/insight/inspector/request-view.ts';
import {
  mayHoldKey,
  shownCertificate,
} from '../../../server/insight/inspector/sent-certificate.ts';
import { differenceOf } from '../../../server/insight/inspector/string-diff.ts';
import { expectRecorded } from '../../support/recorded.ts';
import { answersTo, touchedTexts } from '../../support/touched.ts';
import { own } from '../explain/recorded-requests.ts';
import { NOW } from './sample-request.ts';

const marked = (word: string) => `-----${word} ${['RSA', 'PRIVATE', 'KEY'].join(' ')}-----`;
const PEM = `${marked('BEGIN')} MIIabc ${marked('END')}`;
const SECRETS = [
  ...[
    '{"password":"s3cret","other":1}',
    '?a=1&client_secret=abc&b=2',
    'token=abc;x',
    'my-api-key=q',
  ],
  ...['https://me:pass@bank.example/x', 'eyJhbGciOiJI.eyJzdWIiOiIx.c2ln', PEM, 'a 13039319955 b'],
  ...['130393 19955', '130393-19955', '%22130393%2019955%22', '"\\u0031\\u0033039319955"'],
  ...[
    '0f8fad5b-d9cb-469f-a165-130393199550',
    `LS0tLS1CRUdJTi${Buffer.from(PEM).toString('base64')}`,
  ],
];

test('WEB-06: of texts that hide something: is what the bank shows now', () => {
  const headers = [
    'Cookie',
    'abcd',
    'X-PSU-Identity',
    '12345678901',
    'Authorization',
    'abc',
    'X',
    'wxyz',
  ];
  const mask = createMask(headers);
  const hidden = [...SECRETS, 'it is abcd here', 'it is 12345678901 here', 'an abc and wxyz'];
  const names = [
    'Authorization',
    'Set-Cookie',
    'X-Token',
    'Client-Secret',
    'X-Api-Key',
    'Password',
  ];
  const certificate = own.certificateBase64;
  const lines = [
    ...hidden.map((text) =>
      answersTo(text.slice(0, 12), touchedTexts(text), (one) => [
        mask.text(one),
        mask.pieces(one),
        opensslCommand(one, mask),
        holdsSecret(one, headers),
      ]),
    ),
    ...names.map((name) => answersTo(name, touchedTexts(name), isSecretHeader)),
    ...[certificate, certificate.slice(0, 300), certificate.slice(0, 80)].map((text) =>
      answersTo(text, touchedTexts(text), (one) => [mayHoldKey(one), shownCertificate(one, mask)]),
    ),
    ...[47, 48, 49, 39, 40, 41].map((size) => {
      const text = certificate.slice(0, size);
      return `${size}: ${shortenCertificate(text)} ${mayHoldKey(text)} ${mayHoldKey(text.replace('M', 'x'))}`;
    }),
  ];
  // Bytes that begin as a certificate's, one more and one less than they say.
  for (const size of [3, 4, 5]) {
    const bytes = Buffer.concat([
      Buffer.from('308200643082000002', 'hex'),
      Buffer.alloc(size + 91),
    ]);
    lines.push(`${bytes.length}: ${mayHoldKey(bytes.toString('base64'))}`);
  }
  expectRecorded('pages/touched-masks.txt', lines);
});

test('CTRL-05: of two strings: is what the bank shows now', async () => {
  const lines: string[] = [];
  const string =
    '(request-target): get /v1/accounts?a=1\ndate: Tue, 03 Nov 2026\nx-request-id: 😀-1';
  const said: unknown[] = [];
  for (const one of touchedTexts(string))
    said.push(await differenceOf(one, string), await differenceOf(string, one));
  lines.push(answersTo(string, said, (one) => one));
  for (const size of [598, 599, 600, 601]) {
    const [a, b] = [`a😀${'b'.repeat(size)}😀c`, `a😁${'d'.repeat(size)}😁c`];
    lines.push(
      answersTo(`${size}`, [await differenceOf(a, b), await differenceOf(b, a)], (one) => one),
    );
  }
  for (const [a, b] of [
    ['😀', '😁'],
    ['x😀', '😁'],
    ['😀'.repeat(700), '😁'.repeat(700)],
    [`${'x'.repeat(3999)}😀`, 'x'],
    [`${'x'.repeat(3998)}😀y`, 'x'],
  ] as const)
    lines.push(answersTo(`${a.length} ${b.length}`, [await differenceOf(a, b)], (one) => one));
  expectRecorded('pages/touched-differences.txt', lines);
});

test('SCA-03: of a redirect: is what the bank shows now', async () => {
  const redirect = 'https://tpp.example/cb?state=a&psu-id=i&code=c=d&message#part?x=1';
  const bankWith = (one: string) => {
    const flow = { purpose: { kind: 'access' }, scaStatus: 's', createdAt: NOW, redirect: one };
    return { tx: { get: async () => flow } } as never;
  };
  const all = touchedTexts(redirect);
  const said: unknown[] = [];
  for (const one of all) said.push(await flowView(bankWith(one), 'f', createMask([])));
  expectRecorded('pages/touched-redirects.txt', [
    answersTo(redirect, said, (one) => one),
    ...said.slice(0, 3).map((one) => JSON.stringify((one as { redirect: string }).redirect)),
  ]);
});
