// Short words for what node-forge's asn1 writes. A tree nests as the calls do, and becomes bytes at the end.
import type { asn1 as Forge } from 'node-forge';
import asn1 from 'node-forge/lib/asn1.js';

export type Tree = Forge.Asn1;

const { Class, Type } = asn1;

export const toDer = (tree: Tree): Buffer => fromBinary(asn1.toDer(tree).getBytes());

/** What somebody else wrote, as a part of a tree. */
export const fromDer = (bytes: Buffer): Tree => asn1.fromDer(toBinary(bytes));

/** Forge keeps bytes in strings, one in each character. */
const toBinary = (bytes: Buffer): string => bytes.toString('latin1');
const fromBinary = (text: string): Buffer => Buffer.from(text, 'latin1');

const primitive = (type: Forge.Type, content: string): Tree =>
  asn1.create(Class.UNIVERSAL, type, false, content);

export const sequence = (...items: Tree[]): Tree =>
  asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, items);

export const set = (...items: Tree[]): Tree => asn1.create(Class.UNIVERSAL, Type.SET, true, items);

/** `[number]` around what it holds (X.690, 8.14). */
export const tagged = (number: number, content: Tree): Tree =>
  asn1.create(Class.CONTEXT_SPECIFIC, number, true, [content]);

/** `[number]` instead of OCTET STRING. */
export const taggedOctets = (number: number, bytes: Buffer): Tree =>
  asn1.create(Class.CONTEXT_SPECIFIC, number, false, toBinary(bytes));

export const TRUE: Tree = primitive(Type.BOOLEAN, '\xff');
export const NULL: Tree = primitive(Type.NULL, '');

/** A number that is not negative. */
export function integer(value: bigint): Tree {
  // The first bit is the sign; forge leaves out a zero byte that is not needed.
  const hex = `00${value.toString(16)}`;
  return primitive(Type.INTEGER, toBinary(Buffer.from(hex.slice(hex.length % 2), 'hex')));
}

export const octets = (bytes: Buffer): Tree => primitive(Type.OCTETSTRING, toBinary(bytes));

/** @param unused how many bits of the last byte do not count */
export const bits = (bytes: Buffer, unused = 0): Tree =>
  primitive(Type.BITSTRING, String.fromCharCode(unused) + toBinary(bytes));

export const utf8 = (text: string): Tree => primitive(Type.UTF8, toBinary(Buffer.from(text)));

/** @param text nothing but letters, digits and a few signs */
export const printable = (text: string): Tree => primitive(Type.PRINTABLESTRING, text);

export const bmp = (text: string): Tree => primitive(Type.BMPSTRING, text);

/** @param dotted for instance `2.5.4.97` */
export const oid = (dotted: string): Tree => primitive(Type.OID, asn1.oidToDer(dotted).getBytes());

/** A time in whole seconds: with two digits of the year through 2049, as RFC 5280 wants it (4.1.2.5). */
export function time(millis: number): Tree {
  const date = new Date(millis);
  return date.getUTCFullYear() < 2050
    ? primitive(Type.UTCTIME, asn1.dateToUtcTime(date))
    : primitive(Type.GENERALIZEDTIME, asn1.dateToGeneralizedTime(date));
}
