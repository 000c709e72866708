// Distinguished names as values: read from a certificate, printed as RFC 2253, and compared by what
// they say and not by how they are spelt (SIG-06).
import { attributeKeyword } from './attribute-types.ts';
import { childrenOf, type DerElement, DerError, readOid, readText, TAG } from './der.ts';

export interface NameAttribute {
  /** Dotted OID. */
  readonly type: string;
  /** Text, or the hexadecimal BER of a value that is no character string. */
  readonly value: string;
  readonly isText: boolean;
}

/** One relative name; its attributes are a set. */
export type Rdn = readonly NameAttribute[];

/** In the certificate's order: country first, as a rule. RFC 2253 prints it the other way round. */
export type DistinguishedName = readonly Rdn[];

/** Reads an X.501 Name. Throws DerError. */
export function nameFromDer(element: DerElement | undefined): DistinguishedName {
  return childrenOf(element, TAG.SEQUENCE).map((rdn) =>
    childrenOf(rdn, TAG.SET).map((attribute) => {
      const [type, value] = childrenOf(attribute, TAG.SEQUENCE);
      if (value === undefined) throw new DerError('a name attribute without a value');
      return attributeFrom(readOid(type), value);
    }),
  );
}

/** The attribute with that DER value: as text where it is a character string. */
export function attributeFrom(type: string, value: DerElement): NameAttribute {
  const text = readText(value);
  return text === undefined
    ? { type, value: value.bytes.toString('hex'), isText: false }
    : { type, value: text, isText: true };
}

/** RFC 2253 text: the most specific name first, one comma between, special characters escaped. */
export function formatName(name: DistinguishedName): string {
  const rdns = name.map((rdn) =>
    rdn.map((a) => `${attributeKeyword(a.type)}=${formatValue(a)}`).join('+'),
  );
  return rdns.reverse().join(',');
}

function formatValue({ value, isText }: NameAttribute): string {
  if (!isText) return `#${value}`;
  return value
    .replace(/[,+"\\<>;]/g, '\\$&')
    .replace(/[\0-\x1f\x7f]/g, (c) => `\\${c.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .replace(/ $/, '\\ ')
    .replace(/^[ #]/, '\\$&');
}

/** Same relative names in the same order; the attributes inside one in any order. */
export function sameName(a: DistinguishedName, b: DistinguishedName): boolean {
  return canonical(a) === canonical(b);
}

function canonical(name: DistinguishedName): string {
  return JSON.stringify(
    name.map((rdn) => rdn.map((a) => JSON.stringify([a.type, a.isText, a.value])).sort()),
  );
}

/** The first value of that type, when it is text. */
export function attributeText(name: DistinguishedName, type: string): string | undefined {
  return name.flat().find((a) => a.type === type && a.isText)?.value;
}
