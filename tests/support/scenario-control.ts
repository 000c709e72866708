// A control API that does nothing but say what it was asked, and that answers as a bank would which has seen something.
import type { Control, Seen, Sent } from '../../server/insight/scenarios/seen.ts';
import { shortened } from './recorded.ts';

/** What an operation answers; a function gets the body. */
type Answers = Readonly<Record<string, unknown>>;

/** @returns the control API, and what it has been asked so far, which is emptied by that */
export function askedControl(answers: Answers): { control: Control; asked: () => string[] } {
  let lines: string[] = [];
  return {
    async control(method, path, body) {
      const said = body === undefined ? '' : ` ${shortened(body)}`;
      lines.push(`  ${method} ${path}${said}`);
      const answer = answers[`${method} ${path}`] ?? {};
      return typeof answer === 'function' ? answer(body) : answer;
    },
    asked() {
      const all = lines;
      lines = [];
      return all;
    },
  };
}

/** What a bank answers that has seen this, after the first requests that are in its log. */
export function answersOf(seen: Seen): Answers {
  const effects = [...new Set(seen.requests.map(({ effect }) => effect))].filter(Boolean);
  const fault = (effect: unknown, i: number) => ({
    ...{ id: `f${i}`, match: { path: '/v1/*' }, effect },
    fired: seen.requests.filter((one) => one.effect === effect).length + seen.open,
  });
  const ofLink = { id: 'link', match: { path: '/sca/*' }, effect: { advance: 'PT16M' }, fired: 1 };
  const counter = { id: 'c', match: { path: '/sca/' }, effect: { scaPageDown: true }, fired: 0 };
  const faults = [
    { ...counter, matched: seen.opened },
    ...effects.map(fault),
    ...(seen.links > 0 ? [ofLink] : []),
    ...seen.undone.map((effect, i) => ({ id: `u${i}`, match: {}, effect, fired: 0 })),
  ];
  const viewOf = (one: Sent) => [
    `GET /requests/${one.id}`,
    view(one, faults.find(({ effect }) => one.effect && effect === one.effect)?.id),
  ];
  const list = seen.requests.map(({ id }) => ({ id })).reverse();
  return {
    'GET /requests?limit=1': { last: 1 },
    'GET /requests?limit=1000&after=0': { requests: list },
    'GET /requests?limit=1000&after=1': { requests: list.filter(({ id }) => id !== 'x1') },
    'GET /faults': { faults },
    'GET /seed': seen.payments.length > 0 ? { payments: seen.payments } : {},
    ...Object.fromEntries(seen.requests.map(viewOf)),
  };
}

function view(one: Sent, fault: string | undefined): object {
  const { id, number, method, path, query, operation, status, codes, headers, body, answer } = one;
  const isConsent = /consents$/.test(path);
  const written = JSON.stringify(answer);
  const isEnded = number % 2 === 0;
  return {
    ...{ id, number, method, status, codes, fault },
    target: `${number % 3 === 0 ? '/banks/b-1' : ''}${path}${query.size > 0 ? `?${query}` : ''}`,
    bankTime: new Date(Date.UTC(2026, 5, 17) + one.at).toISOString(),
    operation: operation === 'getUser' ? undefined : operation,
    ...(isConsent
      ? { scaFlow: { id: `s${number}`, link: `l${number >> 1}`, redirect: isEnded && 'r' } }
      : {}),
    request: {
      headers: [...headers].map(([name, value]) => [name.toUpperCase(), value]),
      body: JSON.stringify(body) ?? (isEnded ? undefined : '{'),
    },
    answer: {
      body: written,
      bodyLength: Buffer.byteLength(written ?? '') + (one.isCut ? 1 : 0),
    },
  };
}
