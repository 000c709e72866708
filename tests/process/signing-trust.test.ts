// A bank with a trust bundle. It is started here, whatever SANDBANK_URL says: trust is set at the start.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { control } from '../support/bank.ts';
import { expectRefusal, type Refusal } from '../support/conformance-refusal.ts';
import { type OpenSandbank, openSandbank, type SandbankSettings } from '../support/sandbanks.ts';
import { type Credentials, Tpp } from '../support/tpp.ts';

interface Issued extends Credentials {
  readonly certificate: string;
  /** The issuing certificate, then the root. */
  readonly chain: readonly [string, string];
}

/** Two banks whose test authorities have one name and two keys; the third trusts the first's. */
const banks: OpenSandbank[] = [];
let trusted: OpenSandbank;
let stranger: OpenSandbank;
let bank: OpenSandbank;
let rootOnly: OpenSandbank;

const issued = new Map<string, Issued>();

/** The same certificate for the same wish: keys take time. */
async function issue(from: OpenSandbank, wish: Readonly<Record<string, unknown>> = {}) {
  const key = `${from.url} ${JSON.stringify(wish)}`;
  const known = issued.get(key);
  if (known !== undefined) return known;
  const { body, status } = await control(from.url, 'POST', '/_sandbox/certificates', wish);
  expect(status).toBe(201);
  issued.set(key, body);
  return body as Issued;
}

beforeAll(async () => {
  const open = async (settings: SandbankSettings = {}) => {
    const opened = await openSandbank(settings);
    banks.push(opened);
    return opened;
  };
  trusted = await open();
  stranger = await open({ ownKeys: true });
  const { chain } = await issue(trusted);
  bank = await open({ trust: chain.join('\n') });
  rootOnly = await open({ trust: chain[1] });
});
afterAll(() => Promise.all(banks.map((one) => one.close())));

/** As base64 of a PEM file that holds the certificate and what stands between it and the root. */
const withChain = ({ certificate, chain, ...rest }: Issued): Credentials => ({
  ...rest,
  certificateBase64: Buffer.from(`${certificate}\n${chain[0]}`).toString('base64'),
});

const send = (to: OpenSandbank, credentials: Credentials) =>
  new Tpp(to.url, credentials).get('/v1/sandbox/customers');

const FORBIDDEN: Refusal = { code: 'FORBIDDEN', path: 'TPP-Signature-Certificate' };

describe('TPP-02: with a trust bundle', () => {
  test('TPP-02: a certificate whose issuer is in the bundle is trusted', async () => {
    const answer = await send(bank, await issue(trusted));
    expect(answer.status).toBe(200);
    expect(answer.headers['sandbank-findings']).toBeUndefined();
  });

  test('TPP-02: a chain that came along leads to the bundle', async () => {
    const answer = await send(rootOnly, withChain(await issue(trusted)));
    expect(answer.status).toBe(200);
    expect(answer.headers['sandbank-findings']).toBe('SIG-02');
  });

  test('TPP-02: without the certificate between, it does not', async () => {
    expectRefusal(await send(rootOnly, await issue(trusted)), FORBIDDEN);
  });

  test("TPP-02: the bank's own test authority is always trusted", async () => {
    expect((await send(bank, await issue(bank))).status).toBe(200);
  });

  test('TPP-02: an authority of the same name with another key is refused', async () => {
    const forged = await issue(stranger);
    expect(forged.keyId.split(',CA=')[1]).toBe((await issue(trusted)).keyId.split(',CA=')[1]);
    expectRefusal(await send(bank, forged), { ...FORBIDDEN, says: /authority/ });
    expectRefusal(await send(bank, withChain(forged)), FORBIDDEN);
  });

  test('TPP-02: a chain that someone else signed is refused', async () => {
    const [mine, theirs] = [await issue(trusted), await issue(stranger)];
    expectRefusal(await send(rootOnly, withChain({ ...theirs, chain: mine.chain })), FORBIDDEN);
  });

  test('TPP-02: an authority that nobody knows is refused', async () => {
    const unknown = await issue(trusted, { variant: 'unknown-ca' });
    expectRefusal(await send(bank, unknown), { ...FORBIDDEN, says: /authority/ });
  });

  test('TPP-02: no PSD2 statement is refused', async () => {
    const silent = await issue(trusted, { variant: 'no-psd2' });
    expectRefusal(await send(bank, silent), { ...FORBIDDEN, says: /QCStatement/ });
  });

  test('TPP-01: an expired certificate is refused, trusted or not', async () => {
    const expired = await issue(trusted, { variant: 'expired' });
    expectRefusal(await send(bank, expired), { ...FORBIDDEN, says: /expired/ });
  });
});
