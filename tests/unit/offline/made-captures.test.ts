// Captures made of pieces by chance: what is read in each is what is written in tests/fixtures/tables/made-captures.txt.
// `npm run examples` records it again.
import { createHash } from 'node:crypto';
import { describe, test } from '@jest/globals';
import { readCapture } from '../../../server/insight/offline/read-capture.ts';
import { type Dice, diceOf } from '../../support/dice.ts';
import { expectRecordedPart, saidBy } from '../../support/recorded.ts';

const some = <T>(dice: Dice, list: readonly T[], most: number): readonly T[] =>
  Array.from({ length: dice.upTo(most + 1) }, () => dice.of(list));

/** Mostly one of the first ones, which are as they should be. */
const mostly = <T>(dice: Dice, sound: number, list: readonly T[]): T =>
  dice.of(dice() < 0.93 ? list.slice(0, sound) : list);

const digestOf = (text: string) =>
  `Digest: SHA-256=${createHash('sha256').update(text, 'latin1').digest('base64')}`;
const BODIES = [
  '',
  '{}',
  '{"a":1}\n',
  '{\r\n}',
  '{\n}',
  '{\n}\n\n',
  ' ',
  '{}\nHTTP/1.1 200 OK\n',
  'a\n### b',
];
const ADDRESSES = [
  ...['/v1/x', '/v1/x?a=1#b', 'https://bank.example/v1/x', 'HTTP://me:you@bank.example:1/v1?x=@'],
  ...[
    'https://bank.example',
    'https://bank.example?a',
    'https:///x',
    'a+b.c-d://h/x#y?z',
    'v1/x',
    '/ø',
  ],
];
const NAMES = ['GET', 'post', 'PUT', 'M-SEARCH', 'G(T', 'x'.repeat(100)];
const VERSIONS = [' HTTP/1.1', ' HTTP/2', ' HTTP/2.', '\tHTTP/1.1 ', '', ' HTTP', ' FTP/1.1'];
const HEADERS = [
  ...['Host: h', 'host:h2', 'A: 1', 'A:\t2 ', 'Empty:', 'ø: ø', 'Bad name: 1', 'none', ' folded'],
  ...['Signature: s', 'Content-Length: 2', 'Content-Length: 7', 'Transfer-Encoding: chunked'],
  ...[
    'Content-Length: x',
    'Digest: SHA-256=x',
    'X(: 1',
    `${'x'.repeat(999)}: 1`,
    `${'x'.repeat(1000)}: 1`,
  ],
  ...BODIES.map(digestOf),
];

const SOUND = HEADERS.filter((one) => /^(?:Sig|Content|Tr|Digest)/.test(one));

function message(dice: Dice): string {
  const end = dice.of(['\n', '\r\n']);
  const before = some(dice, ['', '### first', '# note', '// note', ' ', 'words'], 2);
  const line = `${mostly(dice, 4, NAMES)} ${mostly(dice, 8, ADDRESSES)}${mostly(dice, 2, VERSIONS)}`;
  const headers = some(dice, HEADERS.slice(0, dice.of([5, 5, 5, 18])), 3);
  const more = some(dice, dice() < 0.8 ? SOUND : HEADERS.slice(9), 2);
  const parts = [
    ...before,
    line,
    ...headers,
    ...more,
    ...(dice() < 0.9 ? ['', dice.of(BODIES)] : []),
  ];
  return dice.of(['', '', '', '\u00ef\u00bb\u00bf']) + parts.join(end);
}

function log(dice: Dice): string {
  const marks = ['> ', '> ', '> ', '>', '< ', '* ', '} '];
  const lines = `${message(dice)}\n${dice() < 0.4 ? message(dice) : ''}`.split('\n');
  return lines.map((line) => `${dice() < 0.9 ? '> ' : dice.of(marks)}${line}`).join('\n');
}

