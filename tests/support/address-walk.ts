// Every address that a bank answers with GET: signed, control API, console, SCA pages and reports. Found once by
// following what a healthy bank links to, then asked again of a bank that may not be.
import type { Psu, TestBank } from './bank.ts';
import { type Answer, send } from './http.ts';

/** An address below the bank, and who asks. */
interface Address {
  readonly path: string;
  /** Index of the PSU whose TPP signs; absent for addresses without signature. */
  readonly psu?: number;
}

/** Addresses that nothing links to, or that wait. */
const SIGNED = [
  '/v1/accounts?withBalance=true',
  '/v1/card-accounts',
  '/v1/user',
  '/v1/bank-offered-consents',
  '/v1/tpps/me',
  '/v1/sandbox/customers?includeAccounts=true&includeAgreements=true',
  '/v1/sandbox/agreements',
];
const OPEN = [
  ...[
    'clock',
    'rules',
    'faults',
    'consents',
    'redirects',
    'events',
    'requests',
    'coverage',
    'tpps',
  ],
  ...['readiness', 'readiness?at=2026-11-15&profile=production', 'sca-policy', 'seed', 'metrics'],
  ...['snapshots', 'snapshots/golden', 'snapshots/diff?from=golden', 'certificates/ca'],
].map((name) => `/_sandbox/${name}`);
const PAGES = ['', '/people', '/consents', '/payments', '/sca', '/baskets', '/clock', '/faults']
  .concat(['/snapshots', '/snapshots?from=golden', '/seeds', '/rules', '/certificates', '/explain'])
  .concat(['/banks', '/settings', '/send', '/send?operation=getAccounts'])
  .map((path) => `/console${path}`);

/** What would change the bank, or never ends, or is not of the bank. */
const LEFT_OUT =
  /\/(?:next|live|logout)\b|\/catch|\.(?:css|js|svg|woff2|webp|ico|png)(?:$|\?)|\/docs|format=/;

export interface Walk {
  readonly bank: TestBank;
  readonly psus: readonly Psu[];
}

const ask = ({ bank, psus }: Walk, { path, psu }: Address, accept: string): Promise<Answer> => {
  const tpp = psu === undefined ? undefined : psus[psu]?.tpp;
  if (tpp !== undefined) return tpp.get(path);
  return send({ method: 'GET', url: bank.url + path, headers: [['Accept', accept]] });
};

export async function addressesOf(
  walk: Walk,
  more: readonly string[],
): Promise<readonly Address[]> {
  const { pathname } = new URL(walk.bank.url);
  const found = new Map<string, Address>();
  const add = (address: Address) => {
    const key = `${address.psu ?? '-'} ${address.path}`;
    if (!found.has(key) && !LEFT_OUT.test(address.path)) found.set(key, address);
  };
  walk.psus.forEach((_, psu) => {
    for (const path of [...SIGNED, ...more]) add({ path, psu });
  });
  for (const path of [...OPEN, ...PAGES]) add({ path });
  // The map grows while it is walked.
  for (const address of found.values()) {
    const { text } = await ask(walk, address, 'text/html');
    for (const [, href = ''] of text.matchAll(/href"?[=:]\s?"([^"#]+)/g)) {
      const path = href.replaceAll('&amp;', '&').replace(/^https?:\/\/[^/]+/, '');
      const own = path.startsWith(pathname) ? path.slice(pathname.length) : path;
      if (own.startsWith('/v1/') && address.psu !== undefined) add({ path: own, psu: address.psu });
      else if (/^\/(?:console|_sandbox|sca)\b/.test(own)) add({ path: own });
    }
  }
  return [...found.values()];
}

/** Answers of 500 and more, asked for as a program or a browser does. */
export async function failuresAt(
  walk: Walk,
  addresses: readonly Address[],
  accept: 'application/json' | 'text/html',
): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const address of addresses) {
    const { status, text } = await ask(walk, address, accept);
    // A fault that matches more than it did refuses as it was told to.
    if (text.includes('of this sandbox refuses the request')) continue;
    if (status >= 500) failures.push(`GET ${address.path}: ${status} ${text.slice(0, 200)}`);
  }
  return failures;
}
