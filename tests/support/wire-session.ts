// Requests as text, and their answers: `GET /health | Accept: text/html || body`. Of an answer stand its status, its
// headers, and its body, the first line of a text, or the title of a page.
import { once } from 'node:events';
import { connectTo } from './conformance-raw.ts';

const ESCAPES: Readonly<Record<string, string>> = { r: '\r', n: '\n', t: '\t', 0: '\0', s: ' ' };

const unescaped = (text: string): string =>
  text.replace(/\\(?:x([\da-f]{2})|([rnt0s]))/g, (_, code?: string, name = '') =>
    code === undefined ? (ESCAPES[name] ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
  );

/** The bytes of a request: a line that begins with `raw ` says all of them. */
function bytesOf(line: string): string {
  if (line.startsWith('raw ')) return unescaped(line.slice('raw '.length));
  const [head = '', body = ''] = line.split(' || ');
  const [first = '', ...headers] = head.split(' | ').map(unescaped);
  const content = unescaped(body);
  const has = (name: string) => headers.some((one) => one.toLowerCase().startsWith(name));
  const all = [
    `${first} HTTP/1.1`,
    ...(has('host') ? [] : ['Host: 127.0.0.1']),
    ...headers,
    ...(content === '' || has('content-length') || has('transfer-encoding')
      ? []
      : [`Content-Length: ${content.length}`]),
  ];
  return `${all.join('\r\n')}\r\n\r\n${content}`;
}

/** They change with the hour and with every word. */
const PLAIN = /^(?:date|content-length|keep-alive):/i;
/** Of an answer in JSON: it is said where one is not there. */
const USUAL = [
  'Cache-Control: no-store',
  'X-Content-Type-Options: nosniff',
  'Content-Type: application/json;charset=utf-8',
  'Vary: Accept-Encoding',
  'Connection: keep-alive',
];
const MOST = 400;

/** Of all answers in the text. @param isHead whether they have a length and no body */
function linesIn(text: string, isHead: boolean): readonly string[] {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return text === '' ? [] : [`| ${text}`];
  const [first = '', ...headers] = text.slice(0, end).split('\r\n');
  const length = isHead ? 0 : Number(/^content-length: (\d+)/im.exec(text.slice(0, end))?.[1] ?? 0);
  const rest = text.slice(end + '\r\n\r\n'.length);
  const others = headers.filter((one) => !PLAIN.test(one) && !USUAL.includes(one));
  const missing = USUAL.filter((one) => !headers.includes(one)).map((one) => `no ${one}`);
  const shown = [first.replace('HTTP/1.1 ', ''), ...others, ...missing].join(' | ');
  return [
    `| ${shown}`,
    ...bodyLines(rest.slice(0, length)),
    ...linesIn(rest.slice(length), isHead),
  ];
}

/** Of a page its title, of other texts the first line, of bytes nothing. */
function bodyLines(body: string): readonly string[] {
  const text = Buffer.from(body, 'latin1').toString();
  const [first = ''] = text.split('\n', 1);
  if (body === '' || text.includes('\ufffd')) return [];
  return [`|   ${/<title>([^<]*)<\/title>/.exec(text)?.[1] ?? first.slice(0, MOST)}`];
}

/** What differs from run to run. */
const MASKS: readonly (readonly [RegExp, string])[] = [
  [/W\/"[\da-f-]+"/g, 'W/"…"'],
  [/\b20\d\d-\d\d-\d\dT[\d:.]+Z/g, 'NOW'],
  [/(?<=\/requests\/x)\d+/g, '…'],
  [/(?<=\.)[\da-f]{8,}(?=\.)/g, '…'],
  [/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '…'],
];

/** The answers to a request, until the bank closes the connection, as it does once the client has ended its side. */
export async function askRaw(origin: string, line: string): Promise<readonly string[]> {
  const socket = connectTo(origin);
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part;
  });
  socket.end(Buffer.from(bytesOf(line), 'latin1'));
  await once(socket, 'close');
  const lines = linesIn(text, line.startsWith('HEAD '));
  if (lines.length === 0) return ['| closed'];
  return lines.map((one) => MASKS.reduce((so, [mask, name]) => so.replace(mask, name), one));
}
