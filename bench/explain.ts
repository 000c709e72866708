// `node dist/bench/explain.js`: what an explanation costs on top of the refusal of a signature (SIG-15),
// over every row of the mistake table, and where nothing explains it.
import { randomBytes, sign } from 'node:crypto';
import { signRequest } from '../client/sign.ts';
import { createExplainer } from '../server/insight/explain/create-explainer.ts';
import { diagnose } from '../server/insight/explain/diagnose.ts';
import { atOnce } from '../server/insight/explain/slices.ts';
import { allTransforms } from '../server/insight/explain/string/all-transforms.ts';
import { renderDraft } from '../server/insight/explain/string/draft.ts';
import { signatureContext } from '../server/insight/explain/string/signature-context.ts';
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

function timed<T>(run: () => T): { readonly result: T; readonly millis: number } {
  const started = performance.now();
  const result = run();
  return { result, millis: performance.now() - started };
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
    const about = { bank: 'bench', now };
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

const right = requestOf();
const context = signatureContext(right, diagnose(right, now), { known: [], now });
if (context === undefined) throw new Error('the request has no signing string');
const table = allTransforms(context)
  .map((row) => renderDraft(row.apply(context.draft)))
  .filter((text) => text !== renderDraft(context.draft));
const random = Array.from({ length: 100 }, () => randomBytes(200).toString('latin1'));
const joined = (text: string) => text.replaceAll('\n', '\r\n');

measure('warming up', table.slice(0, 100));
measure('one mistake, every row of the table', table);
measure('two mistakes', table.slice(0, 200).map(joined));
measure('nothing explains it', random);
