// What an explanation costs on top of the refusal of a signature (SIG-15), in milliseconds of processor time: over every
// row for a string, and where nothing explains it. Then what other requests wait for while a flood is explained.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createExplainer } from '../../server/insight/explain/create-explainer.ts';
import { diagnose } from '../../server/insight/explain/diagnose.ts';
import { textAfter } from '../../server/insight/explain/rows/draft.ts';
import { stringField } from '../../server/insight/explain/rows/string-field.ts';
import { atOnce, createTurns } from '../../server/insight/explain/slices.ts';
import type { ApiError } from '../../server/protocol/errors.ts';
import type { SignedRequest } from '../../server/signing/signature-checks.ts';
import { draftOf, headersOf, mint, verifyDraft } from '../../tests/unit/signing/support.ts';
import { median, quantile, type Row, row, type Section } from '../row.ts';

const NAMES = ['date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'] as const;
const EACH = 5;

const ticks = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

interface Refused {
  readonly request: SignedRequest;
  readonly refusal: ApiError;
  readonly now: number;
}

/** A payment whose signature is over `text`, or the right one. */
async function refused(text?: string): Promise<Refused> {
  const draft = draftOf(await mint(), text === undefined ? {} : { signed: () => text });
  const { method, target, now } = draft;
  const request = { method, target, headers: headersOf(draft), body: Buffer.from(draft.body) };
  try {
    verifyDraft(draft);
  } catch (refusal) {
    return { request, refusal: refusal as ApiError, now };
  }
  return { request, refusal: undefined as never, now };
}

async function costRow(what: string, texts: readonly string[]): Promise<Row> {
  const costs: number[] = [];
  let unnamed = 0;
  for (const text of texts) {
    const { request, refusal, now } = await refused(text);
    const explainer = createExplainer();
    // As in the bank, which has read both when it refuses.
    const about = { bank: 'bench', now, facts: diagnose(request, now) };
    const before = ticks();
    const work = explainer.explain(request, refusal, about);
    const explained = work && atOnce(work);
    costs.push(ticks() - before);
    if (explained?.readings.length === 0) unnamed += 1;
  }
  const p99 = quantile(costs, 0.99);
  const beside = { p99, requests: texts.length, 'without a name': unnamed };
  return row(`explaining ${what}`, median(costs), 'ms', { beside });
}

/** How much later than it should a timer rings, as any other request would wait: of 100 all but one. */
async function lateness(rounds: number): Promise<number> {
  const late: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await pause(EACH);
    late.push(performance.now() - started - EACH);
  }
  return quantile(late, 0.99);
}

async function floodRow(text: string, rounds: number): Promise<Row> {
  const quiet = await lateness(rounds);
  const turns = createTurns(ticks);
  const explainer = createExplainer();
  const { request, refusal, now } = await refused(text);
  let isOver = false;
  async function flood(): Promise<void> {
    while (!isOver) {
      const work = explainer.explain(request, refusal, { bank: 'bench', now });
      if (work !== undefined) await turns.take('bench', work);
    }
  }
  const floods = Array.from({ length: 20 }, flood);
  const value = await lateness(rounds);
  isOver = true;
  await Promise.all(floods);
  const measure = 'others wait while a flood of refusals is explained, p99';
  return row(measure, value, 'ms', { beside: { 'in quiet': quiet } });
}

export const explaining: Section = async ({ smoke, say }) => {
  say('explanations');
  const { request } = await refused();
  const { start, rows } = atOnce(stringField({ request, entries: NAMES }));
  const all = rows.flatMap((row) => {
    const text = textAfter(row, start);
    return text === undefined ? [] : [text];
  });
  const table = smoke ? all.slice(0, 5) : all;
  const random = Array.from({ length: smoke ? 2 : 100 }, () => randomBytes(200).toString('latin1'));
  await costRow('to warm up', [...table, ...random]);
  return [
    await costRow('one mistake, every row of the table', table),
    await costRow('what nothing explains', random),
    await floodRow(random[0] ?? '', smoke ? 5 : 300),
  ];
};
