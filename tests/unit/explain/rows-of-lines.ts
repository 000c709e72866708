// Strings signed wrongly in how the lines are joined, named, ordered and chosen.
import type { Draft } from '../signing/support.ts';
import {
  capitals,
  joined,
  type Lines,
  library,
  NOTHING,
  named,
  type Odd,
  RIGHT,
  type Rows,
  TEXT,
  without,
} from './right-string.ts';

const joiners = (...all: readonly string[]) => all.map((joiner) => joined(RIGHT, joiner));
const colons = (...all: readonly string[]) => all.map((colon) => joined(RIGHT, '\n', colon));
const order = (...places: readonly number[]) =>
  joined(places.map((at) => RIGHT[at] as Lines[number]));
const [first = ''] = TEXT.split('\n');
const rest = TEXT.slice(first.length + 1);
const INDENTS = ['\t', '\t\t', ...[1, 2, 4, 6, 8, 10, 12, 16].map((count) => ' '.repeat(count))];

const READ: Partial<Draft> = { method: 'GET', body: '', target: '/v1/accounts' };
const NO_BYTES = 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
const HOSTED = { host: 'bank.example', 'content-type': 'application/json', 'content-length': '28' };
const TARGET_LINE = '(request-target): get /v1/accounts';
const PAY_LINE = '(request-target): post /v1/payments/sepa-credit-transfers';
/** A read, with lines of its own headers before and after the right ones. */
const around = (head: string, tail = ''): Odd => [
  { ...READ, headers: HOSTED },
  (text) => head + text + tail,
];

