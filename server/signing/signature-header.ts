// The Signature header: four parameters, each name="value", joined by commas (SIG-03), perhaps
// wrapped in RFC 2047 words (SIG-04). Only its syntax is judged here, never what the values mean.

import { remember } from '../kernel/recent.ts';
import { quoteBytes, utf8Of } from '../kernel/utf8.ts';
import { ApiError } from '../protocol/errors.ts';
import type { RawHeaders } from '../protocol/headers.ts';
import type { ReportFinding } from '../protocol/tpp.ts';
import { attempt } from './attempt.ts';
import { decodeBase64 } from './base64.ts';
import { decodeWords, EncodedWordError, textOfWords } from './encoded-words.ts';
import {
  SIGNATURE_FORM,
  whyMissing,
  whyNotUtf8,
  whyPrefixed,
  whyUnquoted,
  whyUnreadable,
} from './signature-trouble.ts';
import { requiredValue } from './single-header.ts';

const PARAMETERS = ['keyId', 'algorithm', 'headers', 'signature'] as const;
type Parameter = (typeof PARAMETERS)[number];

/** The parameters as sent between their quotes: `\"` and `\\` are still escaped. */
export type SignatureHeader = Readonly<Record<Parameter, string>>;

/** Reads and splits the Signature header. SIG-01, SIG-13, then SIG-04 and SIG-03: FORMAT_ERROR. */
export function readSignatureHeader(headers: RawHeaders, finding: ReportFinding): SignatureHeader {
  refuseAuthorization(headers);
  const value = requiredValue(headers, 'signature');
  return readPlain(value) ?? readAny(value, finding);
}

/** Before the signature a client writes the same in each request. `undefined` if there is anything to say about it. */
function readPlain(value: string): SignatureHeader | undefined {
  const at = value.indexOf(LAST);
  const others = at < 0 ? undefined : parametersIn(value.slice(0, at));
  const signature = value.slice(at + LAST.length, -1);
  if (others === undefined || !value.endsWith('"') || signature === '') return undefined;
  if (decodeBase64(signature) === undefined) return undefined;
  const { keyId, algorithm, headers } = others;
  return { keyId, algorithm, headers, signature };
}

const LAST = ',signature="';

const parametersIn = remember((text): Omit<SignatureHeader, 'signature'> | undefined => {
  if (!/^keyId="[ -~]*"$/.test(text)) return undefined;
  const said: string[] = [];
  const values = attempt(ApiError, () => splitParameters(text, (rule) => said.push(rule)));
  if (values instanceof ApiError || said.length > 0) return undefined;
  const [keyId, algorithm, headers] = ['keyId', 'algorithm', 'headers'].map((name) =>
    values.get(name),
  );
  if (keyId === undefined || algorithm === undefined || headers === undefined) return undefined;
  return values.has('signature') ? undefined : { keyId, algorithm, headers };
});

function readAny(sent: string, finding: ReportFinding): SignatureHeader {
  const text = unwrap(sent);
  const values = splitParameters(text, finding);
  const missing = PARAMETERS.find((name) => !values.has(name));
  if (missing !== undefined) {
    throw syntax(whyMissing(missing, values.keys(), PARAMETERS), text);
  }
  const value = (name: Parameter) => values.get(name) as string;
  return {
    keyId: value('keyId'),
    algorithm: value('algorithm'),
    headers: value('headers'),
    signature: unwrapSignature(value('signature')),
  };
}

function refuseAuthorization(headers: RawHeaders): void {
  if (headers.all('signature').length > 0) return;
  const authorization = headers.get('authorization') ?? '';
  if (!/^signature /i.test(authorization)) return;
  const text =
    'The signature is in Authorization; send it in the header Signature, without a scheme.';
  throw syntax(text, authorization);
}

/** SIG-04 for the whole value; raw bytes outside ASCII are taken as UTF-8. */
function unwrap(value: string): string {
  return orRefuse(() => {
    const words = decodeWords(value);
    if (words !== undefined) return textOfWords(words);
    const text = utf8Of(value);
    if (text === undefined) throw new EncodedWordError(whyNotUtf8(value));
    return text;
  }, value);
}

/** SIG-04 for the signature parameter alone: a word around the base64, or around the bytes. */
function unwrapSignature(value: string): string {
  const words = orRefuse(() => decodeWords(value), value);
  if (words === undefined) return value;
  const text = words.bytes.toString('latin1');
  // No signature of 256 random bytes is, by accident, all letters of base64.
  return decodeBase64(text) === undefined ? words.bytes.toString('base64') : text;
}

function orRefuse<T>(decode: () => T, got: string): T {
  const result = attempt(EncodedWordError, decode);
  if (!(result instanceof EncodedWordError)) return result;
  throw new ApiError('SIG-04', 'FORMAT_ERROR', `The Signature header ${result.message}.`, {
    path: 'Signature',
    expected: '=?utf-8?B?<base64>?= around the whole value, or ASCII text',
    got,
  });
}

// A name, then a quoted value in which a backslash keeps the next character from ending it, or
// (for parameters that are ignored anyway) a bare token such as created=1402170695.
const PARAMETER = /([A-Za-z][A-Za-z0-9_-]*)=(?:"((?:[^"\\]|\\.)*)"|[^",\s]*)/sy;
const COMMA = /,[ \t]*(?=[^ \t])/y;

/** By name; without a value where that is a bare token. */
type ParameterValues = ReadonlyMap<string, string | undefined>;

function splitParameters(text: string, finding: ReportFinding): ParameterValues {
  const values = new Map<string, string | undefined>();
  let at = 0;
  while (at < text.length) {
    PARAMETER.lastIndex = at;
    const match = PARAMETER.exec(text);
    if (match === null) throw syntax(whyUnreadable(text, at), text);
    const [whole, name = '', quoted] = match;
    if (quoted === undefined && isParameter(name)) {
      throw syntax(whyPrefixed(text) ?? whyUnquoted(name, text.slice(at + name.length + 1)), text);
    }
    if (values.has(name)) throw syntax(`The Signature header has ${quoteBytes(name)} twice.`, text);
    values.set(name, quoted);
    if (!isParameter(name))
      finding('SIG-03', `The Signature parameter ${quoteBytes(name)} is ignored.`);
    at += whole.length;
    if (at < text.length) at += commaAt(text, at).length;
  }
  return values;
}

/** The comma between two parameters, with its white space. */
function commaAt(text: string, at: number): string {
  COMMA.lastIndex = at;
  const comma = COMMA.exec(text)?.[0];
  if (comma === undefined) throw syntax(whyUnreadable(text, at), text);
  return comma;
}

function isParameter(name: string): name is Parameter {
  return (PARAMETERS as readonly string[]).includes(name);
}

function syntax(text: string, got: string): ApiError {
  return new ApiError('SIG-03', 'FORMAT_ERROR', text, {
    path: 'Signature',
    expected: SIGNATURE_FORM,
    got,
  });
}
