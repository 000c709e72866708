// The right string of one request, put together by the tests alone, and the means to get it wrong.
import { createHash } from 'node:crypto';
import type { MistakeName } from '../../../server/insight/explain/mistake-names.ts';
import type { Draft } from '../signing/support.ts';

export const utf8 = (text: string) => Buffer.from(text).toString('latin1');
export const sha = (bytes: string | Buffer, bits = 256) =>
  createHash(`sha${bits}`).update(bytes).digest();

/** Its digest has a plus sign and a slash, so that base64url is another text. */
export const BODY = '{"creditorName":"Blåbær / sønn AS","b":[1,0]}';
export const REDIRECT = 'https://TPP.example:8443/cb/%C3%B8?state=a%20b&x="1"#part';
export const REQUEST_ID = 'b96e486c-7580-4fac-a44b-cbdfcbe628ad';
export const PSU = '6c875382-8963-4617-a931-738c9b8bae7f';
export const TARGET = '/banks/acme/v1/accounts/enc%21%21abc?bookingStatus=both&x=%C3%B8';
/** Without the query. */
export const PATH = TARGET.replace(/\?.*/, '');
export const DATE = 'Tue, 03 Nov 2026 09:05:07 GMT';
export const DIGEST = sha(BODY).toString('base64');

export const SHAPE: Partial<Draft> = {
  target: TARGET,
  body: BODY,
  headers: {
    host: 'bank.example',
    'tpp-redirect-uri': REDIRECT,
    'tpp-session-id': 'session-1',
    'x-forwarded-prefix': '/gateway/',
  },
  names: ['(request-target)', 'date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'],
};

/** What programs write for a value that they do not have. */
export const NOTHING = ['', 'null', 'undefined', 'None'];

export type Lines = readonly (readonly [name: string, value: string])[];

export const RIGHT: Lines = [
  ['(request-target)', `post ${TARGET}`],
  ['date', DATE],
  ['digest', `SHA-256=${DIGEST}`],
  ['x-request-id', REQUEST_ID],
  ['psu-id', PSU],
  ['tpp-redirect-uri', REDIRECT],
];

export const joined = (lines: Lines, joiner = '\n', colon = ': ') =>
  lines.map(([name, value]) => name + colon + value).join(joiner);
export const TEXT = joined(RIGHT);
/** With another value in one line. */
export const value = (name: string, other: string) =>
  joined(RIGHT.map(([each, was]) => [each, each === name ? other : was]));
export const named = (spell: (name: string) => string) =>
  joined(RIGHT.map(([name, was]) => [spell(name), was]));
export const without = (...names: string[]) =>
  joined(RIGHT.filter(([name]) => !names.includes(name)));
export const target = (other: string) => value('(request-target)', other);
export const redirect = (other: string) => value('tpp-redirect-uri', other);
export const bodyDigest = (body: string | Buffer, bits = 256) =>
  value('digest', `SHA-${bits}=${sha(body, bits).toString('base64')}`);
export const capitals = (name: string) =>
  name.startsWith('(')
    ? name
    : ({
        'x-request-id': 'X-Request-ID',
        'psu-id': 'PSU-ID',
        'tpp-redirect-uri': 'TPP-Redirect-URI',
      }[name] ?? name.replace(/^./, (letter) => letter.toUpperCase()));
export const library = (name: string) =>
  name.startsWith('(') ? name : name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

/** A request, and how the string that was signed is made of its right one. */
export type Odd = readonly [sent: Partial<Draft>, signed: (text: string) => string];

/** The header goes out with one value and is signed with another. */
export const sent = (name: string, value: string, other: string): Odd => [
  { headers: { [name]: value } },
  (text) => text.replace(value, () => other),
];

/** One mistake. */
export interface Row {
  /** What the sentence must say, whatever else it does. */
  readonly says: RegExp;
  /** Strings that were signed instead of the right one. */
  readonly signed?: readonly string[];
  /** Requests with a value that is odd to begin with. */
  readonly odd?: readonly Odd[];
}
export type Rows = Readonly<Partial<Record<MistakeName, Row>>>;
