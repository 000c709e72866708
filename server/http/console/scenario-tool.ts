// What the page of a scenario shows beside the scenario: commands for this bank, and the verdict.
import type { Failure, Verdict } from '../../insight/scenarios/judge.ts';
import type { Turn } from '../../insight/scenarios/play.ts';
import { type Judgement, type Scenario, sentenceOf } from '../../insight/scenarios/scenario.ts';
import { variablesOf } from '../../insight/scenarios/turn-variables.ts';
import { shellWord } from '../../protocol/shown-text.ts';
import { commandLine } from './action-view.ts';
import type { Tool } from './console-page.ts';

export const scenarioTool = (): Tool => ({
  open({ scenario, turn, baseUrl, result }) {
    const { task, name } = scenario as Scenario;
    const url = String(baseUrl);
    const [origin = ''] = url.split('/banks/');
    const play = ['scenarios', `--${task}`, 'your command', '--only', name];
    const variables = turn === undefined ? {} : variablesOf(url, turn as Turn);
    const lines = Object.entries(variables).filter(([, value]) => value !== '');
    const { tpp } = (turn as Turn | undefined)?.connected ?? {};
    const certificate = ['certs', 'new', '--out', './tpp', '--organisation-id', tpp];
    const verdict = (result as { body?: Partial<Verdict> } | undefined)?.body;
    return {
      play: ['npx sandbank', ...play.map(shellWord)].join(' '),
      certificate: commandLine(tpp === undefined ? certificate.slice(0, 4) : certificate, origin),
      variables: lines.map(([key, value]) => `export ${key}=${shellWord(value)}`).join('\n'),
      ...(verdict?.failures === undefined
        ? {}
        : { verdict: verdictView(verdict as Verdict, scenario as Scenario) }),
    };
  },
});

function verdictView(
  { failures, advice, requests }: Verdict,
  { must = [], should = [] }: Scenario,
) {
  const levelled = (level: string) => (one: Failure) => ({ ...one, level });
  const found = [...failures.map(levelled('must')), ...advice.map(levelled('should'))];
  const own = [...mapped(must, 'must'), ...mapped(should, 'should')];
  const wrong = new Set(found.map(({ sentence }) => sentence));
  // A client to which nothing has happened has met nothing.
  const isJudged = failures.every(({ sentence }) => own.some((one) => one.sentence === sentence));
  return {
    met: own.filter(({ sentence, needs }) => isJudged && !needs && !wrong.has(sentence)),
    isPassed: failures.length === 0,
    requests: requests.map((entry) => ({
      ...entry,
      found: found.filter(({ request }) => request === entry.id),
    })),
    found,
  };
}

const mapped = (judgements: readonly Judgement[], level: string) =>
  judgements.map((one) => ({ sentence: sentenceOf(one), level, needs: one.needs }));
