// Everything of the bank that reads a text of somebody else: what is right there, what means something to it, and with
// what it refuses.
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { SeedDeps } from '../../server/bank/seeds/filling.ts';
import { createSeedReader } from '../../server/bank/seeds/read-seed.ts';
import { ALL_TABLES } from '../../server/composition/rooms.ts';
import { checkAccess } from '../../server/http/access.ts';
import type { Call } from '../../server/http/call.ts';
import { filledForm } from '../../server/http/console/filled-form.ts';
import { acceptsGzip, languageOf, preferredType } from '../../server/http/negotiation.ts';
import { UnreadableRequest } from '../../server/insight/offline/captured-request.ts';
import { readCapture } from '../../server/insight/offline/read-capture.ts';
import { parseAmount } from '../../server/kernel/money.ts';
import { ApiError } from '../../server/protocol/errors.ts';
import { RawHeaders } from '../../server/protocol/headers.ts';
import { parseCertificateHeader } from '../../server/signing/certificate-header.ts';
import { parseHttpDate } from '../../server/signing/date-header.ts';
import { checkDigest } from '../../server/signing/digest.ts';
import { decodeWords, EncodedWordError, textOfWords } from '../../server/signing/encoded-words.ts';
import { NameSyntaxError, parseName } from '../../server/signing/parse-distinguished-name.ts';
import { toPem } from '../../server/signing/pem.ts';
import { readSignatureHeader } from '../../server/signing/signature-header.ts';
import { tablesByName } from '../../server/storage/engine/bank.ts';
import { type Commit, decodeCommit, isWhole } from '../../server/storage/files/commit-line.ts';
import { parseJsonBody } from '../../server/validation/parse-json.ts';
import { createValidator } from '../../server/validation/schemas.ts';
import { exampleSeed } from '../support/seeded.ts';
import { FORMS, signedWire } from '../unit/offline/captures.ts';
import type { Node } from './rows.ts';

export interface Reader {
  readonly name: string;
  readonly examples: readonly string[];
  /** Pieces that mean something to it. */
  readonly words: string;
  /** Returns nothing if the text is none; throws what it refuses with, and Wrong for what must not be. */
  read(text: string): unknown;
  readonly refusals?: readonly (new (...args: never[]) => Error)[];
}

const NOW = Date.UTC(2026, 5, 10, 10);
const tables = tablesByName(ALL_TABLES);
const wire = await signedWire({ body: '{"creditorName":"Acme AS"}' });
const headerOf = (name: string): string =>
  wire.headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? '';
const SIGNATURE = headerOf('signature');
const CERTIFICATE = headerOf('tpp-signature-certificate');
const DER = Buffer.from(CERTIFICATE, 'base64');

/** As Node hands over what came: a character for each byte. */
const rawHeaders = (name: string, value: string) =>
  new RawHeaders(['Host', 'localhost', name, Buffer.from(value).toString('latin1')]);

/** What no refusal excuses. */
class Wrong extends Error {}

/** @param found what must be */
function must(found: boolean, what: string): void {
  if (!found) throw new Wrong(what);
}

const callWith = (headers: RawHeaders, query = '') =>
  ({
    headers,
    method: 'GET',
    scheme: 'http',
    asked: (name: string) => new URLSearchParams(query).get(name) ?? undefined,
  }) as unknown as Call;

const TOKEN = 'the token of the control API';
const IN_COOKIE = Buffer.from(TOKEN).toString('base64url');

function readCookie(text: string): unknown {
  const call = callWith(rawHeaders('Cookie', text));
  languageOf(call);
  checkAccess(call, 'control', { token: TOKEN });
  // Base64 is read past what is none of it, and not all of its last letter counts.
  const sent = text.replaceAll(/[^\w-]/g, '');
  must(sent.includes(IN_COOKIE.slice(0, -1)), 'a text that is not the token opens');
  return call;
}

/** As one word, in B and in Q. */
function wordsOf(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const inQ = bytes.toString('hex').replaceAll(/../g, '=$&');
  return [`=?utf-8?B?${bytes.toString('base64')}?=`, `=?UTF-8?q?${inQ}?=`];
}

/** What was read is read again when it is written as one word. */
function readWords(text: string): string | undefined {
  const words = decodeWords(text);
  if (words === undefined) return undefined;
  const read = textOfWords(words);
  for (const word of wordsOf(read)) {
    const again = decodeWords(word);
    must(again !== undefined && textOfWords(again) === read, 'it is another text in a word');
  }
  return read;
}

