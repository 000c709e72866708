// Strings signed wrongly in the value of a header, a date or an id.
import { NOW } from '../signing/support.ts';
import {
  joined,
  NOTHING,
  PSU,
  REQUEST_ID,
  RIGHT,
  type Rows,
  sent,
  TEXT,
  utf8,
  value,
} from './right-string.ts';

const everyLine = (end: string) => `${TEXT.replaceAll('\n', `${end}\n`)}${end}`;
const psuAs = (...values: readonly string[]) => values.map((one) => value('psu-id', one));
const psuWord = Buffer.from(PSU).toString('base64');

export const ROWS_OF_HEADERS: Rows = {
  'header-empty': {
    says: /signed \S+ with (an empty value|the word (null|None|undefined)) but sent .+;/,
    signed: psuAs(...NOTHING),
  },
  'value-encoded-word': {
    says: /signed \S+ as an RFC 2047 encoded word but sent it plain/,
    signed: [
      ...psuAs(`=?UTF-8?B?${psuWord}?=`, `=?utf-8?B?${psuWord}?=`),
      ...['UTF-8?Q', 'utf-8?Q', 'utf-8?q'].map((how) =>
        value('date', `=?${how}?Tue=2C_03_Nov_2026_09=3A05=3A07_GMT?=`),
      ),
    ],
  },
  'value-decoded': {
    says: /decoded but sent it as an RFC 2047 encoded word/,
    odd: [sent('x-request-id', '=?utf-8?Q?a=C3=B8?=', utf8('aø'))],
  },
  'value-quoted': {
    says: /in quotation marks/,
    signed: [
      ...psuAs(`"${PSU}"`),
      joined(RIGHT.map(([name, was]) => [name, `"${was}"`])),
      joined(RIGHT.map(([name, was]) => [name, `'${was}'`])),
    ],
  },
  'value-trailing-space': {
    says: /with a (space|tab) after its value/,
    signed: [
      ...psuAs(`${PSU} `, `${PSU}\t`),
      ...[everyLine(' '), everyLine('\t'), TEXT.replaceAll('\n', ' \n')],
    ],
  },
  'value-leading-space': {
    says: /signed \S+ with a space before its value/,
    signed: psuAs(` ${PSU}`),
  },
  'value-trailing-newline': {
    says: /with (a newline|a CR|CRLF) after its value/,
    signed: psuAs(`${PSU}\n`, `${PSU}\r`, `${PSU}\r\n`),
  },
  'value-spaces-collapsed': {
    says: /runs of white space made one space/,
    odd: [sent('x-request-id', 'a  \t b', 'a b')],
  },
  'value-percent-encoded': {
    says: /signed \S+ percent-encoded \(/,
    odd: [sent('x-request-id', 'a/b c', 'a%2Fb%20c'), sent('x-request-id', 'a/b c', 'a%2Fb+c')],
  },
  'value-percent-decoded': {
    says: /signed \S+ percent-decoded \(/,
    odd: [sent('x-request-id', 'a%2Fb', 'a/b')],
  },
  'date-format': {
    says: /signed date as ".*" but sent ".*"[;,]/,
    signed: [
      'Tue, 03 Nov 2026 09:05:07 +0000',
      'Tue, 3 Nov 2026 09:05:07 GMT',
      'Tue, 3 Nov 2026 09:05:07 +0000',
      'Tue,  3 Nov 2026 09:05:07 GMT',
      'Tue, 03 Nov 2026 09:05:07 UTC',
      'Tue, 03 Nov 2026 09:05:07 Z',
      'Tue, 03 Nov 2026 09:05:07 -0000',
      'Tue, 03 Nov 2026 09:05:07',
      '03 Nov 2026 09:05:07 GMT',
      'Tue 03 Nov 2026 09:05:07 GMT',
      'tue, 03 nov 2026 09:05:07 gmt',
      'TUE, 03 NOV 2026 09:05:07 GMT',
      '2026-11-03T09:05:07.000Z',
      '2026-11-03T09:05:07Z',
      '2026-11-03T09:05:07+00:00',
      '2026-11-03T09:05:07',
      '2026-11-03 09:05:07',
      '1793696707000',
      '1793696707',
      '1793696707.0',
      'Tue Nov  3 09:05:07 2026',
      'Tuesday, 03-Nov-26 09:05:07 GMT',
      'Tue Nov 03 09:05:07 UTC 2026',
      'Tue Nov 03 09:05:07 GMT 2026',
      'Tue Nov 03 10:05:07 CET 2026',
      'Tue, 03 Nov 2026 10:05:07 CET',
      'Tue, 03 Nov 2026 10:05:07 GMT',
      'Tue, 03 Nov 2026 10:05:07 +0100',
      'Tue, 03 Nov 2026 11:05:07 +0200',
      'Tue, 03 Nov 2026 04:05:07 -0500',
      'Tue, 3 Nov 2026 10:05:07 +0100',
      '2026-11-03T10:05:07+01:00',
      '2026-11-03T04:05:07-05:00',
    ].map((date) => value('date', date)),
    odd: [sent('date', 'Tue, 03 Nov 2026 10:05:07 +0100', 'Tue, 03 Nov 2026 09:05:07 GMT')],
  },
  'date-other-second': {
    says: /signed date as ".*" but sent ".*"; make the Date once/,
    signed: [1, -1, 2, 60, -119, 120, -120].map((seconds) =>
      value('date', new Date(NOW + seconds * 1000).toUTCString()),
    ),
    odd: [
      sent('date', 'Tue, 3 Nov 2026 09:05:07 GMT', 'Tue, 3 Nov 2026 09:05:08 GMT'),
      sent('date', 'Tue, 03 Nov 2026 10:05:07 +0100', 'Tue, 03 Nov 2026 10:05:05 +0100'),
    ],
  },
  'id-case': {
    says: /signed \S+ as ".*" but sent ".*";/,
    signed: [...psuAs(PSU.toUpperCase()), value('x-request-id', REQUEST_ID.toUpperCase())],
    odd: [sent('psu-id', PSU.toUpperCase(), PSU)],
  },
  'id-form': {
    says: /signed \S+ as ".*" but sent ".*";/,
    signed: psuAs(
      PSU.replaceAll('-', ''),
      PSU.replaceAll('-', '').toUpperCase(),
      `{${PSU}}`,
      `urn:uuid:${PSU}`,
    ),
    odd: [`urn:uuid:${PSU}`, `{${PSU}}`, PSU.replaceAll('-', '')].map((was) =>
      sent('psu-id', was, PSU),
    ),
  },
};
