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
const ROW = /^[0-9a-f]{4,}:(?: (.*))?$/s;

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

const DOTS =
  'curl --trace-ascii prints a dot for each byte of a body that is not printable ASCII (--trace shows them)';

/** @returns one request or more */
export function readCurlTrace(lines: readonly Line[]): readonly ReadRequest[] {
  const messages: { readonly number: number; readonly isHex: boolean; text: string }[] = [];
  for (const [{ text, number }, ...rows] of sentDumps(lines)) {
    const [, kind, size] = SEND.exec(text) ?? [];
    const last = kind === 'header' ? undefined : messages.at(-1);
    const isHex = last?.isHex ?? rows.every((row) => HEX.test(row.text));
    const bytes = isHex ? hexBytes(rows) : asciiBytes(rows, Number(size));
    if (last === undefined) messages.push({ number, isHex, text: bytes });
    else last.text += bytes;
  }
  return messages.map(({ text, isHex, number }) => {
    const message = linesOf(text).map((line) => ({ ...line, number }));
    const read = readMessage('curl trace', message);
    return isHex || !read.rest.includes('.') ? read : { ...read, doubt: DOTS };
  });
}

/** Headers and pieces of bodies: the line that says so, and its rows. */
function sentDumps(lines: readonly Line[]): readonly (readonly [Line, ...Line[]])[] {
  const dumps: [Line, ...Line[]][] = [];
  let isSent = false;
  for (const line of lines) {
    if (EVENT.test(line.text)) isSent = SEND.test(line.text);
    if (SEND.test(line.text)) dumps.push([line]);
    else if (isSent && ROW.test(line.text)) dumps.at(-1)?.push(line);
  }
  return dumps;
}

/** `0000: 47 45 54 20 …  GET …` */
const HEX = /^[0-9a-f]{4,}: ((?:[0-9a-f]{2} ){1,16})/;

const hexBytes = (rows: readonly Line[]): string =>
  rows
    .map(({ text }) => HEX.exec(text)?.[1]?.replaceAll(' ', '') ?? '')
    .map((hex) => Buffer.from(hex, 'hex').toString('latin1'))
    .join('');

/** The gap before the next offset is the CRLF that --trace-ascii does not print. */
function asciiBytes(rows: readonly Line[], size: number): string {
  const pieces = rows.map(({ text, number }, at) => {
    const content = ROW.exec(text)?.[1] ?? '';
    const next = rows[at + 1];
    const gap = (next ? offsetOf(next) : size) - Number.parseInt(text, 16) - content.length;
    if (gap === 0) return content;
    if (gap === 2) return `${content}\r\n`;
    throw new UnreadableRequest('expected a row of curl --trace as curl printed it', number);
  });
  return pieces.join('');
}

const offsetOf = ({ text }: Line): number => Number.parseInt(text, 16);
