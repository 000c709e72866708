// A valid signed request to start from, and the means to change one thing in it. Keys are minted when
// the tests run.
import {
  constants,
  createHash,
  createPrivateKey,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { ApiError } from '../../../server/protocol/errors.ts';
import type { CertificateRequest } from '../../../server/protocol/generated/schemas.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import type { JsonObject } from '../../../server/protocol/json.ts';
import type { RoleNeed } from '../../../server/protocol/tpp.ts';
import { createIssuer } from '../../../server/signing/issue-certificate.ts';
import type { IssuedCertificate, Issuer } from '../../../server/signing/issuer.ts';
import { nextPair } from '../../support/key-stock.ts';
import {
  createVerifier,
  type Verification,
  type VerificationStep,
} from '../../support/verifier.ts';

export const NOW = Date.UTC(2026, 10, 3, 9, 5, 7);

/** An issuer that keeps its authority in memory and stands at NOW. */
export function memoryIssuer(now = NOW): Issuer & { saved(): JsonObject | undefined } {
  let saved: JsonObject | undefined;
  const issuer = createIssuer({
    now: () => now,
    randomBytes,
    load: async () => saved,
    save: async (json) => {
      saved = json;
    },
    poolSize: 0,
    makeKey: nextPair,
  });
  return { ...issuer, saved: () => saved };
}

export type Credentials = Pick<IssuedCertificate, 'certificateBase64' | 'privateKey' | 'keyId'>;

const issuer = memoryIssuer();
const minted = new Map<string, Promise<IssuedCertificate>>();

/** A certificate, made once per test file and request. */
export function mint(request: CertificateRequest = {}): Promise<IssuedCertificate> {
  const key = JSON.stringify(request);
  const made = minted.get(key) ?? issuer.issue(request);
  minted.set(key, made);
  return made;
}

export interface Draft {
  readonly method: string;
  readonly target: string;
  readonly body: string;
  readonly now: number;
  readonly role: RoleNeed;
  readonly trust?: string;
  /** Headers to add or replace; a list is sent several times, `undefined` not at all. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly certificate: string | readonly string[] | undefined;
  readonly keyId: string;
  readonly algorithm: string;
  /** Default: what the request carries. */
  readonly names?: readonly string[];
  /** What is signed, made of what should be. */
  readonly signed: (text: string) => string;
  readonly signature?: string;
  /** The Signature header, made of what it should be. */
  readonly header: (value: string) => string | readonly string[] | undefined;
  readonly privateKey: string | KeyObject;
}

const SIGNABLE = [
  'date',
  'digest',
  'x-request-id',
  'psu-id',
  'psu-corporate-id',
  'tpp-redirect-uri',
];
export const BODY = '{"creditorName":"Blåbær AS"}';

export function draftOf(credentials: Credentials, change: Partial<Draft> = {}): Draft {
  return {
    method: 'POST',
    target: '/v1/payments/sepa-credit-transfers',
    body: BODY,
    now: NOW,
    role: 'PSP_PI',
    headers: {},
    certificate: credentials.certificateBase64,
    keyId: credentials.keyId,
    algorithm: 'rsa-sha256',
    signed: (text) => text,
    header: (value) => value,
    privateKey: credentials.privateKey,
    ...change,
  };
}

/** The draft's headers, signed. */
export function headersOf(draft: Draft): RawHeaders {
  const plain: Record<string, string | readonly string[] | undefined> = {
    date: new Date(draft.now).toUTCString(),
    digest: draft.body === '' ? undefined : digest(draft.body),
    'x-request-id': 'b96e486c-7580-4fac-a44b-cbdfcbe628ad',
    'psu-id': '6c875382-8963-4617-a931-738c9b8bae7f',
    'tpp-redirect-uri': 'https://tpp.example/cb?state=1',
    ...draft.headers,
  };
  const first = (name: string) => [plain[name]].flat()[0];
  const names = draft.names ?? SIGNABLE.filter((name) => first(name) !== undefined);
  const text = names
    .map((name) =>
      name === '(request-target)'
        ? `${name}: ${draft.method.toLowerCase()} ${draft.target}`
        : `${name.toLowerCase()}: ${first(name.toLowerCase()) ?? ''}`,
    )
    .join('\n');
  const signature =
    draft.signature ??
    sign('RSA-SHA256', Buffer.from(draft.signed(text), 'latin1'), {
      key: keyOf(draft.privateKey),
      padding: constants.RSA_PKCS1_PADDING,
    }).toString('base64');
  const header = draft.header(
    `keyId="${draft.keyId}",algorithm="${draft.algorithm}",headers="${names.join(' ')}",signature="${signature}"`,
  );
  const all = { ...plain, 'tpp-signature-certificate': draft.certificate, signature: header };
  return new RawHeaders(
    Object.entries(all).flatMap(([name, value]) =>
      [value].flat().flatMap((each) => (each === undefined ? [] : [name, each])),
    ),
  );
}

/** Verifies a draft with a verifier of its own. */
export function verifyDraft(
  draft: Draft,
  observe?: (step: VerificationStep) => void,
): Verification {
  const trust = draft.trust === undefined ? {} : { trust: draft.trust };
  return createVerifier({ ...trust, ownAuthorities: () => [] }).verify(
    {
      method: draft.method,
      target: draft.target,
      headers: headersOf(draft),
      body: Buffer.from(draft.body),
    },
    draft.now,
    draft.role,
    observe,
  );
}

export function digest(body: string, algorithm = 'SHA-256'): string {
  const hash = algorithm.toLowerCase().replace('-', '');
  return `${algorithm}=${createHash(hash).update(body).digest('base64')}`;
}

/** Runs and returns the refusal. Anything but an ApiError is thrown on; acceptance is an error. */
export function refusalOf(run: () => unknown) {
  try {
    run();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { rule, status, code, details } = error;
    expectVerdict(error);
    return { rule, status, code, path: details.path, text: error.message };
  }
  throw new Error('it was accepted');
}

/** A refusal for the inspector says what was expected and what came (SIG-15's ground). */
function expectVerdict({ rule, details, message }: ApiError): void {
  if (!details.expected || details.got === undefined) throw new Error(`${rule} lacks a verdict`);
  if (message.length > 512) throw new Error(`${rule} says too much: ${message}`);
}

/** The rules of the findings. */
export const rulesOf = ({ findings }: Verification): string[] => findings.map(({ rule }) => rule);

/** Reading a key takes longer than signing with it. */
const keys = new Map<string, KeyObject>();

function keyOf(key: string | KeyObject): KeyObject {
  if (typeof key !== 'string') return key;
  const read = keys.get(key) ?? createPrivateKey(key);
  keys.set(key, read);
  return read;
}
