// `node dist/bench/inspector.js`: what the inspector costs a request (goal: no more than 3 %). Two banks in
// this process, one that records and one that does not, are asked the same over loopback in turns; the
// median of the rounds' ratios is what counts. On a machine that others are using look at the quickest
// rounds instead: those that nobody disturbed. What coverage counts is part of the cost: it hangs on the
// same recorder.
import { createHash, randomUUID, sign } from 'node:crypto';
import { Agent, request } from 'node:http';
import { createSandbank, type Sandbank } from '../server/sandbank.ts';

const GOAL = 3;
/** Short ones, and many; `node dist/bench/inspector.js 1000` takes more. */
const ROUNDS = Number(process.argv[2] ?? 300);
/** Of each bank in each round. */
const REQUESTS = 64;
const ABREAST = 8;

interface Credentials {
  readonly certificateBase64: string;
  readonly privateKey: string;
  readonly keyId: string;
}

interface Subject {
  readonly name: string;
  readonly bank: Sandbank;
  readonly agent: Agent;
  readonly credentials: Credentials;
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

async function open(name: string, inspector: boolean): Promise<Subject> {
  const bank = await createSandbank({ inspector });
  const answer = await fetch(`${bank.url}/_sandbox/certificates`, { method: 'POST' });
  const credentials = (await answer.json()) as Credentials;
  const agent = new Agent({ keepAlive: true, maxSockets: ABREAST });
  return { name, bank, agent, credentials };
}

/** Headers with a signature; made before the clock runs, and good for a minute. */
function signed({ credentials }: Subject, { body }: Sent): string[] {
  const digest =
    body === undefined
      ? undefined
      : `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
  const headers: [string, string][] = [
    ['Date', new Date().toUTCString()],
    ['X-Request-ID', randomUUID()],
    ...(digest === undefined ? [] : [['Digest', digest] as [string, string]]),
  ];
  const names = headers.map(([name]) => name.toLowerCase());
  const text = headers.map(([name, value]) => `${name.toLowerCase()}: ${value}`).join('\n');
  const signature = sign('RSA-SHA256', Buffer.from(text), credentials.privateKey);
  headers.push(
    ['TPP-Signature-Certificate', credentials.certificateBase64],
    [
      'Signature',
      `keyId="${credentials.keyId}",algorithm="rsa-sha256",headers="${names.join(' ')}",signature="${signature.toString('base64')}"`,
    ],
    ...(body === undefined
      ? []
      : ([
          ['Content-Type', 'application/json'],
          ['Content-Length', String(Buffer.byteLength(body))],
        ] as [string, string][])),
  );
  return headers.flat();
}

interface Ready extends Sent {
  readonly headers: readonly string[];
}

function send({ bank, agent }: Subject, { method, path, body, headers }: Ready): Promise<number> {
  return new Promise((resolve, reject) => {
    const flat = ['Host', `127.0.0.1:${bank.port}`, ...headers];
    const options = { host: '127.0.0.1', port: bank.port, path, method, agent, headers: flat };
    const sent = request(options, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Milliseconds per request. */
async function round(subject: Subject, sent: Sent): Promise<number> {
  const ready = Array.from({ length: REQUESTS }, () => ({
    ...sent,
    headers: signed(subject, sent),
  }));
  const startedAt = performance.now();
  const workers = Array.from({ length: ABREAST }, async () => {
    for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
      const status = await send(subject, next);
      if (status >= 500) throw new Error(`${sent.method} ${sent.path} answered ${status}`);
    }
  });
  await Promise.all(workers);
  return (performance.now() - startedAt) / REQUESTS;
}

/** The value below which that share of them lies. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] as number;
}

type Subjects = readonly [recording: Subject, silent: Subject];

async function compare(what: string, sent: Sent, subjects: Subjects): Promise<void> {
  // Past a thousand the log is full, and each record gives one up.
  for (let i = 0; i < 25; i++) for (const subject of subjects) await round(subject, sent);
  const took: (readonly [withIt: number, without: number])[] = [];
  const [recording, silent] = subjects;
  for (let i = 0; i < ROUNDS; i++) {
    const isEven = i % 2 === 0;
    const first = await round(isEven ? recording : silent, sent);
    const second = await round(isEven ? silent : recording, sent);
    took.push(isEven ? [first, second] : [second, first]);
  }
  console.log(`${what}: ${ROUNDS} rounds of ${REQUESTS} requests, ${ABREAST} at a time`);
  const ratios = took.map(([withIt, without]) => withIt / without);
  report('median of the rounds', took, { share: 0.5, ratio: quantile(ratios, 0.5) });
  const [withIt, without] = [0, 1].map((at) => quantile(timesOf(took, at), 0.1));
  report('quickest tenth', took, {
    share: 0.1,
    ratio: (withIt as number) / (without as number),
  });
}

const timesOf = (took: readonly (readonly [number, number])[], at: number): number[] =>
  took.map((pair) => pair[at] as number);

function report(
  what: string,
  took: readonly (readonly [number, number])[],
  { share, ratio }: { readonly share: number; readonly ratio: number },
): void {
  const [withIt, without] = [0, 1].map((at) => 1000 / quantile(timesOf(took, at), share));
  const cost = (ratio - 1) * 100;
  const verdict = cost <= GOAL ? 'met' : 'missed';
  console.log(
    `  ${what.padEnd(21)} ${withIt?.toFixed(0)} requests a second with the inspector, ` +
      `${without?.toFixed(0)} without: ${cost.toFixed(2)} % (goal ${GOAL} %: ${verdict})`,
  );
}

const subjects: Subjects = [await open('with the inspector', true), await open('without', false)];
const customers = { method: 'GET', path: '/v1/sandbox/customers?includeAccounts=true' };
await compare('a signed read', customers, subjects);
await compare(
  'a refused body',
  { method: 'POST', path: '/v1/sandbox/customers', body: '{"customerNumber":1}' },
  subjects,
);
for (const { bank, agent } of subjects) {
  agent.destroy();
  await bank.close();
}
