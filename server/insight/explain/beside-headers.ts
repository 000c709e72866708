// What headers show beside the signature: one of another standard than the API asks for, or of the right one as no
// API reads it; and a certificate in another header, or in another form than base64 of its DER (SIG-01, SIG-02).

import { percentDecoded } from '../../kernel/percent-decoded.ts';
import { readable } from '../../kernel/utf8.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { RawHeaders } from '../../protocol/headers.ts';
import { attempt } from '../../signing/attempt.ts';
import { decodeBase64 } from '../../signing/base64.ts';
import { parseCertificateHeader } from '../../signing/certificate-header.ts';
import { statedSize } from '../../signing/der.ts';
import { type Reading, reading } from './explanation.ts';
import { INVISIBLE } from './forms/bytes.ts';
import type { MistakeName } from './mistake-names.ts';
import { readingsAs } from './signature/written-bytes.ts';

const INSTEAD =
  'the API reads Signature: keyId="…",algorithm="rsa-sha256",headers="…",signature="…" (draft-cavage-http-signatures-10), RSA over lines of name, colon, space, value';

/** A mistake, and what completes the header's name. */
type Found = readonly [name: MistakeName, says: string];
const RFC_9421: Found = ['http-message-signatures', 'is one of RFC 9421 (HTTP Message Signatures)'];
const HEX = 'holds hexadecimal digits, probably a hash or HMAC (with one key for both sides)';
const SCHEME = 'is of HTTP authentication, which signs nothing of this request';
const SIGNS = /^(?:OAuth .*oauth_signature=|Hawk |SharedKey(?:Lite)? )/i;
const OTHER_SCHEME = 'is of another scheme that signs requests (OAuth 1.0, Hawk, SharedKey)';
const PSEUDO = 'lists pseudo headers of HTTP/2; (request-target) stands for :method and :path';
const ROWS: readonly (readonly [header: RegExp, value: RegExp, ...Found])[] = [
  [/^signature-input$/, /^/, ...RFC_9421],
  [/^signature$/, /^[\w*.-]+=:[\w+/=]*:/, ...RFC_9421],
  [/^(?:signature|authorization)$/, /^AWS4-/, 'aws-signature', 'holds an AWS Signature Version 4'],
  [/(?:signature|hmac)(?:-256)?$/, /^(?:sha\d+=)?[\da-f]{32,128}$/i, 'hmac', HEX],
  [/^authorization$/, SIGNS, 'another-standard', OTHER_SCHEME],
  [/^authorization$/, /^(?:Basic|OAuth|Negotiate) /i, 'another-standard', SCHEME],
  [/^(?:signature|authorization)$/, /\bhmac\b/i, 'hmac', 'names HMAC, with one key for both sides'],
  [/^signature$/, /headers="[^"]*(?<![\w-]):(?:method|path|auth|scheme)/, 'pseudo-headers', PSEUDO],
];

const COMPACT = /(?<![\w.-])ey[\w-]{8,}\.[\w-]*\.[\w-]{20,}(?![\w.-])/;

/** A JWS, which says in its first part by which profile it was made; or a whole header in base64. */
function encodedIn(value: string): Found | undefined {
  if (decodeBase64(value)?.includes('keyId=')) {
    return ['signature-header-encoded', 'is in base64 as a whole; only its signature parameter is'];
  }
  if (value.includes('%22') && percentDecoded(value)?.includes('keyId="')) {
    const says = 'is percent-encoded as a whole; nothing in it needs to be';
    return ['signature-percent-encoded', says];
  }
  const [head = '', payload] = COMPACT.exec(value)?.[0].split('.') ?? [];
  const text = Buffer.from(head, 'base64url').toString('utf8');
  if (!text.startsWith('{')) return undefined;
  const isJades = text.includes('"sigD"');
  const berlin = text.includes('HttpHeaders') ? ', as version 2 of the Berlin Group has it' : '';
  if (isJades) return ['jades', `holds a JAdES signature (ETSI TS 119 182-1${berlin})`];
  const obie = text.includes('openbanking.org.uk') ? ', as Open Banking UK has it' : '';
  return ['jws', `holds a ${payload === '' ? 'detached ' : ''}JWS (RFC 7515${obie})`];
}

/** What the headers show; `undefined` if that is no other standard. */
export function otherStandard(headers: RawHeaders): Reading | undefined {
  const found = headers.names().flatMap((header) => {
    const value = headers.get(header) ?? '';
    // A proxy may have put its own Signature-Input beside a Signature of this API.
    const isBeside =
      header === 'signature-input' && /\bkeyId=/.test(headers.get('signature') ?? '');
    const rows = ROWS.filter(([name, what]) => !isBeside && name.test(header) && what.test(value));
    const encoded =
      /^(?:x-|digital-|request-)?(?:jws-)?signature$/.test(header) && encodedIn(value);
    const all = [...rows.map(([, , ...row]): Found => row), ...(encoded ? [encoded] : [])];
    return all.map(([name, says]) => reading([name], `The header ${header} ${says}; ${INSTEAD}.`));
  });
  return found[0];
}

const OWN = 'tpp-signature-certificate';

/** `undefined` unless a header holds a certificate that can be read in another way. */
export function certificateElsewhere(headers: RawHeaders): Reading | undefined {
  const name = headers.has(OWN) ? OWN : headers.names().find((one) => /cert/.test(one));
  const value = headers.get(name ?? '') ?? '';
  // Envoy writes name="value" with semicolons between.
  const list = (/\bcert="([^"]*)"/i.exec(value)?.[1] ?? value).split(
    /&#?\w+;/.test(value) ? /[,|]/ : /[,;|]/,
  );
  for (const { bytes, parts } of readingsAs('certificate', (list[0] ?? '').trim())) {
    // Another certificate begins where the first ends.
    const first = bytes.subarray(0, statedSize(bytes));
    const read = attempt(ApiError, () => parseCertificateHeader(first.toString('base64')));
    if (read instanceof ApiError) {
      const isSecret = name !== OWN && /Never send/.test(read.message);
      const says = read.message.replace(/^[\w-]+/, '');
      if (isSecret) return reading(['certificate-header'], `The header ${name}${says}`);
      continue;
    }
    // What is behind it may be no certificate.
    const isAlone = !list.some((one, at) => at > 0 && one.trim()) && bytes[first.length] !== 0x30;
    const done: readonly (readonly [MistakeName | undefined, words: string])[] = [
      ...(name === OWN ? [] : [['certificate-header', 'in another header'] as const]),
      ...(isAlone ? [] : [['certificate-list', 'as the first of several'] as const]),
      ...parts.map(({ mistakes: [one], sentence }) => {
        return [one, sentence.replace(/^The \w+ (?:is )?/, '')] as const;
      }),
    ];
    // An invisible character is named as such.
    if (readable(value).search(INVISIBLE) >= 0) return undefined;
    const whose = isAlone ? 'its DER' : 'the DER of the one whose key signs';
    const how = done.map(([, words]) => words).join(', ');
    const sentence =
      `The header ${name} holds a certificate (serial ${read.certificate.serial}), but ${how}; send the base64 of ${whose}, alone and on one line, in TPP-Signature-Certificate.` as const;
    const mistakes = done.flatMap(([one]) => one ?? []);
    return mistakes.length === 0 ? undefined : reading(mistakes, sentence);
  }
  return undefined;
}
