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
const { figuresOf, roomOf } = await import('./house-figures.mjs');

const figures = { ...figuresOf(tree), ...(await entered()) };

/** Files, functions and rooms that run for one payment and for one refused signature. */
async function entered() {
  if (!existsSync(join(tree, 'dist', 'server', 'sandbank.js'))) return {};
  const { createSandbank } = await load('server/sandbank.js');
  const { signRequest } = await load('client/sign.js');
  const bank = await createSandbank();
  const session = new Session();
  session.connect();
  try {
    const client = await tppOf(bank.url, signRequest);
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
      .map(() => `server/${url.slice(root.length)}`),
  );
  const files = [...new Set(ran)];
  return `${new Set(files.map(roomOf)).size} rooms, ${files.length} files, ${ran.length} functions`;
}

/** A TPP with a consent, which pays and signs wrongly. Throws if the bank answers anything unexpected. */
async function tppOf(url, signRequest) {
  const json = { 'Content-Type': 'application/json' };
  const control = async (path, body) => {
    const init = { method: 'POST', headers: json, body: JSON.stringify(body) };
    return (await fetch(url + path, init)).json();
  };
  const { certificateBase64: certificate, ...made } = await control('/_sandbox/certificates', {});
  const credentials = { certificate, ...made };
  const headers = {
    'X-Request-ID': 'house',
    'TPP-Redirect-URI': 'https://tpp.example/',
    'TPP-Session-ID': 'house',
    'PSU-IP-Address': '127.0.0.1',
    'x-accept-fix': 'structured-addresses',
  };
  async function send(method, path, { body, status, spoil = '' }) {
    const request = {
      method,
      url: url + path,
      headers: { ...headers, ...(body ? json : {}) },
      body,
    };
    if (body === undefined) delete request.body;
    const signed = signRequest(request, credentials);
    if (spoil !== '') signed['X-Request-ID'] += spoil;
    const answer = await fetch(url + path, { method, headers: signed, body });
    const text = await answer.text();
    if (answer.status !== status) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  }
  const consent = await send('POST', '/v1/bank-offered-consents', { status: 201 });
  const link = consent._links.scaRedirect.href;
  const nationalId = '13039319955';
  const { redirect } = await control(`/_sandbox/sca/${link.split('/').at(-1)}`, {
    nationalId,
    outcome: 'approve',
  });
  headers['PSU-ID'] = new URL(redirect).searchParams.get('psu-id');
  const { accounts } = await send('GET', '/v1/accounts', { status: 200 });
  let amount = 0;
  const pay = (status, spoil) => {
    const body = JSON.stringify({
      instructedAmount: { amount: String(++amount), currency: 'NOK' },
      creditorName: 'House',
      creditorAccount: { iban: 'NO9386011117947', currency: 'NOK' },
      debtorAccount: { iban: accounts[0].iban, currency: 'NOK' },
    });
    const path = '/v1/payments/norwegian-domestic-credit-transfers';
    return send('POST', path, { body, status, spoil });
  };
  return { pay: () => pay(201), refused: () => pay(400, 'x') };
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
