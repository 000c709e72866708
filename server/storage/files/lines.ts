// Reads a file line by line, whatever its size: no string is ever longer than one line.
import { isUtf8 } from 'node:buffer';
import type { DiskFile } from './disk.ts';

const CHUNK = 1 << 20;
const NEWLINE = 0x0a;

/** Some lines of a file, read in one go: whole ones, or a last one that lacks its newline. */
export interface Block {
  readonly bytes: Buffer;
  /** Of its first byte in the file. */
  readonly offset: number;
  readonly ended: boolean;
}

export interface Line {
  /** Where it is in the block, without its newline. */
  readonly start: number;
  readonly end: number;
}

/** The lines of a file in blocks, with a turn for others between two of them. */
export async function* readBlocks(file: DiskFile): AsyncGenerator<Block> {
  const size = await file.size();
  let rest: Buffer = Buffer.alloc(0);
  let offset = 0;
  for (let position = 0; position < size; ) {
    const room = Buffer.allocUnsafe(rest.length + Math.min(CHUNK, size - position));
    rest.copy(room);
    const got = await file.read(room.subarray(rest.length), position);
    if (got === 0) break;
    position += got;
    const bytes = room.subarray(0, rest.length + got);
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end > 0) yield { bytes: bytes.subarray(0, end), offset, ended: true };
    rest = bytes.subarray(end);
    offset += end;
  }
  if (rest.length > 0) yield { bytes: rest, offset, ended: false };
}

export function* linesIn({ bytes, ended }: Block): Iterable<Line> {
  for (let start = 0; start < bytes.length; ) {
    const end = ended ? bytes.indexOf(NEWLINE, start) : bytes.length;
    yield { start, end };
    start = end + 1;
  }
}

/** The text of UTF-8 bytes; `undefined` when they are not UTF-8. */
export function textOf(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') && !isUtf8(bytes) ? undefined : text;
}
