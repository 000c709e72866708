// What curl prints of its requests: with -v lines that start with "> ", with --trace and --trace-ascii dumps
// with offsets. Other lines are ignored. --trace shows every byte; --trace-ascii shows line ends only
// through the offsets.
import { type ReadRequest, UnreadableRequest } from './captured-request.ts';
import { type Line, linesOf, readMessage } from './http-message.ts';

/** --trace-time and --trace-ids put these in front of a line. */
const STAMP = '(?:\\d\\d:\\d\\d:\\d\\d\\.\\d+ )?(?:\\[\\S+\\] )?';
const SENT = new RegExp(`^${STAMP}>(?: (.*))?$`, 's');
const REQUEST_LINE = /^[A-Za-z]+ \S+ HTTP\/\d/;
const EVENT = new RegExp(`^${STAMP}(?:=>|<=|==) `);
const SEND = new RegExp(`^${STAMP}=> Send (header|data), (\\d+) bytes`);
const ROW = /^([0-9a-f]{4,}):(?: (.*))?$/s;

export const isCurlLog = (line: string): boolean => REQUEST_LINE.test(SENT.exec(line)?.[1] ?? '');
export const isCurlTrace = (line: string): boolean => SEND.test(line);

/** @returns one request or more */
export function readCurlLog(lines: readonly Line[]): readonly ReadRequest[] {
  const messages: Line[][] = [];
  for (const line of lines) {
    const [whole, text = ''] = SENT.exec(line.text) ?? [];
    if (whole === undefined) continue;
    if (REQUEST_LINE.test(text)) messages.push([]);
    messages.at(-1)?.push({ ...line, text });
  }
  return messages.map((message) => readMessage('curl log', message));
}

interface Row {
  readonly offset: number;
  readonly content: string;
  readonly number: number;
}

/** A header or a piece of a body. */
interface Dump {
  readonly kind: string;
  readonly bytes: number;
  readonly number: number;
  readonly rows: Row[];
}

const DOTS =
  'curl --trace-ascii prints a dot for each byte of a body that is not printable ASCII (--trace shows them)';

/** @returns one request or more */
export function readCurlTrace(lines: readonly Line[]): readonly ReadRequest[] {
  const dumps = dumpsOf(lines);
  const isHex = dumps.every(({ rows }) => rows.every(({ content }) => HEX.test(content)));
  const messages: { readonly number: number; text: string }[] = [];
  for (const dump of dumps) {
    const text = isHex ? hexBytes(dump) : asciiBytes(dump);
    const last = messages.at(-1);
    if (dump.kind === 'header' || last === undefined) messages.push({ number: dump.number, text });
    else last.text += text;
  }
  return messages.map(({ text, number }) => {
    const message = linesOf(text).map((line) => ({ ...line, number }));
    const read = readMessage('curl trace', message);
    return isHex || !read.rest.includes('.') ? read : { ...read, doubt: DOTS };
  });
}

function dumpsOf(lines: readonly Line[]): readonly Dump[] {
  const dumps: Dump[] = [];
  let isOpen = false;
  for (const { text, number } of lines) {
    const [, kind, bytes] = SEND.exec(text) ?? [];
    if (EVENT.test(text)) isOpen = kind !== undefined;
    if (kind !== undefined) dumps.push({ kind, bytes: Number(bytes), number, rows: [] });
    const [, offset, content = ''] = ROW.exec(text) ?? [];
    if (!isOpen || offset === undefined) continue;
    dumps.at(-1)?.rows.push({ offset: Number.parseInt(offset, 16), content, number });
  }
  return dumps;
}

/** `47 45 54 20 …  GET …` */
const HEX = /^(?:[0-9a-f]{2} ){1,16}/;

const hexBytes = ({ rows }: Dump): string =>
  rows
    .map(({ content }) => HEX.exec(content)?.[0].replaceAll(' ', '') ?? '')
    .map((hex) => Buffer.from(hex, 'hex').toString('latin1'))
    .join('');

/** The gap before the next offset is the CRLF that --trace-ascii does not print. */
function asciiBytes({ rows, bytes }: Dump): string {
  const ends = rows.map(({ offset, content, number }, at) => {
    const gap = (rows[at + 1]?.offset ?? bytes) - offset - content.length;
    if (gap === 0) return content;
    if (gap === 2) return `${content}\r\n`;
    throw new UnreadableRequest('expected a row of curl --trace as curl printed it', number);
  });
  return ends.join('');
}
