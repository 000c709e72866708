// What machines between a client and the bank do to a body: compress it, cut it, send it in chunks.
import { brotliCompressSync, deflateSync, gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import { utf8Of } from '../../../kernel/utf8.ts';
import {
  around,
  both,
  type Change,
  type Edit,
  replaced,
  type Table,
  tried,
  under,
} from './form.ts';

const uncompressed = tried((bytes) => {
  const unpack = { '\x1f\x8b': gunzipSync, '\x78\x9c': inflateSync }[bytes.slice(0, 2)];
  const limit = { maxOutputLength: 128 * 1024 };
  return unpack?.(Buffer.from(bytes, 'latin1'), limit).toString('latin1');
});

/** A longer body takes too long to compress. */
const MOST_COMPRESSED = 4096;
const compressed =
  (pack: (bytes: Buffer) => Buffer): Edit =>
  (bytes) =>
    bytes.length > MOST_COMPRESSED ? bytes : pack(Buffer.from(bytes, 'latin1')).toString('latin1');
/** On the systems that the header names: Unix, macOS, Windows. */
const GZIPS = ['\x03', '\x13', '\n'].map((system) =>
  both(compressed(gzipSync), replaced(/^(\x1f\x8b.{7})./s, `$1${system}`)),
);

const chunked =
  (end: string): Change =>
  (bytes) =>
    `${bytes.length.toString(16)}\r\n${bytes}${end}`;

/** Of two equal halves. A pattern would compare every length that the half could have. */
const firstHalf: Change = (bytes) => {
  const half = bytes.slice(0, bytes.length / 2);
  return half.length > 1 && half + half === bytes ? half : undefined;
};

/** Whether JSON ends before all its texts and brackets do. */
export function isCut(bytes: string): boolean {
  const texts = /"[^"\\]*(?:\\.[^"\\]*)*("?)/gs;
  const marks = bytes.replace(texts, (_, end) => (end === '' ? '[' : ''));
  return /^[[{]/.test(bytes) && marks.split(/[[{]/).length > marks.split(/[\]}]/).length;
}

export const TRANSIT_FORMS: Table = [
  under('bytes', { body: 'body-compressed' }),
  [2, 'before it was compressed', uncompressed],
  [5, 'after it was compressed with gzip', ...GZIPS],
  [5, 'after it was compressed with deflate', compressed(deflateSync)],
  [5, 'after it was compressed with brotli', compressed(brotliCompressSync)],
  under('bytes', { body: 'body-chunked' }),
  [5, 'with its chunked framing', chunked('\r\n0\r\n\r\n')],
  [5, 'with its chunk size', chunked('\r\n')],
  [3, 'without the chunked framing', replaced(/^[\da-f]+\r\n(.*)\r\n0\r\n\r\n$/is, '$1')],
  under('bytes', { body: 'body-twice' }),
  [3, 'once, and it came twice', firstHalf],
  under('bytes', { body: 'body-cut' }),
  [5, 'with one bracket more at its end', around('', '}')],
  [5, 'without its first byte', (bytes) => bytes.slice(1)],
  [5, 'without its last byte', (bytes) => bytes.slice(0, -1)],
  [
    5,
    'cut to as many bytes as it has characters',
    (bytes) => (bytes.includes('\0') ? undefined : bytes.slice(0, utf8Of(bytes)?.length)),
  ],
];
