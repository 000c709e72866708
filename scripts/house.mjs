// `npm run house`: the house in figures. `-- --tree DIR` measures another checkout, `-- --json` prints JSON, `-- --short`
// leaves out the places. What a request enters is measured if that checkout is built and has node_modules: V8 counts the
// functions that run.
import { existsSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { EVERYTHING, ensureBuilt, ROOT } from './build.mjs';

const { values } = parseArgs({
  options: {
    tree: { type: 'string', default: ROOT },
    json: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
  },
});
const tree = values.tree;
await ensureBuilt(EVERYTHING);
const load = (path) => import(pathToFileURL(join(tree, 'dist', path)).href);
const { figuresOf } = await import('./house-figures.mjs');
const { roomOf } = await import(
  pathToFileURL(join(ROOT, 'dist', 'tests', 'support', 'house-picture.js')).href
);

const figures = { ...figuresOf(tree), ...(await entered()) };

/** Files, functions and rooms that run for one payment and for one refused signature. */
async function entered() {
  if (!existsSync(join(tree, 'dist', 'server', 'sandbank.js'))) return {};
  const { createSandbank } = await load('client/testing.js');
  const { signRequest } = await load('client/sign.js');
  const bank = await createSandbank();
  const session = new Session();
  session.connect();
  try {
    const client = await clientOf(bank, signRequest);
    await session.post('Profiler.enable');
    const during = async (run) => {
      await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
      await run();
      const { result } = await session.post('Profiler.takePreciseCoverage');
      await session.post('Profiler.stopPreciseCoverage');
      return namesOf(result);
    };
    // The first call is not measured, because it includes work that is done only once.
    await client.pay();
    await client.refused();
    return {
      'a payment': await during(client.pay),
      'a refused signature': await during(client.refused),
    };
  } finally {
    session.disconnect();
    await bank.close();
  }
}

function namesOf(scripts) {
  const root = pathToFileURL(join(tree, 'dist', 'server/')).href;
  const own = scripts.filter(({ url }) => url.startsWith(root));
  const ran = own.flatMap(({ url, functions }) =>
    functions
      .filter(({ functionName, ranges }) => functionName !== '' && ranges[0].count > 0)
      .map(() => `server/${url.slice(root.length).replace(/\.js$/, '.ts')}`),
  );
  const files = [...new Set(ran)];
  return `${new Set(files.map(roomOf)).size} rooms, ${files.length} files, ${ran.length} functions`;
}

/** A TPP with a consent, which pays and signs wrongly. Throws if the bank answers anything unexpected. */
async function clientOf(bank, signRequest) {
  const path = '/v1/payments/norwegian-domestic-credit-transfers';
  const tpp = await bank.tpp();
  const psu = await tpp.login('jonas');
  const [{ iban }] = (await psu.get('/v1/accounts')).body.accounts;
  const headers = { 'x-accept-fix': 'amount-as-string, structured-addresses' };
  let amount = 0;
  const bodyOf = () => ({
    instructedAmount: { amount: String(++amount), currency: 'NOK' },
    creditorName: 'House',
    creditorAccount: { iban: 'NO9386011117947', currency: 'NOK' },
    debtorAccount: { iban, currency: 'NOK' },
  });
  const expect = (status, answer) => {
    if (answer.status !== status) throw new Error(`${path}: ${answer.status} instead of ${status}`);
  };
  return {
    pay: async () => expect(201, await psu.post(path, bodyOf(), { headers })),
    async refused() {
      const request = { method: 'POST', url: bank.url + path, body: JSON.stringify(bodyOf()) };
      const signed = signRequest(request, tpp.credentials);
      signed['X-Request-ID'] += 'x';
      expect(400, await fetch(request.url, { ...request, headers: signed }));
    },
  };
}

if (values.json) console.log(JSON.stringify(figures, null, 2));
else {
  for (const [name, value] of Object.entries(figures)) {
    const shown = Array.isArray(value)
      ? [value.length, ...(values.short ? [] : value)].join('\n    ')
      : value;
    console.log(`${name.padEnd(38)} ${shown}`);
  }
}
