// One signed request, written down in every way in which people capture requests.
import type { Credentials, Draft } from '../signing/support.ts';
import { draftOf, headersOf, mint } from '../signing/support.ts';

export interface Wire {
  readonly method: string;
  readonly target: string;
  /** name and value; one character per byte. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** A request as it goes over the wire; Host and Content-Length included. */
export function wireOf(credentials: Credentials, change: Partial<Draft> = {}): Wire {
  const draft = draftOf(credentials, change);
  const headers = headersOf(draft);
  const body = Buffer.from(draft.body);
  const length = ['content-length', String(body.length)] as const;
  return {
    method: draft.method,
    target: draft.target,
    headers: [
      ['Host', 'bank.example'],
      ...headers
        .names()
        .flatMap((name) => headers.all(name).map((value) => [name, value] as const)),
      ...(body.length === 0 ? [] : [length]),
    ],
    body,
  };
}

export const signedWire = async (change: Partial<Draft> = {}): Promise<Wire> =>
  wireOf(await mint(), change);

/** The same without some headers. */
export const without = (wire: Wire, ...names: readonly string[]): Wire => ({
  ...wire,
  headers: wire.headers.filter(([name]) => !names.includes(name)),
});

/** The same with another value of one header. */
export const withHeader = (wire: Wire, name: string, value: string): Wire => ({
  ...wire,
  headers: wire.headers.map(([each, old]) => [each, each === name ? value : old] as const),
});

const bytes = (...parts: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  );

const lines = ({ headers }: Wire): string[] => headers.map(([name, value]) => `${name}: ${value}`);
const url = ({ target }: Wire): string => `https://bank.example${target}`;
const utf8 = (wireText: string): string => Buffer.from(wireText, 'latin1').toString('utf8');

export function message(wire: Wire, eol = '\r\n'): Buffer {
  const head = [`${wire.method} ${wire.target} HTTP/1.1`, ...lines(wire), '', ''];
  return bytes(head.join(eol), wire.body);
}

export function pseudoHeaders(wire: Wire): Buffer {
  const { method, target } = wire;
  const head = [
    `:method: ${method}`,
    ':scheme: https',
    `:path: ${target}`,
    ':authority: bank.example',
  ];
  return bytes([...head, ...lines(without(wire, 'Host')), '', ''].join('\n'), wire.body);
}

/** A curl -v log with the body after it, as `> ` lines. */
export function curlLog(wire: Wire): Buffer {
  const sent = [`${wire.method} ${wire.target} HTTP/1.1`, ...lines(wire), ''];
  return bytes(
    '  % Total    % Received % Xferd\n*   Trying 127.0.0.1:443...\n* Connected to bank.example\n',
    sent.map((line) => `> ${line}\r\n`).join(''),
    wire.body.length === 0 ? '' : '> ',
    wire.body,
    `${wire.body.length === 0 ? '' : '\n'}} [26 bytes data]\n< HTTP/1.1 400 Bad Request\r\n< \r\n{ [5 bytes data]\n{"x":1}\n`,
  );
}

/** As curl --trace writes it. */
export function curlTrace(wire: Wire): Buffer {
  const head = message({ ...wire, body: Buffer.alloc(0) });
  return bytes(
    '== Info:   Trying 127.0.0.1:443...\n',
    dump('header', head),
    wire.body.length === 0 ? '' : dump('data', wire.body),
    '<= Recv header, 4 bytes (0x4)\n0000: 48 54 54 50                                     HTTP\n',
  );
}

function dump(kind: string, content: Buffer): string {
  const rows: string[] = [];
  for (let at = 0; at < content.length; at += 16) {
    const row = [...content.subarray(at, at + 16)];
    const hex = row
      .map((byte) => `${byte.toString(16).padStart(2, '0')} `)
      .join('')
      .padEnd(48);
    const text = row
      .map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : '.'))
      .join('');
    rows.push(`${at.toString(16).padStart(4, '0')}: ${hex}${text}`);
  }
  const { length } = content;
  return [`=> Send ${kind}, ${length} bytes (0x${length.toString(16)})`, ...rows, ''].join('\n');
}

