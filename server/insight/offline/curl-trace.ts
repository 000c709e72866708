// The output of curl --trace and --trace-ascii: dumps with offsets, turned back into the bytes as sent. The
// first shows every byte; the second shows line ends only through the offsets.
import { type ReadRequest, UnreadableRequest } from './captured-request.ts';
import { STAMP } from './curl-log.ts';
import { readMessage } from './http-message.ts';
import { theSigned } from './several-requests.ts';

const EVENT = new RegExp(`^${STAMP}(?:=>|<=|==) `);
const SEND = new RegExp(`^${STAMP}=> Send (header|data), (\\d+) bytes`);
const ROW = /^([0-9a-f]{4,}):(?: (.*))?$/s;

export const isCurlTrace = (lines: readonly string[]): boolean =>
  lines.some((line) => SEND.test(line));

interface Row {
  readonly offset: number;
  readonly content: string;
  readonly number: number;
}

/** One dump: a header or a piece of a body. */
interface Dump {
  readonly kind: string;
  readonly bytes: number;
  readonly number: number;
  readonly rows: Row[];
}

const DOTS =
  'curl --trace-ascii prints a dot for each byte of a body that is not printable ASCII (--trace shows them)';

/** @param lines without their ends */
export function readCurlTrace(lines: readonly string[]): ReadRequest {
  const messages: { readonly number: number; text: string }[] = [];
  const dumps = dumpsOf(lines);
  for (const dump of dumps) {
    const last = messages.at(-1);
    if (dump.kind === 'header' || last === undefined) {
      messages.push({ number: dump.number, text: textOf(dump) });
    } else last.text += textOf(dump);
  }
  const found = theSigned(
    messages.map(({ text, number }) =>
      readMessage({ form: 'curl trace', text, lineNumber: () => number }),
    ),
  );
  const showsBytes = dumps.some(({ rows }) => rows.some(({ content }) => hexBytes(content)));
  return showsBytes || !found.rest.includes('.') ? found : { ...found, lossy: DOTS };
}

function dumpsOf(lines: readonly string[]): Dump[] {
  const dumps: Dump[] = [];
  let isOpen = false;
  lines.forEach((line, index) => {
    const number = index + 1;
    const [, kind, bytes] = SEND.exec(line) ?? [];
    if (EVENT.test(line)) isOpen = kind !== undefined;
    if (kind !== undefined) dumps.push({ kind, bytes: Number(bytes), number, rows: [] });
    const [, offset, content = ''] = ROW.exec(line) ?? [];
    if (!isOpen || offset === undefined) return;
    dumps.at(-1)?.rows.push({ offset: Number.parseInt(offset, 16), content, number });
  });
  return dumps;
}

function textOf({ rows, bytes }: Dump): string {
  return rows
    .map(({ offset, content, number }, index) => {
      const hex = hexBytes(content);
      if (hex !== undefined) return hex;
      // The gap before the next offset is the CR and LF that --trace-ascii does not print.
      const gap = (rows[index + 1]?.offset ?? bytes) - offset - content.length;
      if (gap < 0 || gap > 2) {
        throw new UnreadableRequest('expected a row of curl --trace as curl printed it', number);
      }
      return content + '\r\n'.slice(0, gap);
    })
    .join('');
}

const COLUMN = 48;

/** `47 45 54 20 …  GET …` as its bytes; `undefined` unless the text column repeats them. */
function hexBytes(content: string): string | undefined {
  const [columns] = /^(?:[0-9a-f]{2} ){1,16}/.exec(content) ?? [];
  if (columns === undefined) return undefined;
  const bytes = Buffer.from(columns.replaceAll(' ', ''), 'hex').toString('latin1');
  const text = bytes.replace(/[^ -~]/g, '.');
  const repeats = content.slice(COLUMN).trimEnd() === text.trimEnd();
  return repeats && content.slice(columns.length, COLUMN).trim() === '' ? bytes : undefined;
}