/** What is taken has the body's hash after each name that the bank knows, and one of them at least. */
function readDigest(text: string): string {
  checkDigest(rawHeaders('Digest', text), wire.body);
  const known = text.split(',').filter((entry) => /^\s*sha-(?:256|512)=/i.test(entry));
  const isRight = (entry: string) => HASHES.some((value) => entry.includes(value));
  must(known.length > 0 && known.every(isRight), 'a Digest of something else is taken');
  return text;
}

/** Without their last letters, not all of which counts. */
const HASHES = ['sha256', 'sha512'].map((name) => hash(name, wire.body, 'base64').slice(0, -3));

/** OpenSSL reads the same of what is taken. */
function readCertificate(value: string): unknown {
  const { certificate } = parseCertificateHeader(value);
  const { serial, notBefore, notAfter, x509 } = certificate;
  const number = x509.serialNumber.replace(/^(-?)0+(?=.)/, '$1');
  const [from, to] = [x509.validFrom, x509.validTo].map((time) => Date.parse(time));
  must(serial === number && notBefore === from && notAfter === to, 'it is another certificate');
  return certificate;
}

/** What JSON itself says of the text is what the bank says of it, unless it is stricter. */
function readJson(text: string): unknown {
  const sent = Buffer.from(text);
  const value = parseJsonBody(sent);
  // Half a surrogate pair is sent as U+FFFD.
  const meant: unknown = JSON.parse(sent.toString());
  must(JSON.stringify(value) === JSON.stringify(meant), 'it has read another value');
  return value;
}

/** A line whose checksum is right is read as rows, or refused; one that was hurt has not a right one. */
function readLine(text: string): Commit | undefined {
  const line = Buffer.from(text);
  if (isWhole(line)) must(JOURNAL.includes(text), 'a line that was hurt is whole');
  return decodeCommit(line, tables);
}

const JOURNAL = [
  '{"seq":7,"put":{"settings":[{"id":"created","value":{"at":5}}]},"remove":{"scaFlows":["f1"]}}',
  '{"seq":1,"restart":"9f","remove":{"accounts":["a1","a2"]}}',
].map((json) => `${crc32(json).toString(16).padStart(8, '0')} ${json}`);

