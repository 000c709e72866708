// `{b}/_sandbox/events`: what the bank did by itself, also without a move of its clock (CTRL-06).
import { isoTime } from '../../kernel/dates.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { Reply } from '../../protocol/reply.ts';
import { BANK_EVENT_TYPES, type BankEvent } from './bank-tx.ts';
import type { ControlOperation } from './control-operation.ts';
import { EVENT_LOG, type EventLog, type LoggedEvent } from './event-log.ts';
import { type Filter, isGiven, recordedQuery } from './recorded-query.ts';

const QUERY = recordedQuery('CTRL-06', 'event');

const FILTERS: readonly Filter<LoggedEvent>[] = [
  {
    name: 'type',
    form: `one of ${BANK_EVENT_TYPES.join(', ')}`,
    isValid: (value) => BANK_EVENT_TYPES.some((type) => type === value),
    matches: ({ type }, value) => type === value,
  },
  {
    name: 'paymentId',
    form: 'the id of a payment',
    isValid: isGiven,
    matches: ({ paymentId }, value) => paymentId === value,
  },
];
const FILTER_NAMES = FILTERS.map(({ name }) => name);

export const eventView = (event: BankEvent): JsonObject => ({
  ...event,
  at: isoTime(event.at),
});

export function eventOperations(events: EventLog): readonly ControlOperation[] {
  return [
    {
      id: 'getEvents',
      method: 'GET',
      path: '/_sandbox/events',
      summary: 'What the bank did by itself, newest first',
      rule: 'CTRL-06',
      success: { status: 200, schema: 'control/bank-events.json' },
      query: [...FILTER_NAMES, 'after', 'limit'],
      async outside({ bank, query }): Promise<Reply> {
        const matches = QUERY.filter(query, FILTERS);
        const limit = QUERY.limit(query, EVENT_LOG.limits.entries);
        const after = QUERY.number(query, 'after') ?? 0;
        const all = await events.list(bank);
        const shown = all.filter((event) => event.number > after && matches(event));
        const last = all[0]?.number ?? 0;
        return { status: 200, body: { events: shown.slice(0, limit).map(eventView), last } };
      },
    },
    {
      id: 'getNextEvent',
      method: 'GET',
      path: '/_sandbox/events/next',
      summary: 'Wait until the bank does the next thing by itself that matches',
      rule: 'CTRL-06',
      success: { status: 200, schema: 'control/bank-event.json' },
      query: [...FILTER_NAMES, 'after', 'timeout'],
      async outside(call): Promise<Reply> {
        const matches = QUERY.filter(call.query, FILTERS);
        const event = await QUERY.next(call, matches, events);
        return { status: 200, body: eventView(event) };
      },
    },
  ];
}
