// Calls of the interface with the headers that a PSU, present or absent, in each context may have, straight to a handler:
// what it answers, and which rows are other ones then.
import { psuCorporateIdOf, psuIdOf } from '../../../server/bank/sca/psu-ids.ts';
import { dateAt } from '../../../server/kernel/dates.ts';
import type { JsonObject } from '../../../server/protocol/json.ts';
import type { StartingRows } from '../../../server/storage/store.ts';
import { eachAnswerOnce, shortened, shown } from '../../support/recorded.ts';
import { changed, inBank, refusedWith } from '../seeds/filled.ts';
import { KARI, OLA, TPP } from '../seeds/seed-scene.ts';
import { callOf } from './call.ts';

export interface Handled {
  readonly id: string;
  readonly path: string;
  readonly handle: (call: object) => unknown;
}

export interface Asked {
  readonly headers: object;
  readonly params: JsonObject;
  readonly now: number;
  readonly query?: JsonObject;
  readonly body?: unknown;
}

const present = { psuIpAddress: '192.0.2.1' };
const kari = { psuId: psuIdOf('own', TPP, KARI), tppSessionId: 'a' };
const bakery = { psuCorporateId: psuCorporateIdOf('own', TPP, 'bakery') };
const ola = { psuId: psuIdOf('own', TPP, OLA), tppSessionId: 'b', ...bakery };
export const HEADERS: readonly object[] = [
  ...[{}, present, { ...present, ...kari }, kari, { ...present, ...ola }, ola],
  ...[
    { ...present, ...kari, tppSessionId: 'none' },
    { ...present, ...kari, tppSessionId: 'old' },
  ],
  ...[
    { ...present, psuId: kari.psuId },
    { psuId: kari.psuId },
    { psuId: '00000000-0000-4000-8000-000000000000' },
  ],
  ...[
    { ...kari, psuContext: 'PRIVATE' },
    { ...present, ...kari, psuContext: 'PRIVATE' },
  ],
  ...[
    { ...kari, psuContext: 'CORPORATE' },
    { ...kari, ...bakery },
    { psuId: kari.psuId, ...bakery, psuContext: 'CORPORATE' },
  ],
  ...[
    { ...present, ...kari, ...bakery },
    { ...kari, psuCorporateId: '00000000-0000-4000-8000-000000000000' },
  ],
  ...[
    { ...ola, ...bakery, psuContext: 'CORPORATE' },
    { ...present, psuIdentity: KARI, tppSessionId: 'a' },
    { psuIdentity: OLA },
  ],
  { ...present, ...kari, acceptFix: ['longer-names'], language: 'nb' },
];

/** What the operation answers to each call, and each answer once. */
export async function answersToCalls(
  operation: Handled,
  rows: StartingRows,
  calls: readonly (readonly [title: string, asked: Asked])[],
): Promise<readonly string[]> {
  const said: [title: string, answer: string][] = [];
  for (const [title, asked] of calls) said.push([title, await answerOf(operation, asked, rows)]);
  return eachAnswerOnce(said);
}

function answerOf(operation: Handled, asked: Asked, rows: StartingRows): Promise<string> {
  const { headers, params, now, query = {}, body } = asked;
  return inBank(
    async (bank) => {
      const target = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
        String(params[name]),
      );
      const seen: string[] = [];
      const call = {
        ...callOf(bank.tx as never, now, {
          target,
          headers: { tppRedirectUri: 'x:/', ...headers },
        }),
        ...{ bank, params, query, body, today: dateAt(now), tpp: { id: TPP, name: 'T' } },
        exercises: (rule: string) => void seen.push(rule),
        finding: (rule: string, text: string) => void seen.push(`${rule} ${text}`),
      };
      try {
        const { status, headers: more, body } = (await operation.handle(call)) as JsonObject;
        const first = `${status} ${more === undefined ? '' : shown(more)} ${shortened(body, 150)}`;
        return [
          first,
          `[${seen}]`,
          ...changed(rows, await bank.tx.snapshot()).map((row) => shortened(row, 150)),
        ].join('\n');
      } catch (thrown) {
        const { fixed, advice } = thrown as { readonly fixed?: object; readonly advice?: string };
        return `${refusedWith(thrown)} ${shown({ fixed, advice })} [${seen}]`;
      }
    },
    { rows, now },
  );
}
