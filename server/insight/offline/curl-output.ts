// What curl prints of its requests: with -v lines that start with "> ", with --trace and --trace-ascii dumps
// with offsets. Other lines are ignored. --trace shows every byte; --trace-ascii shows line ends only
// through the offsets.
import { type ReadRequest, UnreadableRequest } from './captured-request.ts';
import { type Line, linesOf, readMessage } from './http-message.ts';

/** --trace-time and --trace-ids put these in front of a line. */
const STAMP = '(?:\\d\\d:\\d\\d:\\d\\d\\.\\d+ )?(?:\\[\\S+\\] )?';
const SENT = new RegExp(`^${STAMP}>(?: (.*))?$`, 's');
const REQUEST_LINE = /^[A-Za-z]+ \S+ HTTP\/\d/;
const SEND = new RegExp(`^${STAMP}=> Send (header|data), (\\d+) bytes`);
/** `0000: 47 45 54 20 …  GET …` */
const HEX_ROW = /^([0-9a-f]{4,8}): ((?:[0-9a-f]{2} ){1,16})/;
const ASCII_ROW = /^([0-9a-f]{4,8}):(?: (.*))?$/s;

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
    const isHex = last?.isHex ?? rows.every((row) => HEX_ROW.test(row.text));
    const bytes = bytesIn(rows, isHex, Number(size));
    if (bytes.length !== Number(size)) {
      const found = `expected rows of ${size} bytes as curl --trace printed them; found ${bytes.length}`;
      throw new UnreadableRequest(found, number);
    }
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
  let dump: [Line, ...Line[]] | undefined;
  for (const line of lines) {
    if (SEND.test(line.text)) {
      dump = [line];
      dumps.push(dump);
    } else if (ASCII_ROW.test(line.text)) dump?.push(line);
    else dump = undefined;
  }
  return dumps;
}

function bytesIn(rows: readonly Line[], isHex: boolean, size: number): string {
  let bytes = '';
  // A gap of two before an offset is the CRLF that --trace-ascii does not print.
  const fill = (end: number) => {
    if (end === bytes.length + 2) bytes += '\r\n';
  };
  for (const { text } of rows) {
    const [, offset = '', content = ''] = (isHex ? HEX_ROW : ASCII_ROW).exec(text) ?? [];
    fill(Number.parseInt(offset, 16));
    bytes += isHex ? Buffer.from(content.replaceAll(' ', ''), 'hex').toString('latin1') : content;
  }
  fill(size);
  return bytes;
}