/** As curl --trace-ascii --trace-time writes the header; the body is ASCII without line breaks here. */
export function curlTraceAscii(wire: Wire): Buffer {
  const head = message({ ...wire, body: Buffer.alloc(0) }).toString('latin1');
  return bytes(
    `12:00:00.123456 => Send header, ${head.length} bytes (0x${head.length.toString(16)})\n`,
    ascii(head),
    `12:00:00.123457 => Send data, ${wire.body.length} bytes (0x${wire.body.length.toString(16)})\n`,
    ascii(wire.body.toString('latin1')),
  );
}

function ascii(text: string): string {
  const rows: string[] = [];
  for (let at = 0; at < text.length; ) {
    const line = /^[^\r]{0,64}/.exec(text.slice(at))?.[0] as string;
    rows.push(`${at.toString(16).padStart(4, '0')}: ${line.replace(/[^ -~]/g, '.')}\n`);
    at += line.length + (text.startsWith('\r\n', at + line.length) ? 2 : 0);
  }
  return rows.join('');
}

const single = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const double = (text: string): string => `"${text.replace(/[\\"$`]/g, '\\$&')}"`;
const ansi = (text: string): string =>
  `$'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`;

/** A copied command line; the quotes are as the shell wants them. */
export function curlCommand(wire: Wire, quote: (text: string) => string = single): Buffer {
  const sent = without(wire, 'Host', 'content-length');
  const parts = [
    `curl -X ${sent.method} ${quote(url(sent))}`,
    ...lines(sent).map((line) => `-H ${quote(line)}`),
    ...(sent.body.length === 0 ? [] : [`--data-raw ${quote(sent.body.toString('latin1'))}`]),
  ];
  return bytes(`${parts.join(' \\\n  ')}\n`);
}

export function harEntry(wire: Wire): Buffer {
  const request = {
    method: wire.method,
    url: url(wire),
    httpVersion: 'HTTP/2',
    headers: wire.headers.map(([name, value]) => ({ name, value: utf8(value) })),
    ...(wire.body.length === 0 ? {} : { postData: { text: wire.body.toString('utf8') } }),
  };
  return Buffer.from(JSON.stringify({ startedDateTime: '2026-11-03', request, response: {} }));
}

export const har = (wire: Wire): Buffer =>
  Buffer.from(`{"log":{"version":"1.2","entries":[${harEntry(wire).toString()}]}}`);

/** Every form that shows the whole request, and what the reader calls it. */
export const FORMS: readonly (readonly [
  name: string,
  form: string,
  write: (wire: Wire) => Buffer,
])[] = [
  ['a raw message with CRLF', 'HTTP message', message],
  ['a raw message with LF', 'HTTP message', (wire) => message(wire, '\n')],
  ['an editor .http file', 'HTTP message', (wire) => httpFile(wire)],
  ['HTTP/2 pseudo headers', 'HTTP message', pseudoHeaders],
  ['curl -v', 'curl log', curlLog],
  ['curl --trace', 'curl trace', curlTrace],
  ['curl --trace-ascii', 'curl trace', curlTraceAscii],
  ["a curl command with '…'", 'curl command', curlCommand],
  ['a curl command with "…"', 'curl command', (wire) => curlCommand(wire, double)],
  ["a curl command with $'…'", 'curl command', (wire) => curlCommand(wire, ansi)],
  ['a HAR entry', 'HAR', harEntry],
  ['a HAR file', 'HAR', har],
];

function httpFile(wire: Wire): Buffer {
  const head = [
    '### the payment',
    '# @name pay',
    `${wire.method} ${url(wire)} HTTP/1.1`,
    ...lines(wire),
  ];
  return bytes([...head, '', ''].join('\n'), wire.body);
}