export const READERS: readonly Reader[] = [
  {
    name: 'Signature',
    examples: [SIGNATURE, ...wordsOf(SIGNATURE)],
    words: 'keyId=" algorithm=" headers=" signature=" " , \\" \\\\ SN= CA= =?utf-8?B? ?=',
    read: (text) => readSignatureHeader(rawHeaders('Signature', text), () => undefined),
  },
  {
    name: 'RFC 2047',
    examples: [...wordsOf(SIGNATURE), '=?utf-8?B?w7g=?= =?ISO-8859-1?Q?=F8_x?='],
    words: '=? ?= ?B? ?q? iso-8859-1 =FF =C3=B8 =41 =00 _ x ? = w7g= QUJD',
    read: readWords,
    refusals: [EncodedWordError],
  },
  ...Object.entries({ certificate: CERTIFICATE, DER: DER.toString('latin1'), PEM: toPem(DER) }).map(
    ([name, example]) => ({
      name,
      examples: [example],
      words: 'MII LS0tLS1CRUdJ AAAA // = -----BEGIN -----END \n 0 0\x82 \0 \x01 \x02 \x0c \xff',
      // The header holds base64 of the others.
      read: (text: string) =>
        readCertificate(
          example === CERTIFICATE ? text : Buffer.from(text, 'latin1').toString('base64'),
        ),
    }),
  ),
  {
    name: 'Digest',
    examples: [headerOf('digest'), `sha-512=${hash('sha512', wire.body, 'base64')}, MD5=x`],
    words: 'SHA-256= sha-512= MD5= = , == : AAAA ,MD5=QQ== ,UNIXsum=30637',
    read: readDigest,
  },
  {
    name: 'names',
    examples: ['CN=Acme AS,O="Acme, \\"A\\"",2.5.4.97=#0C03414243,OU=a\\+b\\C3\\B8 + L=x,C=NO'],
    words: 'CN= O= , + ; \\ " # #0C #13 \\C3 2.5.4.97= =',
    read: (text) => parseName(text),
    refusals: [NameSyntaxError],
  },
  {
    name: 'Date',
    examples: ['Wed, 10 Jun 2026 10:00:00 GMT', 'Wednesday, 10-Jun-26 10:00:00 GMT'],
    words: 'Wed, Jun GMT +0200 -0000 : 24:00:00 :60 2026 99999 00 31 Feb',
    read: (text) => {
      const date = parseHttpDate(text, NOW);
      if (date === undefined) return undefined;
      must(Number.isSafeInteger(date.seconds), 'the date is no number of seconds');
      const again = parseHttpDate(new Date(date.seconds * 1000).toUTCString(), NOW);
      must(again?.seconds === date.seconds, 'written as asked for, it is another time');
      return date;
    },
  },
  {
    name: 'amounts',
    examples: ['-1234.50', '0.01', '99999999999999.99'],
    words: '- + . , 0 00 e1 9999999999999999 ١',
    read: (text) => {
      const minor = parseAmount(text, 'NOK', true);
      if (minor === undefined) return undefined;
      const [whole = '', fraction = ''] = text.split('.');
      must(minor === BigInt(whole + fraction.padEnd(2, '0')), 'another sum');
      return minor;
    },
  },
  {
    name: 'JSON',
    examples: ['{"a":[1,-2.5e3,true,null,{"b":"c\\u00f8\\n"}],"d":"\u00f8"}'],
    words: '{ } [ ] : , " \\ \\u \\ud800 \\u0000 1e400 -0 0.1 01 true nul "__proto__": "a":',
    read: readJson,
  },
  {
    name: 'seeds',
    examples: (['empty', 'household', 'company'] as const).map(exampleSeed),
    words:
      '- : ? | > & * ! !! # {} [] --- ... << !!int !!binary " \' \\x &a *a ~ 0o7 .inf @ ` % null "" 1e9 -1 customers: accounts: generate: now: today-3d P40D true',
    read: createSeedReader({ validator: createValidator() } as SeedDeps),
  },
  {
    name: 'captures',
    examples: FORMS.map(([, , write]) => write(wire).toString('latin1')),
    words: 'curl -d -H -X --data-binary @x $\' \' " \\ {"log": "entries": > < * GET HTTP/1.1 5\r\n',
    read: (text) => readCapture(Buffer.from(text, 'latin1')),
    refusals: [UnreadableRequest],
  },
  {
    name: 'journal',
    examples: JOURNAL,
    words: '{ } [ ] "seq": "put": "remove": "restart": "settings": 0 -1 null "id": "__proto__":',
    read: readLine,
    // The reader of journals says the line, and that the file is damaged.
    refusals: [Error],
  },
  {
    name: 'cookies',
    examples: [`sandbank_lang=nb; sandbank_control=${IN_COOKIE}`],
    words: '; = , sandbank_lang= sandbank_control= nb en dGhlIHRva2Vu " %00',
    read: readCookie,
  },
  {
    name: 'preferences',
    examples: ['text/html, application/json;q=0.9, */*;q=0.1', 'nb-NO, en;q=0.5', 'gzip;q=0'],
    words: ', ; q= 0 1 NaN * / */* html json gzip identity nb en -',
    read: (text) => {
      const type = preferredType(rawHeaders('Accept', text), ['json', 'html']);
      const language = languageOf(callWith(rawHeaders('Accept-Language', text), text));
      must(
        /^(?:json|html) (?:en|nb)$/.test(`${type} ${language}`),
        `it prefers ${type} ${language}`,
      );
      return acceptsGzip(rawHeaders('Accept-Encoding', text));
    },
  },
  {
    name: 'forms',
    examples: [
      '%2Feffect%2Fstatus+number=503&%7Bid%7D+text=x&%3Fbank+text=b&%2Fa%2Fb+json=%5B1%5D',
    ],
    words:
      '& = + %2F %7B %00 %ff / {} ? json number flag list raw %2F__proto__ %2Fconstructor 1e999 [[',
    read: (text) => {
      const filled: Node = filledForm(new URLSearchParams(text));
      must(Object.keys(Object.prototype).length === 0, 'every object has another member now');
      return filled;
    },
  },
];

export const isRefusal = ({ refusals = [] }: Reader, error: unknown): boolean =>
  [ApiError, ...refusals].some((kind) => error instanceof kind) &&
  !(error instanceof Wrong || error instanceof RangeError);
