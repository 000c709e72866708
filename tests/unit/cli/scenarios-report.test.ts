// The page that `sandbank scenarios --html` writes: what is to be done comes first.
import { expect, test } from '@jest/globals';
import { html, type Played } from '../../../cli/scenarios/report.ts';
import { SCENARIOS } from '../../../server/insight/scenarios/scenarios.ts';
import { wordsOf } from '../../support/html.ts';

const request = (id: string) => ({
  id,
  run: 1,
  request: `GET /v1/${id}`,
  status: 200,
  codes: [],
});

/** @param found what the bank says of the second of two requests */
function playedWith(title: string, found: 'failures' | 'advice' | 'nothing'): Played {
  const [scenario] = SCENARIOS.map((one) => ({ ...one, title }));
  if (scenario === undefined) throw new Error('there is no scenario');
  const { name } = scenario;
  const says = { sentence: 'Does it.', cites: 'ACC-03', text: 'Did not.', request: 'x2' };
  const requests = [request('x1'), request('x2')];
  const verdict = { name, title, failures: [], advice: [], requests, [found]: [says] };
  return { scenario, verdict, seconds: 1 };
}

test('SCEN-02: what failed, then what has advice, each with the request that earned it, then what passed', () => {
  const all = [playedWith('A', 'nothing'), playedWith('B', 'advice'), playedWith('C', 'failures')];
  const page = html(all, new Date());
  const parts = page.match(/<h2.*?<\/h2>|<b class.*?<\/b>|<tr class="at">.*?<\/tr>|<li>.*?<\/li>/g);
  expect(parts?.map(wordsOf)).toEqual([
    'Failed : C connect',
    'Must: Does it.',
    'GET /v1/x2 200',
    'Passed : B connect',
    'Should: Does it.',
    'GET /v1/x2 200',
    'Passed',
    'A connect',
  ]);
});

test('SCEN-02: where each has something to be said, none is only passed', () => {
  const page = html([playedWith('B', 'advice')], new Date());
  expect(page.replace(/.*<\/section>/s, '').trim()).toBe('</body></html>');
});
