// A reader of DER, for certificates that strangers send: one level at a time, so that depth costs
// nothing, and every length is checked against the bytes that are there.
import { decodeUtf8 } from '../kernel/utf8.ts';

/** What arrived is not DER, or not the structure that was asked for. */
export class DerError extends Error {
  override readonly name = 'DerError';
}

export interface DerElement {
  /** The identifier octet, for instance 0x30 for SEQUENCE. */
  readonly tag: number;
  /** Tag, length and content. */
  readonly bytes: Buffer;
  readonly content: Buffer;
}

export const TAG = {
  INTEGER: 0x02,
  BIT_STRING: 0x03,
  OCTET_STRING: 0x04,
  OID: 0x06,
  UTC_TIME: 0x17,
  GENERALIZED_TIME: 0x18,
  SEQUENCE: 0x30,
  SET: 0x31,
} as const;

const MAX_OID_BYTES = 64;

/** The one element that fills `bytes`. Throws DerError. */
export function readDer(bytes: Buffer): DerElement {
  const element = readAt(bytes, 0);
  if (element.bytes.length !== bytes.length) throw new DerError('bytes follow the last element');
  return element;
}

/**
 * How long a SEQUENCE says that it is, if two bytes say it, as in every certificate; `undefined` if it does not begin
 * so.
 */
export function statedSize(bytes: Buffer): number | undefined {
  const isStated = bytes.length > 3 && bytes[0] === TAG.SEQUENCE && bytes[1] === 0x82;
  return isStated ? 4 + bytes.readUInt16BE(2) : undefined;
}

/** The elements inside a constructed one that must carry `tag`. Throws DerError. */
export function childrenOf(element: DerElement | undefined, tag: number): DerElement[] {
  const { content } = expectTag(element, tag);
  const children: DerElement[] = [];
  for (let offset = 0; offset < content.length; ) {
    const child = readAt(content, offset);
    children.push(child);
    offset += child.bytes.length;
  }
  return children;
}

/** The element, when it is there and carries `tag`. Throws DerError. */
export function expectTag(element: DerElement | undefined, tag: number): DerElement {
  if (element === undefined) throw new DerError('an element is missing');
  if (element.tag !== tag) {
    throw new DerError(`tag 0x${element.tag.toString(16)} where 0x${tag.toString(16)} belongs`);
  }
  return element;
}

function readAt(bytes: Buffer, offset: number): DerElement {
  const tag = bytes[offset];
  const first = bytes[offset + 1];
  if (tag === undefined || first === undefined) throw new DerError('an element is cut short');
  if ((tag & 0x1f) === 0x1f) throw new DerError('multi-byte tags are not used in certificates');
  let start = offset + 2;
  let length = first;
  if (first >= 0x80) {
    const count = first & 0x7f;
    if (count < 1 || count > 4) throw new DerError('indefinite or absurd length');
    if (start + count > bytes.length) throw new DerError('an element is cut short');
    length = bytes.readUIntBE(start, count);
    start += count;
  }
  const end = start + length;
  if (end > bytes.length) throw new DerError('an element is longer than what holds it');
  return { tag, bytes: bytes.subarray(offset, end), content: bytes.subarray(start, end) };
}

/** Dotted text of an OBJECT IDENTIFIER. Throws DerError. */
export function readOid(element: DerElement | undefined): string {
  const { content } = expectTag(element, TAG.OID);
  const last = content[content.length - 1];
  if (last === undefined || last >= 0x80 || content.length > MAX_OID_BYTES) {
    throw new DerError('damaged object identifier');
  }
  const arcs: bigint[] = [];
  let arc = 0n;
  for (const byte of content) {
    arc = (arc << 7n) | BigInt(byte & 0x7f);
    if (byte >= 0x80) continue;
    if (arcs.length === 0) {
      const top = arc < 80n ? arc / 40n : 2n;
      arcs.push(top, arc - top * 40n);
    } else arcs.push(arc);
    arc = 0n;
  }
  return arcs.join('.');
}

/** An INTEGER in two's complement. Throws DerError. */
export function readInteger(element: DerElement | undefined): bigint {
  const { content } = expectTag(element, TAG.INTEGER);
  if (content.length === 0) throw new DerError('an integer without digits');
  return BigInt.asIntN(content.length * 8, BigInt(`0x${content.toString('hex')}`));
}

/** UTCTime or GeneralizedTime in UTC, as milliseconds since the epoch. Throws DerError. */
export function readTime(element: DerElement | undefined): number {
  const generalized = element?.tag === TAG.GENERALIZED_TIME;
  const { content } = expectTag(element, generalized ? TAG.GENERALIZED_TIME : TAG.UTC_TIME);
  const text = content.toString('latin1');
  const match = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})?Z$/.exec(text);
  const year = match?.[1] ?? '';
  if (match === null || (year.length === 4) !== generalized) throw new DerError('damaged time');
  const [month = '', day = '', hour = '', minute = '', second = '00'] = match.slice(2);
  // RFC 5280, 4.1.2.5.1: two digits from 50 on are the last century.
  const century = generalized ? '' : year >= '50' ? '19' : '20';
  const time = Date.parse(`${century}${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(time)) throw new DerError('a time that no calendar has');
  return time;
}

/** The text of one of ASN.1's character strings; `undefined` when it is another value, or damaged. */
export function readText(element: DerElement): string | undefined {
  const { tag, content } = element;
  switch (tag) {
    case 0x0c:
      return decodeUtf8(content);
    case 0x12: // NumericString
    case 0x13: // PrintableString
    case 0x14: // TeletexString, in practice ISO-8859-1
    case 0x16: // IA5String
    case 0x1a: // VisibleString
      return content.toString('latin1');
    case 0x1e:
      return decodeBmp(content);
    default:
      return undefined;
  }
}

function decodeBmp(content: Buffer): string | undefined {
  if (content.length % 2 !== 0) return undefined;
  return Buffer.from(content).swap16().toString('utf16le');
}
