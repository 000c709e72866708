// `node dist/bench/explain.js`: what an explanation costs on top of the refusal of a signature (SIG-15), in
// milliseconds of processor time: over every row for a string, and where nothing explains it. Then what other
// requests wait for while a flood of refusals is explained.
import { randomBytes, sign } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { signRequest } from '../client/sign.ts';
import { createExplainer } from '../server/insight/explain/create-explainer.ts';
import { diagnose } from '../server/insight/explain/diagnose.ts';
import { stringField } from '../server/insight/explain/rows/string-field.ts';
import { atOnce, createTurns } from '../server/insight/explain/slices.ts';
import { ApiError } from '../server/protocol/errors.ts';
import { RawHeaders } from '../server/protocol/headers.ts';
import { createIssuer } from '../server/signing/issue-certificate.ts';
import type { SignedRequest } from '../server/signing/signature-checks.ts';
import { createVerifier } from '../tests/support/verifier.ts';

const issuer = createIssuer({
  now: Date.now,
  randomBytes,
  load: async () => undefined,
  save: async () => undefined,
  poolSize: 0,
});
const issued = await issuer.issue({});
const body = '{"instructedAmount":{"amount":"10.00","currency":"EUR"},"creditorName":"Blåbær AS"}';

/** A payment whose signature is over `text`, or the right one. */
function requestOf(text?: string): SignedRequest {
  const target = '/v1/payments/sepa-credit-transfers';
  const headers = {
    ...signRequest(
      {
        method: 'POST',
        url: `http://127.0.0.1:8080${target}`,
        headers: {
          'X-Request-ID': 'b96e486c-7580-4fac-a44b-cbdfcbe628ad',
          'PSU-ID': '6c875382-8963-4617-a931-738c9b8bae7f',
          'TPP-Redirect-URI': 'https://tpp.example/callback?state=42',
        },
        body,
      },
      issued,
      { now },
    ),
  };
  if (text !== undefined) {
    const signature = sign('RSA-SHA256', Buffer.from(text, 'latin1'), issued.privateKey);
    headers['Signature'] = (headers['Signature'] as string).replace(
      /signature="[^"]*"/,
      `signature="${signature.toString('base64')}"`,
    );
  }
  const rawHeaders = new RawHeaders(Object.entries(headers).flat());
  return { method: 'POST', target, headers: rawHeaders, body: Buffer.from(body) };
}

const now = Date.now();
const verifier = createVerifier({ ownAuthorities: () => [] });

function refuse(request: SignedRequest): ApiError {
  try {
    verifier.verify(request, now, 'none');
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error('accepted');
}

const ticks = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

function timed<T>(run: () => T): { readonly result: T; readonly millis: number } {
  const started = ticks();
  const result = run();
  return { result, millis: ticks() - started };
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

function measure(what: string, texts: readonly string[]): void {
  const refusing: number[] = [];
  const explaining: number[] = [];
  let unnamed = 0;
  for (const text of texts) {
    const request = requestOf(text);
    const refused = timed(() => refuse(request));
    refusing.push(refused.millis);
    const explainer = createExplainer();
    // As in the bank, which has read both when it refuses.
    const about = { bank: 'bench', now, facts: diagnose(request, now) };
    const explained = timed(() => {
      const work = explainer.explain(request, refused.result, about);
      return work && atOnce(work);
    });
    explaining.push(explained.millis);
    if (explained.result?.readings.length === 0) unnamed += 1;
  }
  const [plain, more] = [refusing, explaining].map((list) => list.sort((a, b) => a - b));
  console.log(
    `${what.padEnd(44)} refusal ${at(plain ?? [], 0.5).toFixed(2)} ms, explaining on top: median ${at(more ?? [], 0.5).toFixed(2)} ms, 99 % ${at(more ?? [], 0.99).toFixed(2)} ms (${texts.length} requests, ${unnamed} without a name)`,
  );
}

const NAMES = ['date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'] as const;
const { start, rows } = stringField({ request: requestOf(), entries: NAMES, now });
const table = rows.flatMap((row) => {
  const text = row.change(start)?.text;
  return text === undefined || text === start.text ? [] : [text];
});
const random = Array.from({ length: 100 }, () => randomBytes(200).toString('latin1'));
const usual = table.filter((_, at) => at % 10 === 0).map((text) => `${text}\n`);

measure('warming up', [...table, ...random]);
measure('one mistake, every row of the table', table);
measure('two mistakes, one of them a newline', usual);
measure('nothing explains it', random);

const EACH = 5;
const ROUNDS = 300;

/** How much later than it should a timer of five milliseconds rings, as any other request would wait. */
async function lateness(): Promise<number> {
  const late: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    await pause(EACH);
    late.push(performance.now() - started - EACH);
  }
  return at(
    late.sort((a, b) => a - b),
    0.99,
  );
}

const quiet = await lateness();
const turns = createTurns(ticks);
const explainer = createExplainer();
const request = requestOf(random[0]);
const refusal = refuse(request);
let isOver = false;
async function flood(): Promise<void> {
  while (!isOver) {
    const work = explainer.explain(request, refusal, { bank: 'bench', now });
    if (work !== undefined) await turns.take('bench', work);
  }
}
const floods = Array.from({ length: 20 }, flood);
const flooded = await lateness();
isOver = true;
await Promise.all(floods);
console.log(
  `others wait, 99 %: ${quiet.toFixed(2)} ms in quiet, ${flooded.toFixed(2)} ms while a flood of refusals is explained`,
);
