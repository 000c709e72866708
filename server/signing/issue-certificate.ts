// Test certificates for TPPs: a QSealC or QWAC with its PSD2 statement, its key and its chain, from an authority that
// this bank made for itself. It also issues the bank's seal, its TLS certificate, and the list of what is revoked.
// Nothing here is worth anything outside a sandbox.
import { DAY, HOUR } from '../kernel/clock.ts';
import { defined } from '../kernel/defined.ts';
import { memoize } from '../kernel/memoize.ts';
import { ApiError } from '../protocol/errors.ts';
import type { CertificateRequest } from '../protocol/generated/schemas.ts';
import type { JsonObject } from '../protocol/json.ts';
import { type BankSeal, buildSeal, sealFromJson, sealToJson } from './bank-seal.ts';
import type { CertificatePlan } from './build-certificate.ts';
import { readCertificate } from './certificate.ts';
import type { IssuedCertificate, Issuer, IssuerOptions } from './issuer.ts';
import { keyIdOf } from './key-id.ts';
import { generateEc, type KeyPair } from './key-pair.ts';
import { createKeyPool, type KeyPool } from './key-pool.ts';
import { splitPem, toPem } from './pem.ts';
import type { Psd2Statement } from './psd2-statement.ts';
import {
  type Authority,
  authorityFromJson,
  authorityToJson,
  buildAuthority,
} from './test-authority.ts';

interface Context {
  readonly options: IssuerOptions;
  readonly pool: KeyPool;
}

/** Making keys keeps every core busy for a moment; the bank's first answers go before it. In ms. */
const START_DELAY = 200;

/** What writes certificates: it takes some ms to load, which a start need not pay. */
const loadWriters = async () => ({
  ...(await import('./build-certificate.ts')),
  ...(await import('./build-crl.ts')),
  ...(await import('./server-certificate.ts')),
  ...(await import('./pkcs12.ts')),
});

/** An issuer with its own authority and key pool. */
export function createIssuer(options: IssuerOptions): Issuer {
  const context = { options, pool: createKeyPool(options.poolSize, options.makeKey) };
  let known: Authority | undefined;
  let starting: NodeJS.Timeout | undefined;

  const takeKey = () => {
    // The stock is filled afterwards, so that its keys do not slow down the one that is waited for.
    clearTimeout(starting);
    return context.pool.take();
  };
  const load = async () => {
    const saved = await options.load();
    if (saved !== undefined) known = authorityFromJson(saved);
    return saved;
  };
  const open = async () => {
    const saved = await load();
    if (known !== undefined && known.notAfter > options.now()) return known;
    const made = await makeAuthority(options, 'Sandbank Test');
    const other = await options.save(authorityToJson(made), saved);
    known = other === undefined ? made : authorityFromJson(other);
    return known;
  };
  const authority = memoize(open);
  const seal = memoize(async () => openSeal(context, await authority()));
  return {
    start() {
      const fill = () =>
        Promise.all([authority(), loadWriters()])
          .then(() => context.pool.fill())
          // The next request for a certificate fails with the same error.
          .catch(() => undefined);
      starting = setTimeout(fill, START_DELAY).unref();
    },
    stop() {
      clearTimeout(starting);
      context.pool.stop();
    },
    async restore() {
      await load();
    },
    async prepare() {
      await authority();
    },
    authorities: () => known?.chain ?? [],
    root: async () => (await authority()).chain[1],
    async issue(request, crlUrl) {
      const unknown = request.variant === 'unknown-ca';
      const { weak, ...planned } = planOf(request, options.now());
      const plan = { ...planned, ...(unknown ? {} : defined({ crlUrl })) };
      // The key is made on a thread of its own, the authority on this one.
      const [keys, issuer, writers] = await Promise.all([
        weak ? context.pool.weak() : takeKey(),
        unknown ? makeAuthority(options, 'Unknown') : authority(),
        loadWriters(),
      ]);
      return issueFrom(issuer, plan, { keys, writers, options });
    },
    seal,
    async crl(revoked) {
      const [{ issuing }, { buildCrl }] = await Promise.all([authority(), loadWriters()]);
      return buildCrl({ issuer: issuing, revoked, now: options.now() });
    },
    server: async (names) => serverOf(await authority(), names, options),
  };
}

/** The stored seal, or a new one; that of another process which was first. */
async function openSeal(context: Context, authority: Authority): Promise<BankSeal> {
  const { load, save } = context.options;
  const saved = await load();
  if (saved?.['seal'] !== undefined) return sealFromJson(saved['seal'] as JsonObject, authority);
  const made = await makeSeal(context, authority);
  const other = await save({ ...authorityToJson(authority), seal: sealToJson(made) }, saved);
  const first = other?.['seal'];
  return first === undefined ? made : sealFromJson(first as JsonObject, authority);
}

