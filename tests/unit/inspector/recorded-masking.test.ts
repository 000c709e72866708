// What is hidden of texts, and how the rest stands in a command: is what is written in tests/fixtures/pages/masking.txt.
// `npm run examples` records it again.
import { test } from '@jest/globals';
import { opensslCommand } from '../../../server/insight/inspector/commands.ts';
import {
  createMask,
  holdsSecret,
  isSecretHeader,
  isShortened,
  shortenCertificate,
} from '../../../server/insight/inspector/masking.ts';
import {
  bytesWord,
  printfWords,
  ShellVariables,
  textWord,
} from '../../../server/insight/inspector/shell.ts';
import { expectRecorded } from '../../support/recorded.ts';

const HEADERS = [
  'Authorization',
  'Bearer abc123',
  'X-PSU-IDENTITY',
  '13039319950',
  'Cookie',
  'abc',
  'X-Other',
  'abc123',
];

const K = 'A'.repeat(70);
const BEGIN = `${'-'.repeat(5)}BEGIN`;
const TEXTS = [
  ...[
    '',
    'plain',
    'Bearer abc123 and abc123abc123',
    'abc',
    '13039319955',
    '13039319950',
    '13039319951',
  ],
  ...[
    '130393 19955',
    '130393-19955',
    '130393+19955',
    '130393%2019955',
    '130393%252019955',
    '113039319955',
    '130393199555',
  ],
  ...[
    'a13039319955b',
    '%3130393%319955',
    '%2213039319955%22',
    '\\u003130393\\u00319955',
    'x\\u00221303931 9955',
  ],
  ...['13039319955, 12085592767 and 13039319955', '00000000-0000-0000-0000-13039319955a'],
  ...[
    `${'0'.repeat(21)}13039319955`,
    `${'0'.repeat(20)}13039319955`,
    'f'.repeat(32),
    '53039319931',
  ],
  ...[
    `${BEGIN} PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\nafter`,
    `${BEGIN} RSA PRIVATE KEY-----\ncut`,
  ],
  ...[
    '-----BEGIN CERTIFICATE-----\nabc',
    `${BEGIN}%20EC%20PRIVATE%20KEY-----x`,
    `${BEGIN}+PRIVATE+KEY-----x`,
  ],
  ...[
    Buffer.from(`${BEGIN} PRIVATE KEY-----`).toString('base64'),
    Buffer.from('-----BEGIN CERTIFICATE-----').toString('base64'),
  ],
  ...[
    `MIIabcIBADANBgkqhkiG9w0BAQEF${'AAS'}${K}!`,
    `MIICabIBAAKC${K}`,
    `MIIDabIBAAKC${K}`,
    `MIICabIBAAKCshort`,
  ],
  ...[
    `MIGaAgEAM${K}`,
    `MIIaAgEAM${K}`,
    `MHcCAQEE${K}`,
    `MIGaAgEBB${K}`,
    `MIIabcIBAzC${K}`,
    `MIIabcIBAzB${K}`,
    `MIACAQMw${K}`,
  ],
  ...[
    'eyJhbGciOiJI.eyJzdWIiOiIx.c2ln rest',
    'x.eyJhbGciOiJI.eyJzdWIiOiIx.',
    'eyJhbGci.eyJzdWIiOiIx.c2ln',
    'eyJ.eyJ.x',
  ],
  ...[
    'https://user:pass@host/',
    'https://user@host/',
    'https://u:p:q@host',
    'https://host:80/a@b',
    '://:x@h',
  ],
  ...[
    '{"password":"a\\"b","other":"c"}',
    '{"client_Secret" : "x"}',
    '{"passwd":""}',
    '{"apiKey":"k","api_key":"l","Api-Key":"m"}',
  ],
  ...[
    '?password=a&b=c',
    'token=a;x=y',
    'x=token',
    '&private_key=abc%20d',
    '%26pwd%3Dabc%26z',
    'my.passphrase[0]=z',
    'notoken',
  ],
  ...['{"token":"13039319955","pwd":"abc123"}', 'passw=abc123 13039319955', 'é13039319955ø'],
];

/** Also without what a scanner for keys looks for. */
const brief = (text: string): string =>
  (text.length > 60 ? `${text.slice(0, 24)}… ${text.length}` : text).replace(BEGIN, '(BEGIN)');

test('WEB-06: what is masked, and how it stands in a command: is what the bank answers now', () => {
  const lines: string[] = [];
  const mask = createMask(HEADERS);
  const bare = createMask([]);
  for (const text of TEXTS) {
    const variables = new ShellVariables();
    const pieces = mask.pieces(text);
    const words = [bytesWord, textWord, printfWords].map((write) => write(pieces, variables));
    lines.push(
      `# ${JSON.stringify(brief(text))}`,
      mask.text(text),
      JSON.stringify(words),
      variables.guard('do'),
    );
    if (bare.text(text) !== mask.text(text)) lines.push(`without headers: ${bare.text(text)}`);
  }
  for (const text of ["it's", '-n %s \\ "x" $y', 'é\n\t\u0001', 'ÿ0', 'a b', 'a-b', '@x']) {
    const variables = new ShellVariables();
    lines.push(
      JSON.stringify(
        [bytesWord, textWord, printfWords].map((write) => write([text, '1'], variables)),
      ),
    );
    lines.push(opensslCommand(text, mask));
  }
  for (const name of [
    'authorization',
    'Proxy-Authorization',
    'Set-Cookie',
    'X-Token',
    'Client-Secret',
    'Password',
    'API-Key',
    'apikey',
    'X-Api_Key',
    'Date',
  ])
    lines.push(`${name} ${isSecretHeader(name)}`);
  for (const [text, headers] of [
    ['abc123', HEADERS],
    ['xabc123x', HEADERS],
    ['abc', HEADERS],
    ['abc12', HEADERS],
    ['Bearer abc123', HEADERS],
    ['1234', ['Cookie', ' 1234 ']],
    ['123', ['Cookie', '123']],
    ['1234', ['Date', '1234']],
  ] as const)
    lines.push(`${text} ${holdsSecret(text, headers)}`);
  for (const length of [0, 47, 48, 49, 100]) {
    const shown = shortenCertificate('ab'.repeat(50).slice(0, length));
    lines.push(`${shown} ${isShortened(shown)}`);
  }
  expectRecorded('pages/masking.txt', lines);
});
