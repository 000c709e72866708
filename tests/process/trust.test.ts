// A bank with a trust bundle (TPP-02), which is set at the start; chains and periods are tried in
// tests/unit/signing/trust.test.ts.
import { afterAll, expect, test } from '@jest/globals';
import { control, psuHeaders } from '../support/bank.ts';
import { expectRefusal, type Refusal } from '../support/conformance-refusal.ts';
import { temporaryFolder } from '../support/control-process.ts';
import { type OpenSandbank, openSandbank } from '../support/sandbanks.ts';
import { type Credentials, Tpp } from '../support/tpp.ts';

interface Issued extends Credentials {
  readonly certificate: string;
  /** The issuing certificate, then the root. */
  readonly chain: readonly [string, string];
}

const FORBIDDEN: Refusal = { code: 'FORBIDDEN', path: 'TPP-Signature-Certificate' };
const folder = temporaryFolder();
/** Their test authorities have one name and two keys; the bank trusts the root of the first. */
const trusted = await openSandbank();
const stranger = await openSandbank({ ownKeys: true });

const issue = async (from: OpenSandbank, wish: object = {}): Promise<Issued> =>
  (await control(from.url, 'POST', '/_sandbox/certificates', wish)).body;
const open = async (): Promise<OpenSandbank> =>
  openSandbank({ data: folder.path, ownKeys: true, trust: (await issue(trusted)).chain[1] });
const send = (credentials: Credentials) =>
  new Tpp(bank.url, credentials).get('/v1/sandbox/customers');
/** As base64 of a PEM file that holds the certificate and what stands between it and the root. */
const withChain = ({ certificate, chain, ...rest }: Issued): Credentials => ({
  ...rest,
  certificateBase64: Buffer.from(`${certificate}\n${chain[0]}`).toString('base64'),
});

const before = await open();
const own = await issue(before);
await before.close();
const bank = await open();
afterAll(async () => {
  await Promise.all([trusted, stranger, bank].map((one) => one.close()));
  folder.remove();
});

test('TPP-02: after a restart the first request of all may be signed with a certificate of before', async () => {
  const first = await new Tpp(bank.url, own).with(psuHeaders()).get('/v1/accounts');
  expectRefusal(first, { code: 'CONSENT_INVALID' });
});

test('TPP-02: a chain that came along leads to the bundle; without it a certificate is refused', async () => {
  const issued = await issue(trusted);
  const answer = await send(withChain(issued));
  expect([answer.status, answer.headers['sandbank-findings']]).toEqual([200, 'SIG-02']);
  expectRefusal(await send(issued), FORBIDDEN);
});

test('TPP-02: an authority of the same name with another key is refused', async () => {
  const forged = await issue(stranger);
  expect(forged.keyId.split(',CA=')[1]).toBe((await issue(trusted)).keyId.split(',CA=')[1]);
  expectRefusal(await send(withChain(forged)), { ...FORBIDDEN, says: /authority/ });
});

test('TPP-01, TPP-02: neither one without PSD2 statement nor an expired one is trusted', async () => {
  const silent = await issue(trusted, { variant: 'no-psd2' });
  expectRefusal(await send(withChain(silent)), { ...FORBIDDEN, says: /QCStatement/ });
  const expired = await issue(trusted, { variant: 'expired' });
  expectRefusal(await send(withChain(expired)), { ...FORBIDDEN, says: /expired/ });
});
