// Attribute types of distinguished names: one row per type that certificates of payment service
// providers and their issuers carry. The first keyword is the one the bank prints.

import { lettersApart } from '../kernel/letters-apart.ts';

const ROWS: readonly (readonly [oid: string, ...keywords: string[]])[] = [
  ['2.5.4.3', 'CN', 'commonName'],
  ['2.5.4.4', 'SN', 'surname'],
  ['2.5.4.5', 'serialNumber'],
  ['2.5.4.6', 'C', 'countryName'],
  ['2.5.4.7', 'L', 'localityName'],
  ['2.5.4.8', 'ST', 'S', 'stateOrProvinceName'],
  ['2.5.4.9', 'STREET', 'streetAddress'],
  ['2.5.4.10', 'O', 'organizationName'],
  ['2.5.4.11', 'OU', 'organizationalUnitName'],
  ['2.5.4.12', 'title', 'T'],
  ['2.5.4.13', 'description'],
  ['2.5.4.15', 'businessCategory'],
  ['2.5.4.16', 'postalAddress'],
  ['2.5.4.17', 'postalCode'],
  ['2.5.4.20', 'telephoneNumber'],
  ['2.5.4.41', 'name'],
  ['2.5.4.42', 'GN', 'G', 'givenName'],
  ['2.5.4.43', 'initials', 'I'],
  ['2.5.4.44', 'generationQualifier', 'generation'],
  ['2.5.4.45', 'x500UniqueIdentifier', 'uniqueIdentifier'],
  ['2.5.4.46', 'dnQualifier', 'DNQ'],
  ['2.5.4.65', 'pseudonym'],
  ['2.5.4.97', 'organizationIdentifier'],
  ['0.9.2342.19200300.100.1.1', 'UID', 'userId'],
  ['0.9.2342.19200300.100.1.25', 'DC', 'domainComponent'],
  ['1.2.840.113549.1.9.1', 'emailAddress', 'E', 'email'],
  ['1.2.840.113549.1.9.2', 'unstructuredName'],
  ['1.3.6.1.4.1.311.60.2.1.1', 'jurisdictionL', 'jurisdictionLocalityName'],
  ['1.3.6.1.4.1.311.60.2.1.2', 'jurisdictionST', 'jurisdictionStateOrProvinceName'],
  ['1.3.6.1.4.1.311.60.2.1.3', 'jurisdictionC', 'jurisdictionCountryName'],
];

const OID_OF = new Map(
  ROWS.flatMap(([oid, ...keywords]) => keywords.map((word) => [word.toLowerCase(), oid] as const)),
);
const KEYWORD_OF = new Map(ROWS.map(([oid, keyword]) => [oid, keyword] as const));

export const ORGANIZATION_IDENTIFIER = '2.5.4.97';
export const ORGANIZATION_NAME = '2.5.4.10';
export const COMMON_NAME = '2.5.4.3';

/** Dotted OID of a keyword (any case), `2.5.4.97` or `OID.2.5.4.97`; `undefined` when unknown. */
export function attributeOid(type: string): string | undefined {
  const dotted = /^(?:oid\.)?([0-2](?:\.(?:0|[1-9]\d*))+)$/i.exec(type)?.[1];
  return dotted ?? OID_OF.get(type.toLowerCase());
}

/** Names in full of types that certificate tools write as a short keyword. */
const LONG_NAMES = new Set(
  [
    ...['commonName', 'countryName', 'localityName', 'stateOrProvinceName', 'streetAddress'],
    ...['organizationName', 'organizationalUnitName', 'userId', 'domainComponent', 'email'],
    ...['jurisdictionLocalityName', 'jurisdictionStateOrProvinceName', 'jurisdictionCountryName'],
  ].map((name) => name.toLowerCase()),
);

/** SIG-06: what the bank reads, but RFC 2253 writes as a short keyword. */
export function isLongName(type: string): boolean {
  return LONG_NAMES.has(type.toLowerCase());
}

/** Shorter ones differ from one another by as little. */
const SHORTEST_MISSPELT = 4;

/** The one known keyword that an unknown one is spelt nearly like: at most two letters apart. */
export function nearestKeyword(type: string): string | undefined {
  if (type.length < SHORTEST_MISSPELT) return undefined;
  const most = type.length < 6 ? 1 : 2;
  const near = ROWS.flatMap(([oid, ...keywords]) =>
    keywords
      .filter((word) => word.length >= SHORTEST_MISSPELT)
      .map((word) => ({ oid, word, apart: lettersApart(type.toLowerCase(), word.toLowerCase()) })),
  ).filter(({ apart }) => apart <= most);
  const least = Math.min(...near.map(({ apart }) => apart));
  const nearest = near.filter(({ apart }) => apart === least);
  return new Set(nearest.map(({ oid }) => oid)).size === 1 ? nearest[0]?.word : undefined;
}

/** Everything that the type is called, its OID as well; the longest first, as one may end another. */
export const keywordsOf = (oid: string): readonly string[] =>
  [...(ROWS.find(([one]) => one === oid) ?? [oid])].toSorted((a, b) => b.length - a.length);

/** The keyword that the bank prints, else the dotted OID itself. */
export function attributeKeyword(oid: string): string {
  return KEYWORD_OF.get(oid) ?? oid;
}
