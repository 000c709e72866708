// Date and Digest: the request is of this minute, and of these bytes.
import { createHash } from 'node:crypto';
import { drafted, header, javaDate } from '../support/conformance-changes.ts';
import {
  type AcceptedRow,
  describeRows,
  type RefusedRow,
  WITH_BODY,
} from '../support/conformance-rows.ts';
import type { Scene } from '../support/conformance-scene.ts';
import { type Draft, digestOf } from '../support/tpp.ts';

const SECOND = 1000;
const LONG_DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The time of sending, not of loading this file. */
const date = (write: (now: Date) => string, seconds = 0) =>
  drafted((draft) => {
    draft.headers.set('Date', write(new Date(Date.now() + seconds * SECOND)));
  });
const usual = (at: Date) => at.toUTCString();
const parts = (at: Date) => {
  const [day = '', dayOfMonth = '', month = '', year = '', time = ''] = usual(at).split(/,? /);
  return { day, dayOfMonth, month, year, time, longDay: LONG_DAYS[at.getUTCDay()] as string };
};

const late: readonly Omit<RefusedRow, 'rule'>[] = [
  { name: '70 seconds ago', says: /behind/, change: date(usual, -70) },
  { name: '70 seconds from now', says: /ahead/, change: date(usual, 70) },
  { name: 'an hour ago', change: date(usual, -3600) },
  { name: 'years from now', change: date(() => 'Tue, 03 Nov 2099 10:05:07 GMT') },
  {
    name: 'now on a clock in Oslo that says GMT',
    change: date((at) => usual(new Date(at.getTime() + 3600 * SECOND))),
  },
].map((row) => ({ ...row, code: 'BAD_REQUEST', name: `with a Date of ${row.name}` }));

const unreadable: readonly Omit<RefusedRow, 'rule'>[] = [
  { name: 'in ISO 8601', change: date((at) => at.toISOString()) },
  { name: 'in seconds since 1970', change: date((at) => String(Math.floor(+at / SECOND))) },
  { name: 'with a time zone by name', change: date((at) => usual(at).replace('GMT', 'CET')) },
  { name: 'without a zone', change: date((at) => usual(at).replace(' GMT', '')) },
  {
    name: 'of another weekday',
    change: date((at) => usual(at).replace(/^.../, parts(new Date(+at + 24 * 3600 * SECOND)).day)),
  },
  {
    name: 'of 31 February',
    change: date((at) => `Tue, 31 Feb ${at.getUTCFullYear()} 10:00:00 GMT`),
  },
  { name: 'at 25 o’clock', change: date((at) => usual(at).replace(/\d\d:/, '25:')) },
  { name: 'in lower case', change: date((at) => usual(at).toLowerCase()) },
  { name: 'that is no date', change: date(() => 'yesterday') },
  { name: 'with words after it', change: date((at) => `${usual(at)} (now)`) },
].map((row) => ({ ...row, code: 'FORMAT_ERROR', name: `with a Date ${row.name}` }));

const dates: readonly RefusedRow[] = [...late, ...unreadable].map((row) => ({
  ...row,
  rule: 'SIG-11',
  path: 'Date',
}));

const hashOf = (draft: Draft, hash: string, encoding: 'base64' | 'hex' = 'base64') =>
  createHash(hash)
    .update(draft.body ?? '')
    .digest(encoding);
const digest = (write: (draft: Draft) => string) =>
  drafted((draft) => {
    draft.headers.set('Digest', write(draft));
  });
const OTHER = digestOf('{"other":"bytes"}');

const wrong: readonly Omit<RefusedRow, 'rule'>[] = [
  { name: 'of other bytes', change: digest(() => OTHER) },
  {
    name: 'of other bytes in SHA-512',
    change: digest(() => `SHA-512=${createHash('sha512').update('{}').digest('base64')}`),
  },
  {
    name: 'in hexadecimal',
    says: /hexadecimal/,
    change: digest((draft) => `SHA-256=${hashOf(draft, 'sha256', 'hex')}`),
  },
  {
    name: 'that is right in SHA-256 and wrong in SHA-512',
    change: digest((draft) => `SHA-256=${hashOf(draft, 'sha256')},SHA-512=AAAA`),
  },
  {
    name: 'of SHA-512 under the name of SHA-256',
    change: digest((draft) => `SHA-256=${hashOf(draft, 'sha512')}`),
  },
  { name: 'that is empty base64', change: digest(() => 'SHA-256=') },
].map((row) => ({ ...row, code: 'BAD_REQUEST', name: `with a Digest ${row.name}` }));

