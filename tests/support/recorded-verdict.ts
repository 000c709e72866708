// A verdict of a scenario as lines of text: what was wrong, and each request with what the bank did. Ids are counted.
import type { Verdict } from '../../server/insight/scenarios/judge.ts';
import { CountedIds } from './masks.ts';

export function verdictLines({ title, failures, advice, requests }: Verdict): readonly string[] {
  const ids = new CountedIds();
  const numbers = new Map(requests.map(({ id }, i) => [id, `#${i + 1}`]));
  const wrong = (kind: string) => (one: Verdict['failures'][number]) =>
    `${kind} ${one.sentence} [${one.cites}] ${one.text} ${numbers.get(`${one.request}`) ?? ''}`.trimEnd();
  const seen = requests.map(({ id, run, request, status, codes, happened }) => {
    const did = happened === undefined ? '' : ` (${happened})`;
    return { id, text: `run ${run}: ${request} ${[status, ...codes].join(' ')}${did}` };
  });
  const lines = [title, ...failures.map(wrong('must:')), ...advice.map(wrong('should:'))];
  // A client that asks again and again takes one line.
  for (let at = 0; at < seen.length; ) {
    const end = seen.findIndex(({ text }, i) => i > at && text !== seen[at]?.text);
    const next = end === -1 ? seen.length : end;
    lines.push(`#${at + 1} ${seen[at]?.text}${next - at > 1 ? ` × ${next - at}` : ''}`);
    at = next;
  }
  return lines.map((line) => ids.counted(line));
}
