// Reads a file line by line, whatever its size: no string is ever longer than one line.
import { isUtf8 } from 'node:buffer';
import type { DiskFile } from './disk.ts';

const CHUNK = 1 << 20;
const NEWLINE = 0x0a;

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Of its first byte. */
  readonly offset: number;
  /** Without its newline. */
  readonly bytes: Buffer;
  /** False for a last line that lacks its newline. */
  readonly ended: boolean;
}

/** The lines of a file, in batches: one read's worth each. */
export async function* readLines(file: DiskFile): AsyncGenerator<readonly Line[]> {
  let rest: Buffer = Buffer.alloc(0);
  let restOffset = 0;
  let number = 0;
  for (let position = 0; ; ) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const got = await file.read(chunk, position);
    if (got === 0) break;
    position += got;
    const bytes = Buffer.concat([rest, chunk.subarray(0, got)]);
    const lines: Line[] = [];
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      number++;
      const line = bytes.subarray(start, end);
      lines.push({ number, offset: restOffset + start, bytes: line, ended: true });
      start = end + 1;
    }
    rest = bytes.subarray(start);
    restOffset += start;
    yield lines;
  }
  if (rest.length === 0) return;
  yield [{ number: number + 1, offset: restOffset, bytes: rest, ended: false }];
}

/** The text of UTF-8 bytes; `undefined` when they are not UTF-8. */
export function textOf(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') && !isUtf8(bytes) ? undefined : text;
}