async function makeSeal({ options, pool }: Context, authority: Authority): Promise<BankSeal> {
  const keys = await pool.take();
  return buildSeal({ keys, serial: newSerial(options), now: options.now(), authority });
}

async function serverOf(authority: Authority, names: readonly string[], options: IssuerOptions) {
  const [keys, { serverIdentity }] = await Promise.all([generateEc(), loadWriters()]);
  const parts = { authority, keys, names, now: options.now };
  return serverIdentity({ ...parts, newSerial: () => newSerial(options) });
}

/** Its keys are elliptic: made at once, while a TPP's RSA key takes its time. */
async function makeAuthority(options: IssuerOptions, label: string): Promise<Authority> {
  const [root, issuing] = await Promise.all([generateEc(), generateEc()]);
  return buildAuthority({
    keys: { root, issuing },
    serials: { root: newSerial(options), issuing: newSerial(options) },
    now: options.now(),
    label,
  });
}

/** 127 random bits, positive, and without a leading zero that could be left out. */
function newSerial({ randomBytes }: IssuerOptions): string {
  const bytes = Buffer.from(randomBytes(16));
  bytes[0] = ((bytes[0] as number) & 0x3f) | 0x40;
  return bytes.toString('hex');
}

interface TppPlan extends Pick<CertificatePlan, 'kind' | 'subject' | 'notBefore' | 'notAfter'> {
  readonly psd2?: Psd2Statement;
  readonly crlUrl?: string;
  readonly weak: boolean;
}

function planOf(request: CertificateRequest, now: number): TppPlan {
  const { roles = ['PSP_AI', 'PSP_PI'], name = 'Example TPP AS', type, variant } = request;
  const { country, organisationId, ncaId } = parseOrganisationId(
    request.organisationId ?? 'PSDNO-FSA-987654321',
  );
  const stated = variant === 'wrong-role' ? (['PSP_IC'] as const) : roles;
  return {
    kind: type === 'QWAC' ? 'web' : 'seal',
    subject: { country, organisation: name, organisationId, commonName: name },
    ...periodOf(request, now),
    ...(variant === 'no-psd2' ? {} : { psd2: { roles: stated, ...authorityNameOf(ncaId) } }),
    weak: variant === 'weak-key',
  };
}

function periodOf({ validDays = 365, variant }: CertificateRequest, now: number) {
  if (variant === 'expired') return { notBefore: now - (validDays + 1) * DAY, notAfter: now - DAY };
  if (variant === 'not-yet-valid') {
    return { notBefore: now + DAY, notAfter: now + (validDays + 1) * DAY };
  }
  // Clocks differ a little; a certificate made now is good at once everywhere.
  return { notBefore: now - HOUR, notAfter: now + validDays * DAY };
}

function parseOrganisationId(id: string) {
  const match = /^(?:PSD)?(([A-Z]{2})-[A-Z]{2,8})-[!-~]{1,40}$/.exec(id);
  if (match === null) {
    const form = 'PSDNO-FSA-987654321 (ETSI TS 119 495, 5.2.1)';
    const text = `organisationId must have the form ${form}.`;
    throw new ApiError('CTRL-02', 'FORMAT_ERROR', text, { path: '/organisationId' });
  }
  const [, ncaId = '', country = ''] = match;
  return { country, ncaId, organisationId: id.startsWith('PSD') ? id : `PSD${id}` };
}

function authorityNameOf(ncaId: string) {
  const ncaName =
    ncaId === 'NO-FSA' ? 'The Financial Supervisory Authority of Norway' : `Authority ${ncaId}`;
  return { ncaId, ncaName };
}

interface Issuing {
  readonly writers: Awaited<ReturnType<typeof loadWriters>>;
  readonly keys: KeyPair;
  readonly options: IssuerOptions;
}

function issueFrom(
  authority: Authority,
  plan: Omit<TppPlan, 'weak'>,
  { keys: { publicKey, privateKey }, writers, options }: Issuing,
): IssuedCertificate {
  const { issuing, chain } = authority;
  const serial = newSerial(options);
  const der = writers.buildCertificate({
    ...plan,
    publicKey,
    issuer: issuing,
    serial,
  });
  const password = Buffer.from(options.randomBytes(12)).toString('base64url');
  const pkcs12 = writers.buildPkcs12({
    privateKey,
    certificates: [der, ...splitPem(chain.join(''))],
    password,
    salt: Buffer.from(options.randomBytes(8)),
  });
  return {
    certificate: toPem(der),
    certificateBase64: der.toString('base64'),
    chain: [...chain],
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    pkcs12: pkcs12.toString('base64'),
    pkcs12Password: password,
    keyId: keyIdOf(readCertificate(der)),
  };
}
