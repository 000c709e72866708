// The part of curl -v's output that shows the request: lines that start with "> ". Other lines are ignored.
import type { ReadRequest } from './captured-request.ts';
import { readMessage } from './http-message.ts';
import { theSigned } from './several-requests.ts';

/** --trace-time and --trace-ids put these in front of a line. */
export const STAMP = '(?:\\d\\d:\\d\\d:\\d\\d\\.\\d+ )?(?:\\[\\S+\\] )?';
const SENT = new RegExp(`^${STAMP}>(?: (.*))?$`, 's');
const REQUEST_LINE = /^[A-Za-z]+ \S+ HTTP\/\d/;

export const isCurlLog = (lines: readonly string[]): boolean =>
  lines.some((line) => REQUEST_LINE.test(SENT.exec(line)?.[1] ?? ''));

interface Numbered {
  readonly text: string;
  readonly number: number;
}

/** @param lines without their ends */
export function readCurlLog(lines: readonly string[]): ReadRequest {
  const messages: Numbered[][] = [];
  lines.forEach((line, index) => {
    const [whole, text = ''] = SENT.exec(line) ?? [];
    if (whole === undefined) return;
    if (REQUEST_LINE.test(text)) messages.push([]);
    messages.at(-1)?.push({ text, number: index + 1 });
  });
  return theSigned(
    messages.map((message) =>
      readMessage({
        form: 'curl log',
        text: message.map(({ text }) => text).join('\n'),
        lineNumber: (index) => message[index]?.number ?? 1,
      }),
    ),
  );
}