export const ROWS_OF_LINES: Rows = {
  crlf: {
    says: /joined the lines with CRLF \(\\r\\n\); join them with a single LF/,
    signed: joiners('\r\n'),
  },
  cr: {
    says: /joined the lines with CR \(\\r\); join them with a single LF/,
    signed: joiners('\r'),
  },
  'joined-with-comma': {
    says: /joined the lines with commas \(",/,
    signed: joiners(', ', ','),
  },
  'joined-with-space': { says: /joined the lines with spaces;/, signed: joiners(' ') },
  'joined-with-nothing': { says: /joined the lines with nothing between;/, signed: joiners('') },
  'joined-with-blank-line': {
    says: /joined the lines with a blank line between;/,
    signed: joiners('\n\n'),
  },
  'joined-with-escaped-newline': {
    says: /joined the lines with (a backslash and the letter n|the characters \\r\\n)/,
    signed: joiners('\\n', '\\r\\n'),
  },
  'joined-with-semicolon': {
    says: /joined the lines with semicolons \(";/,
    signed: joiners('; ', ';'),
  },
  'joined-with-ampersand': { says: /joined the lines with "&";/, signed: joiners('&') },
  'joined-with-bar': {
    says: /joined the lines with vertical bars \("\|"\);/,
    signed: joiners('|'),
  },
  'lines-indented': {
    says: /indented by (a tab|2 tabs|a space|\d+ spaces)[,;]/,
    signed: [
      ...joiners(...INDENTS.map((indent) => `\n${indent}`)),
      ...INDENTS.map((indent) => TEXT.replace(/^/gm, indent)),
    ],
  },
  'no-space-after-colon': {
    says: /wrote no space after the colon in each line; write the name, a colon, one space/,
    signed: colons(':'),
  },
  'two-spaces-after-colon': { says: /wrote two spaces after the colon/, signed: colons(':  ') },
  'tab-after-colon': { says: /wrote a tab after the colon/, signed: colons(':\t') },
  'space-before-colon': { says: /wrote a space before the colon/, signed: colons(' : ', ' :') },
  'equals-sign': { says: /wrote "=" instead of a colon/, signed: colons('=') },
  'no-colon': { says: /wrote a (space|comma|tab) instead of a colon/, signed: colons(' ', ',') },
  'trailing-newline': {
    says: /text block|ended the string with (a newline \(LF\)|CRLF|two newlines|a blank line \(CRLF CRLF\)|a CR|a backslash and the letter n) after the last line; nothing follows/,
    signed: ['\n', '\r\n', '\n\n', '\r\n\r\n', '\r', '\\n'].map((end) => TEXT + end),
  },
  'trailing-characters': {
    says: /ended the string with .* after the last line; nothing follows/,
    signed: [',', ', ', ';', '&', '|', '\\c', '\0'].map((end) => TEXT + end),
  },
  'lines-as-list': {
    says: /signed a list of the lines as \w+ prints it/,
    signed: [
      `[${joined(RIGHT, ', ')}]`,
      `[${joined(RIGHT, ' ')}]`,
      JSON.stringify(TEXT.split('\n')).replaceAll('\\"', '"'),
    ],
  },
  'lines-as-object': {
    says: /signed a map of the headers as \w+ prints it/,
    signed: [
      `{"${joined(RIGHT, '","', '":"')}"}`,
      `{'${joined(RIGHT, "', '", "': '")}'}`,
      `{"${joined(RIGHT, '", "', '"=>"')}"}`,
      `{${joined(RIGHT, ', ', '=')}}`,
    ],
  },
  'leading-newline': { says: /began the string with a newline;|text block/, signed: [`\n${TEXT}`] },
  'names-left-out': {
    says: /signed the values without their names;/,
    signed: [RIGHT.map(([, was]) => was).join('\n')],
  },
  'names-quoted': {
    says: /wrote the names in quotation marks(, ".*" for instance)?; in the signing string/,
    signed: [named((name) => `"${name}"`), `${first}\n${rest.replace(/^([\w-]+):/gm, '"$1":')}`],
  },
  'names-underscored': {
    says: /names with underscores/,
    signed: [named((name) => (name.startsWith('(') ? name : name.replaceAll('-', '_')))],
  },
  'names-in-capitals': {
    says: /wrote the names? .*in capitals.*; in the signing string/,
    signed: [
      named(capitals),
      named(library),
      named((name) => name.toUpperCase()),
      named((name) => (name.startsWith('(') ? name : name.toUpperCase())),
      named((name) => (name === 'psu-id' ? 'PSU-ID' : name)),
      named((name) => (name === 'date' ? 'Date' : name)),
    ],
  },
  'another-order': {
    says: /joined the lines in the order .*, but the Signature lists headers=".*"; list the names in the order/,
    signed: [
      joined([...RIGHT].sort(([a], [b]) => (a < b ? -1 : 1))),
      order(5, 4, 3, 2, 1, 0),
      order(0, 1, 2, 3, 5, 4),
      order(1, 2, 3, 4, 5, 0),
      order(5, 2, 0, 4, 1, 3),
      order(5, 2, 0, 4, 3, 1),
      order(3, 5, 1, 0, 4, 2),
    ],
    odd: [
      [
        {
          ...{ method: 'GET', body: '', names: ['date', 'x-request-id'] },
          headers: { 'psu-id': undefined, 'tpp-redirect-uri': undefined },
        },
        (text) => text.split('\n').reverse().join('\n'),
      ],
    ],
  },
  'header-left-out': {
    says: /left (\S+ out of the string, but the Signature's headers list it|\S.* and \S+ out of the string, but the Signature's headers list them);/,
    signed: [
      ...RIGHT.map(([name]) => without(name)),
      without('psu-id', 'x-request-id'),
      without('(request-target)', 'psu-id', 'date', 'x-request-id'),
    ],
  },
  'header-put-in': {
    says: /signed (\S+|\S.* and \S+) as well, (which the Signature's headers do not list; (list it too, or )?leave|with .+, but (the request does not carry th(at header|ose headers)|an empty header counts as one that was not sent); leave|the digest of an empty body)/,
    signed: [
      `host: bank.example\n${TEXT}`,
      `${TEXT}\ntpp-session-id: session-1`,
      TEXT.replace('\npsu-id', '\nhost: bank.example\npsu-id'),
      ...NOTHING.map((word) => TEXT.replace('\ntpp-', `\npsu-corporate-id: ${word}\ntpp-`)),
      ...NOTHING.map((word) => `${TEXT}\npsu-corporate-id: ${word}`),
      `${TEXT}\npsu-corporate-id:`,
      `psu-corporate-id: \n${TEXT}`,
      `${first}\n(created): 1793696707\n${rest}`,
    ],
    odd: [
      ...['digest: ', 'digest:', `digest: ${NO_BYTES}`, 'digest: null'].map(
        (line): Odd => [READ, (text) => text.replace('\n', `\n${line}\n`)],
      ),
      [
        READ,
        (text) =>
          text
            .replace('\nx-request-id', '\ndigest: \nx-request-id')
            .replace('\ntpp-', '\npsu-corporate-id: \ntpp-'),
      ],
      [
        { ...READ, headers: { 'psu-id': undefined, 'tpp-redirect-uri': undefined } },
        (text) => `${text}\ndigest: ${NO_BYTES}\npsu-id: null\npsu-corporate-id: null`,
      ],
      [
        { ...READ, headers: { 'psu-id': undefined } },
        (text) => text.replace('\nx-request-id', '\npsu-id: undefined\nx-request-id'),
      ],
      [
        { ...READ, headers: { 'psu-id': '' }, names: ['date', 'x-request-id', 'tpp-redirect-uri'] },
        (text) => text.replace('\ntpp', '\npsu-id: \ntpp'),
      ],
      [{ target: '/v1/accounts' }, (text) => `(request-target): post /v1/accounts\n${text}`],
      [{ target: '/v1/accounts' }, (text) => `${text}\n(request-target): post /v1/accounts`],
      around(`${TARGET_LINE}\nhost: bank.example\n`),
      around(`host: bank.example\n${TARGET_LINE}\n`),
      around(`${TARGET_LINE}\n(created): 1793696707\nhost: bank.example\n`),
      around('(created): 1793696707\n'),
      around(`${TARGET_LINE}\n(created): 1793696707\n`),
      around('host: bank.example\n', '\ncontent-type: application/json'),
      around(
        `${TARGET_LINE}\nhost: bank.example\n`,
        '\ncontent-type: application/json\ncontent-length: 28',
      ),
      [
        { ...READ, headers: HOSTED },
        (text) => `${TARGET_LINE}\n${text.replace('\n', '\nhost: bank.example\n')}`,
      ],
      [
        { headers: HOSTED },
        (text) =>
          `${PAY_LINE}\nhost: bank.example\n${text.replace(/(digest: .*)/, '$1\ncontent-length: 28')}`,
      ],
      [
        { ...READ, header: (header) => `${header},created="1793696000"` },
        (text) => `(created): 1793696000\n${text}`,
      ],
    ],
  },
};
