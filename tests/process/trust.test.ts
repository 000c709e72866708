// A bank with a trust bundle, closed and opened again: its own test certificates stay trusted.
import { afterEach, expect, test } from '@jest/globals';
import { control, psuHeaders } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { temporaryFolder } from '../support/control-process.ts';
import { type OpenSandbank, openSandbank, type SandbankSettings } from '../support/sandbanks.ts';
import { type Credentials, Tpp } from '../support/tpp.ts';

interface Issued extends Credentials {
  readonly chain: readonly string[];
}

const open: OpenSandbank[] = [];
let folder: ReturnType<typeof temporaryFolder> | undefined;

async function start(options: SandbankSettings = {}): Promise<OpenSandbank> {
  const bank = await openSandbank(options);
  open.push(bank);
  return bank;
}

const issue = async (url: string): Promise<Issued> =>
  (await control(url, 'POST', '/_sandbox/certificates')).body;

afterEach(async () => {
  await Promise.all(open.splice(0).map((bank) => bank.close()));
  folder?.remove();
});

test('TPP-02: after a restart the first request of all may be signed with a certificate of before', async () => {
  folder = temporaryFolder();
  const foreign = await issue((await start()).url);
  const trust = foreign.chain.join('\n');
  const options = { data: folder.path, trust };
  const before = await start(options);
  const own = await issue(before.url);
  await before.close();

  const { url } = await start(options);
  const first = await new Tpp(url, own).with(psuHeaders()).get('/v1/accounts');
  expectRefusal(first, { code: 'CONSENT_INVALID' });
  const trusted = await new Tpp(url, foreign).get('/v1/sandbox/customers');
  expect(trusted.status).toBe(200);
});
