// The examples of the OpenAPI documents (fixtures/api-examples.json), from a bank's own answers: shortened,
// without keys, and with ids that stay the same when they are recorded again.
import { createHash } from 'node:crypto';
import type { Examples } from '../../server/openapi/answers.ts';
import { type Recorded, recordAnswers } from './answers.ts';
import type { TestBank } from './bank.ts';
import { recordControlAnswers } from './control-answers.ts';
import { DOMESTIC, STRAKS } from './product-scene.ts';
import { recordRefusals } from './refused-answers.ts';

/** `GET /v1/accounts/{accountId}` and its operation id. */
export type OperationIds = ReadonlyMap<string, string>;

/** A straks payment never waits, so its cancellation cannot be recorded: it answers like a domestic one's. */
type Kept = { request?: unknown; answers: Record<string, unknown> };

/** @param house whose tenants are used; @param ids of both documents */
export async function recordExamples(house: TestBank, ids: OperationIds): Promise<Examples> {
  const paths = [...ids.keys()].map((key) => key.replace(/^\w+ /, ''));
  const recorded = [
    ...(await recordAnswers(house.tenant(), paths)),
    ...(await recordControlAnswers(house.tenant())),
  ];
  const refusals = await recordRefusals(house.tenant());
  const operations: Record<string, Kept> = {};
  for (const one of recorded) {
    const id = operationOf(one, ids);
    const kept = operations[id] ?? { answers: {} };
    if (one.request !== undefined) kept.request ??= one.request;
    const { status, body, text } = one.answer;
    if (text !== '') kept.answers[status] ??= body ?? readable(text);
    operations[id] = kept;
  }
  for (const [key, id] of ids) {
    if (!key.includes(STRAKS)) continue;
    const like = operations[ids.get(key.replace(STRAKS, DOMESTIC)) ?? ''];
    const answers = JSON.parse(JSON.stringify(like?.answers ?? {}).replaceAll(DOMESTIC, STRAKS));
    operations[id] = { ...operations[id], answers: { ...answers, ...operations[id]?.answers } };
  }
  const errors = Object.fromEntries([...refusals].map(([code, { body }]) => [code, body]));
  const text = JSON.stringify({ operations, errors }, shortened);
  return JSON.parse(steady(text)) as Examples;
}

function operationOf({ method, path }: Recorded, ids: OperationIds): string {
  const literal = ids.get(`${method} ${path}`);
  if (literal !== undefined) return literal;
  for (const [key, id] of ids) {
    const pattern = new RegExp(`^${key.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    if (pattern.test(`${method} ${path}`)) return id;
  }
  throw new Error(`no document has ${method} ${path}`);
}

const readable = (text: string): string => (text.includes('\0') ? 'DER, bytes' : text);

/** Lists of the first two entries, snapshots of two tables, keys and certificates of one line. */
function shortened(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2);
  if (name === 'tables') {
    const { customers, clock } = value as Record<string, unknown>;
    return { customers, clock };
  }
  if (name === 'took') return { total: 1.5 };
  if (typeof value !== 'string') return value;
  if (value.startsWith('-----BEGIN')) return 'PEM, several lines';
  return value.length > 900 ? `${value.slice(0, 60)}…` : value;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Ids of SCA flows, and of accounts as a TPP sees them. */
const OTHER_IDS = /(?<=\/sca\/)[\w-]{32}|(?<=enc!!)[\w-]{20,}/g;

/** The ids are made from their numbers: a recording has the same ones as the last. */
function steady(text: string): string {
  const ids = new Map<string, string>();
  for (const [id] of text.matchAll(OTHER_IDS)) ids.set(id, madeUp(id, ids.size));
  for (const [id] of text.matchAll(UUID)) if (!ids.has(id)) ids.set(id, madeUp(id, ids.size));
  let result = text
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1:8080')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:8080')
    .replaceAll(/\/banks\/t-[0-9a-f-]{11,13}/g, '');
  for (const [id, other] of ids) result = result.replaceAll(id, other);
  return result;
}

/** As long as the id, with the same marks in the same places. */
function madeUp(id: string, number: number): string {
  const digits = createHash('sha256').update(String(number)).digest('hex').repeat(4);
  if (!id.match(UUID)) return digits.slice(0, id.length);
  return 'xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx'.replaceAll('x', (_, at) => digits[at] ?? '0');
}
