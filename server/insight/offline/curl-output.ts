// What curl prints of its requests: with -v lines that start with "> ", with --trace and --trace-ascii dumps
// with offsets. Other lines are ignored. --trace shows every byte; --trace-ascii shows line ends only
// through the offsets.
import type { ReadRequest } from './captured-request.ts';
import { isRequestStart, type Line, linesOf, readMessage } from './http-message.ts';

/** --trace-time and --trace-ids put these in front of a line. */
const STAMP = '(?:\\d\\d:\\d\\d:\\d\\d\\.\\d+ )?(?:\\[\\S+\\] )?';
const SENT = new RegExp(`^${STAMP}>(?: (.*))?$`, 's');
const SEND = new RegExp(`^${STAMP}=> Send (header|data), (\\d+) bytes`);
/** `0000: 47 45 54 20 …  GET …` */
const HEX_ROW = /^([0-9a-f]{4,8}): ((?:[0-9a-f]{2} ){1,16})/;
const ASCII_ROW = /^([0-9a-f]{4,8}):(?: (.*))?$/s;

export const isCurlLog = (line: string): boolean => isRequestStart(SENT.exec(line)?.[1] ?? '');
export const isCurlTrace = (line: string): boolean => SEND.exec(line)?.[1] === 'header';

/** @returns one request or more */
export function readCurlLog(lines: readonly Line[]): readonly ReadRequest[] {
  const sent = lines.flatMap((line) => {
    const [whole, text = ''] = SENT.exec(line.text) ?? [];
    return whole === undefined ? [] : [{ ...line, text }];
  });
  return groups(sent, ({ text }) => isRequestStart(text)).map((message) =>
    readMessage('curl log', message),
  );
}

const DOTS =
  'curl --trace-ascii prints a dot for each byte of a body that is not printable ASCII (--trace shows them)';

/** @returns one request or more */
export function readCurlTrace(lines: readonly Line[]): readonly ReadRequest[] {
  const dumps = groups(lines, ({ text }) => SEND.test(text)).map(([head, ...after]) => {
    const [, kind, size] = SEND.exec(head.text) ?? [];
    const end = after.findIndex(({ text }) => !ASCII_ROW.test(text));
    const rows = after.slice(0, end < 0 ? undefined : end).map(({ text }) => text);
    return { number: head.number, kind, size: Number(size), rows };
  });
  const row = dumps.every(({ rows }) => rows.every((text) => HEX_ROW.test(text)))
    ? HEX_ROW
    : ASCII_ROW;
  return groups(dumps, ({ kind }) => kind === 'header').map((message) => {
    const text = message.map(({ rows, size }) => bytesIn(rows, row, size)).join('');
    const { number } = message[0];
    const read = readMessage(
      'curl trace',
      linesOf(text).map((line) => ({ ...line, number })),
    );
    return row === ASCII_ROW && read.rest.includes('.') ? { ...read, doubt: DOTS } : read;
  });
}

/** From each item that begins a group up to the next one. */
function groups<T>(items: readonly T[], begins: (item: T) => boolean) {
  const found: [T, ...T[]][] = [];
  for (const item of items) {
    if (begins(item)) found.push([item]);
    else found.at(-1)?.push(item);
  }
  return found;
}

function bytesIn(rows: readonly string[], row: RegExp, size: number): string {
  let bytes = '';
  // A gap of two before an offset is the CRLF that --trace-ascii does not print.
  const fill = (end: number) => {
    if (end === bytes.length + 2) bytes += '\r\n';
  };
  for (const text of rows) {
    const [, offset = '', shown = ''] = row.exec(text) ?? [];
    fill(Number.parseInt(offset, 16));
    const isHex = row === HEX_ROW;
    bytes += isHex ? Buffer.from(shown.replaceAll(' ', ''), 'hex').toString('latin1') : shown;
  }
  fill(size);
  return bytes;
}
