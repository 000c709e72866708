// A verdict of a scenario as lines of text: what was wrong, and each request with what the bank did. Ids are counted.
import type { Verdict } from '../../server/insight/scenarios/judge.ts';

/** UUIDs, and texts as long as those that the bank draws or makes from them. */
const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<![\w-])(?:[\w-]{24}|[\w-]{32})(?![\w-])/g;

export function verdictLines({ title, failures, advice, requests }: Verdict): readonly string[] {
  const ids = new Map<string, string>();
  const nameOf = (id: string) => {
    const name = ids.get(id) ?? `id${ids.size + 1}`;
    ids.set(id, name);
    return name;
  };
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
  return lines.map((line) => line.replace(ID, nameOf));
}
