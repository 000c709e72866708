// One signed request, written down in every way in which people capture requests.
import { type Credentials, type Draft, draftOf, headersOf, mint } from '../signing/support.ts';

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
  return {
    method: draft.method,
    target: draft.target,
    headers: [
      ['Host', 'bank.example'],
      ...headers.names().map((name) => [name, headers.all(name).join()] as const),
      ...(body.length === 0 ? [] : [['content-length', `${body.length}`] as const]),
    ],
    body,
  };
}

export const signedWire = async (change: Partial<Draft> = {}): Promise<Wire> =>
  wireOf(await mint(), change);

/** The same with another value of one header, or without it. */
export const withHeader = (wire: Wire, name: string, value?: string): Wire => ({
  ...wire,
  headers: wire.headers.flatMap(([each, old]) => {
    const kept = each === name ? value : old;
    return kept === undefined ? [] : [[each, kept] as const];
  }),
});

export const withoutBody = (wire: Wire): Wire => ({ ...wire, body: Buffer.alloc(0) });

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const lines = ({ headers }: Wire): string[] => headers.map(([name, value]) => `${name}: ${value}`);
const url = ({ target }: Wire): string => `https://bank.example${target}`;

/** Its lines, a blank line, and the body. */
const written = (start: readonly string[], wire: Wire, eol = '\n'): Buffer =>
  latin1([...start, ...lines(wire), '', wire.body.toString('latin1')].join(eol));

export const message = (wire: Wire, eol = '\r\n'): Buffer =>
  written([`${wire.method} ${wire.target} HTTP/1.1`], wire, eol);

const httpFile = (wire: Wire): Buffer =>
  written(['### the payment', '# @name pay', `${wire.method} ${url(wire)} HTTP/1.1`], wire);

/** curl -v does not show the body. */
export const curlLog = (wire: Wire): Buffer =>
  latin1(
    [
      '  % Total    % Received % Xferd\n*   Trying 127.0.0.1:443...\n',
      message(withoutBody(wire))
        .toString('latin1')
        .replace(/.*\r\n/g, '> $&'),
      '} [26 bytes data]\n< HTTP/1.1 400 Bad Request\r\n< \r\n{ [5 bytes data]\n{"x":1}\n',
    ].join(''),
  );

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A copied command line. */
export function curlCommand(wire: Wire): Buffer {
  const sent = withHeader(withHeader(wire, 'Host'), 'content-length');
  const parts = [
    `curl -X ${sent.method} ${quote(url(sent))}`,
    ...lines(sent).map((line) => `-H ${quote(line)}`),
    ...(sent.body.length === 0 ? [] : [`--data-raw ${quote(sent.body.toString('latin1'))}`]),
  ];
  return latin1(`${parts.join(' \\\n  ')}\n`);
}

function harEntry(wire: Wire): Buffer {
  const request = {
    method: wire.method,
    url: url(wire),
    headers: wire.headers.map(([name, value]) => ({ name, value: `${latin1(value)}` })),
    ...(wire.body.length === 0 ? {} : { postData: { text: `${wire.body}` } }),
  };
  return Buffer.from(JSON.stringify({ startedDateTime: '2026-11-03', request, response: {} }));
}

/** Every form that shows a request, and what the reader calls it. */
export const FORMS: readonly (readonly [
  name: string,
  form: string,
  write: (wire: Wire) => Buffer,
])[] = [
  ['a raw message with CRLF', 'HTTP message', message],
  ['a raw message with LF', 'HTTP message', (wire) => message(wire, '\n')],
  ['an editor .http file', 'HTTP message', httpFile],
  ['curl -v', 'curl log', curlLog],
  ['a curl command', 'curl command', curlCommand],
  ['a HAR entry', 'HAR', harEntry],
  ['a HAR file', 'HAR', (wire) => Buffer.from(`{"log":{"entries":[${harEntry(wire)}]}}`)],
];