const URLS = [
  'https://b.test/x?a=1#c',
  "'http://b.test/x'",
  '"b.test/\\$y"',
  'b.test',
  '--url b.test/z',
  'FTP://b/x',
];
const OPTIONS = [
  ...[
    '-X PUT',
    '-XPUT',
    '-sSXDELETE',
    '--request POST',
    '--request',
    '-X',
    '-G',
    '-sG',
    '--get',
    '-I',
    '-k',
  ],
  ..."-H 'A: 1'|-H'B:2'|-H \"C;\"|-H D:|-H 'E:  '|-H ' F : 1'|--header 'A: ø'|-H @f|-H none|-H ''".split(
    '|',
  ),
  ...[
    '-d x=1',
    '-dA',
    "-d ''",
    '-d @f',
    '--data @f',
    '--data-ascii @f',
    '--data-raw @x',
    "--data-binary '@-'",
  ],
  ...[
    '--data-urlencode a=b',
    '-F a=b',
    '--form a=@b',
    '--form-string a=b',
    '-T f',
    '--upload-file f',
    "--json '{}'",
  ],
  ...[
    '-o out',
    '-u a:b',
    '--cert c.pem',
    '-b c=1',
    '-A agent',
    '-e r',
    '-m 3',
    '-E c',
    '-x p',
    '-w w',
    '-D h',
    '-c j',
  ],
  ...[
    '--user a:b',
    '--proxy p',
    '--retry 3',
    '--compressed',
    '-v',
    '--cookie-jar j',
    '--unknown',
    '--max-time 2',
  ],
  ..."$'\\x41\\u00e5\\n\\t\\r\\q\\'z'|$'\\ud83d\\ude00'|\"a\\\"b\\`c\\\\d$ \\e\"|a\\ b|\\\\|x^y|x$y|\"a\\\nb\"|'a\nb'".split(
    '|',
  ),
  ...[
    '$HOME',
    '"$HOME"',
    `"\${x}"`,
    '"$(x)"',
    '`x`',
    "'open",
    '"open',
    '^"x',
    "$'open",
    'a#b',
    '# comment',
  ],
];
const GAPS = [' ', ' ', ' ', '  ', '\t', ' \\\n', ' \\\r\n  ', ' \\\n> ', ' ^\r\n', '\n', '\r'];
const ENDS = [
  '',
  '',
  '',
  '\n',
  ' | jq .',
  '; ls',
  ' && x',
  ' > out',
  ' 2>err',
  ' &',
  ' < in',
  ' # done',
];
const PROMPTS = ['', '', '$ ', 'me@host:~# ', '  ', '% ', 'C:\\> ', 'x ', '# ', 'PS '];

const PLAIN = OPTIONS.filter(
  (one) => !/^(?:[$"'^\\\\`]|-H (?:none|@|'')|-X$|--request$)/.test(one),
);

function command(dice: Dice): string {
  const options = some(dice, dice() < 0.7 ? PLAIN : OPTIONS, 5);
  const words = [...options, ...(dice() < 0.9 ? [dice.of(URLS)] : [])].sort(() => dice() - 0.5);
  const joined = words.map((word) => (dice() < 0.8 ? ' ' : dice.of(GAPS)) + word).join('');
  return `${mostly(dice, 7, PROMPTS)}${mostly(dice, 1, ['curl', 'curl.exe', 'curly'])}${joined}${dice.of(ENDS)}`;
}

const TEXTS = [
  '{}',
  '',
  'é',
  null,
  1,
  { text: 'e30=', encoding: 'base64' },
  { text: 'e30=' },
  { text: 1 },
  undefined,
];
const JSON_HEADERS = [
  ...[
    { A: '1', B: ['2', '3'] },
    [
      { name: ':method', value: 'GET' },
      { name: 'Signature', value: 'ø' },
    ],
  ],
  ...[
    [
      ['A', '1'],
      ['Host', 'h'],
    ],
    ['A', '1', 'B'],
    { A: 1 },
    'A: 1',
    undefined,
    [{ name: 'A' }],
    { A: null },
  ],
  ...[
    { Host: 'h', 'X-PSU-Identity': '*********55' },
    { Cookie: '(removed)' },
    {},
    [],
    { 'Content-Length': '2' },
  ],
  ...BODIES.slice(0, 3).map((text) => ({ Digest: digestOf(text).slice(8) })),
];

function json(dice: Dice): string {
  const one = () => {
    const body = dice() < 0.7 ? { [dice.of(['body', 'postData'])]: dice.of(TEXTS) } : {};
    const length = dice() < 0.3 ? { bodyLength: dice.of([0, 2, 9]) } : {};
    const at = { [dice.of(['url', 'url', 'target'])]: dice() < 0.95 ? dice.of(ADDRESSES) : 1 };
    const method = dice() < 0.95 ? dice.of(['GET', 'POST']) : undefined;
    const request = { method, ...at, headers: mostly(dice, 2, JSON_HEADERS), ...body, ...length };
    return dice() < 0.5 ? { request, response: {} } : request;
  };
  const all = some(dice, [0], 3).map(one);
  const whole = dice.of([
    one(),
    all,
    { log: { entries: all } },
    { requests: all },
    { entries: one() },
  ]);
  return dice.of(['', ' ', '\ufeff']) + JSON.stringify(whole) + dice.of(['', '', '\n', '}']);
}

const KINDS = { message, log, command, json } as const;
const CASES = 250;
const SHOWN = 280;

const brief = (text: string) => {
  const line = text.replace(/expected JSON: .*/s, 'expected JSON').replace(/x{60,}/g, '…');
  return line.length < SHOWN ? line : `${line.slice(0, SHOWN)} … ${line.length}`;
};

describe('CLI-04: captures made by chance: are read as before', () => {
  test.each(Object.entries(KINDS))('%s', (name, make) => {
    const dice = diceOf(name.length * 101);
    const lines = Array.from({ length: CASES }, () => {
      const text = make(dice);
      const own = dice() < 0.1 ? Buffer.from(dice.of(BODIES)) : undefined;
      const bytes = dice() < 0.03 ? Buffer.from(`\ufeff${text}`, 'utf16le') : Buffer.from(text);
      return brief(saidBy(() => readCapture(bytes, own)));
    });
    expectRecordedPart('tables/made-captures.txt', name, lines);
  });
});
