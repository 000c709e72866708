// Every form that the bank tolerates, as a request that differs from a valid one in that alone. The
// refusals are written down here, not read from the program's own table.
import { AT_SIGNATURE, type Breaker } from './breakers.ts';
import { dateIn, drafted, header, replaced, signature, withQuery } from './conformance-changes.ts';

const CERTIFICATE = 'TPP-Signature-Certificate';

const pemOf = (value: string) =>
  `-----BEGIN CERTIFICATE-----\n${(value.match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;
const serial = (change: (hex: string) => string) =>
  drafted((draft) => {
    draft.keyId = draft.keyId.replace(/^SN=([^,]*)/, (_, hex: string) => `SN=${change(hex)}`);
  });
const issuer = (change: (name: string) => string) =>
  drafted((draft) => {
    draft.keyId = draft.keyId.replace(/,CA=(.*)$/, (_, name: string) => `,CA=${change(name)}`);
  });

/** The rule whose tolerance it is, and the request; the refusal is that of level `error`. */
export interface ToleratedForm extends Breaker {
  readonly rule: string;
}

const OF_CERTIFICATE = {
  rule: 'SIG-02',
  stage: 'certificate',
  code: 'FORMAT_ERROR',
  path: CERTIFICATE,
} as const;
const OF_SYNTAX = {
  rule: 'SIG-03',
  stage: 'Signature syntax',
  code: 'FORMAT_ERROR',
  path: 'Signature',
} as const;
const OF_SERIAL = { rule: 'SIG-05', stage: 'keyId', ...AT_SIGNATURE } as const;
const OF_ISSUER = { rule: 'SIG-06', stage: 'keyId', ...AT_SIGNATURE } as const;

export const TOLERATED_FORMS: readonly ToleratedForm[] = [
  {
    ...OF_CERTIFICATE,
    name: 'white space in the certificate',
    says: /white space/,
    change: replaced(CERTIFICATE, (value) => (value.match(/.{1,64}/g) ?? []).join(' ')),
  },
  {
    ...OF_CERTIFICATE,
    name: 'the certificate as base64 of PEM',
    says: /base64 of a PEM file/,
    change: replaced(CERTIFICATE, (value) => Buffer.from(pemOf(value)).toString('base64')),
  },
  {
    ...OF_SYNTAX,
    name: 'an unknown parameter in Signature',
    says: /"created"/,
    change: signature((value) => `created=1402170695,${value}`),
  },
  {
    ...OF_SYNTAX,
    name: 'an unknown parameter in quotes, last',
    says: /"expires"/,
    change: signature((value) => `${value},expires="1402170999"`),
  },
  {
    ...OF_SERIAL,
    name: 'a serial in lower case',
    says: /upper-case/,
    change: serial((hex) => hex.toLowerCase()),
  },
  {
    ...OF_SERIAL,
    name: 'a serial with leading zeros',
    says: /leading zeros/,
    change: serial((hex) => `00${hex}`),
  },
  {
    ...OF_ISSUER,
    name: 'an attribute type in full',
    says: /attribute type countryName; RFC 2253 writes C\./,
    change: issuer((name) => name.replace(/C=(?=[^=]*$)/, 'countryName=')),
  },
  {
    ...OF_ISSUER,
    name: 'semicolons in the issuer',
    says: /; between its parts/,
    change: issuer((name) => name.replaceAll(',', ';')),
  },
  {
    ...OF_ISSUER,
    name: 'space around the equals signs',
    says: /space around its separators/,
    change: issuer((name) => name.replaceAll('=', ' = ')),
  },
  {
    ...OF_ISSUER,
    name: 'doubled backslashes',
    says: /its backslashes doubled/,
    change: issuer((name) => name.replace('Sandbank', '\\\\53andbank')),
  },
  {
    rule: 'SIG-11',
    stage: 'Date',
    name: 'a numeric zone in Date',
    code: 'FORMAT_ERROR',
    path: 'Date',
    says: /numeric time zone/,
    // Its day has two digits on every day: one digit is another finding.
    change: drafted((draft) => draft.headers.set('Date', dateIn('+0100', 1))),
  },
  {
    rule: 'SIG-08',
    stage: 'signed headers',
    name: 'capitals in the listed names',
    ...AT_SIGNATURE,
    says: /lower case/,
    change: drafted((draft) => {
      draft.signed = draft.signed.map((name) => name.toUpperCase());
    }),
  },
  {
    rule: 'TPP-03',
    stage: 'trust and role',
    name: 'a certificate without roles',
    code: 'FORBIDDEN',
    path: CERTIFICATE,
    says: /PSD2 roles/,
    variant: 'no-psd2',
  },
  {
    rule: 'HDR-08',
    stage: 'header formats',
    name: 'an unknown fix',
    on: ['read', 'pay'],
    code: 'FORMAT_ERROR',
    path: 'x-accept-fix',
    says: /fix-everything/,
    change: header('x-accept-fix', 'amount-as-string,fix-everything'),
  },
  {
    rule: 'ERR-01',
    stage: 'query',
    name: 'an unknown query parameter',
    code: 'FORMAT_ERROR',
    path: 'colour',
    says: /colour/,
    change: withQuery('colour=blue'),
  },
];

/** Every rule that tolerates something, in the order of checks. */
export const TOLERANT_RULES: readonly string[] = [
  ...new Set(TOLERATED_FORMS.map(({ rule }) => rule)),
];