const malformed: readonly Omit<RefusedRow, 'rule'>[] = [
  { name: 'without its algorithm', change: digest((draft) => hashOf(draft, 'sha256')) },
  { name: 'of MD5 alone', change: digest((draft) => `MD5=${hashOf(draft, 'md5')}`) },
  { name: 'of SHA-1 alone', change: digest((draft) => `SHA=${hashOf(draft, 'sha1')}`) },
  { name: 'that is not base64', change: digest(() => 'SHA-256=***') },
  {
    name: 'in the form of RFC 9530',
    change: digest((draft) => `sha-256=:${hashOf(draft, 'sha256')}:`),
  },
  { name: 'with a stray comma', change: digest((draft) => `SHA-256=${hashOf(draft, 'sha256')},`) },
].map((row) => ({ ...row, code: 'FORMAT_ERROR', name: `with a Digest ${row.name}` }));

const digests: readonly RefusedRow[] = [
  ...[...wrong, ...malformed].map((row) => ({ ...row, on: WITH_BODY })),
  {
    name: 'without a Digest on its body',
    code: 'HTTP_HEADER_REQUIRED',
    on: WITH_BODY,
    change: header('Digest', undefined),
  },
  {
    name: 'with an empty Digest on its body',
    code: 'HTTP_HEADER_REQUIRED',
    on: WITH_BODY,
    change: header('Digest', ''),
  },
  {
    name: 'whose body was written again after hashing',
    code: 'BAD_REQUEST',
    on: WITH_BODY,
    change: (scene: Scene) => ({
      bodySent: `${JSON.stringify(scene.routes.pay.body, null, 2)}\n`,
    }),
  },
  {
    name: 'with the Digest of a body that it does not have',
    code: 'BAD_REQUEST',
    on: ['read'],
    change: digest(() => OTHER),
  },
].map((row) => ({ ...row, rule: 'SIG-12', path: 'Digest' }) as RefusedRow);

const accepted: readonly AcceptedRow[] = [
  { name: 'a Date of 50 seconds ago', change: date(usual, -50) },
  { name: 'a Date of 50 seconds from now', change: date(usual, 50) },
  {
    name: 'a Date as RFC 850 wrote it',
    change: date((at) => {
      const { longDay, dayOfMonth, month, year, time } = parts(at);
      return `${longDay}, ${dayOfMonth}-${month}-${year.slice(2)} ${time} GMT`;
    }),
  },
  {
    name: "a Date in C's asctime",
    change: date((at) => {
      const { day, dayOfMonth, month, year, time } = parts(at);
      return `${day} ${month} ${dayOfMonth.replace(/^0/, ' ')} ${time} ${year}`;
    }),
  },
  {
    name: 'a Date with a numeric zone, with a finding',
    findings: ['SIG-11'],
    change: date((at) => javaDate(at, 1)),
  },
  {
    name: 'a Date with a zone west of Greenwich, with a finding',
    findings: ['SIG-11'],
    change: date((at) => usual(new Date(+at - 5 * 3600 * SECOND)).replace('GMT', '-0500')),
  },
].map((row) => ({ ...row, rule: 'SIG-11' }));

const acceptedDigests: readonly AcceptedRow[] = [
  ...[
    { name: 'SHA-512', change: digest((draft) => `SHA-512=${hashOf(draft, 'sha512')}`) },
    {
      name: 'its algorithm in lower case',
      change: digest((draft) => `sha-256=${hashOf(draft, 'sha256')}`),
    },
    {
      name: 'two algorithms',
      change: digest(
        (draft) => `SHA-256=${hashOf(draft, 'sha256')}, SHA-512=${hashOf(draft, 'sha512')}`,
      ),
    },
    {
      name: 'an unknown algorithm beside a known one',
      change: digest((draft) => `UNIXsum=30637,SHA-256=${hashOf(draft, 'sha256')}`),
    },
  ].map((row) => ({ ...row, name: `a Digest with ${row.name}` })),
  {
    name: 'no body and no Digest',
    on: ['consent', 'initialize'],
    change: { body: undefined },
  },
  {
    name: 'no body, with the Digest of nothing',
    on: ['read', 'consent', 'initialize'],
    change: { body: undefined, ...header('Digest', digestOf('')) },
  },
].map((row) => ({ ...row, rule: 'SIG-12' }) as AcceptedRow);

describeRows({ refused: [...dates, ...digests], accepted: [...accepted, ...acceptedDigests] });
