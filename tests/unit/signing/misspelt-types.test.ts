// Which keyword of a name is meant by one that is spelt nearly like it is what is written in
// tests/fixtures/tables/misspelt-types.txt. `npm run examples` records it again.
import { test } from '@jest/globals';
import {
  attributeKeyword,
  attributeOid,
  isLongName,
  keywordsOf,
  nearestKeyword,
} from '../../../server/signing/attribute-types.ts';
import { expectRecorded } from '../../support/recorded.ts';

const TYPES = [
  ...['CN', 'SN', 'serialNumber', 'C', 'L', 'ST', 'STREET', 'O', 'OU', 'title', 'description'],
  ...['businessCategory', 'postalAddress', 'postalCode', 'telephoneNumber', 'name', 'GN', 'DNQ'],
  ...['initials', 'generationQualifier', 'uniqueIdentifier', 'pseudonym', 'emailAddress', 'UID'],
  ...['organizationIdentifier', 'DC', 'unstructuredName', 'jurisdictionL', 'jurisdictionST', 'x'],
];

/** One or two letters gone, doubled, turned round or others; also what is no name at all. */
const misspelt = (word: string): readonly string[] => {
  const at = word.length >> 1;
  const [before, one = '', after] = [word.slice(0, at), word[at], word.slice(at + 1)];
  return [
    word,
    word.toUpperCase(),
    before + after,
    word.slice(1),
    word.slice(0, -1),
    word.slice(1, -1),
    word.slice(2, -1),
    before + one + one + after,
    `${word}x`,
    `${word}xy`,
    `${word}xyz`,
    `${before}q${after}`,
    `qq${word.slice(2)}`,
    `${word.slice(0, 2).split('').reverse().join('')}${word.slice(2)}`,
  ];
};

test('SIG-06: the keyword that is meant by another is the one that the bank says now', () => {
  const lines = TYPES.flatMap((type) => {
    const oid = attributeOid(type) ?? type;
    const known = `${oid} ${attributeKeyword(oid)} (${keywordsOf(oid)}) ${isLongName(type)}`;
    const near = misspelt(type).map((word) => `${word}: ${nearestKeyword(word)}`);
    return [`# ${type}: ${known}`, ...near];
  });
  expectRecorded('tables/misspelt-types.txt', lines);
});
