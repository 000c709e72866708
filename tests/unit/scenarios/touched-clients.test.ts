// SCEN-02: what each judgement says of clients that do one thing more, less, twice, later or otherwise, at each of their
// requests in turn: how many different verdicts, and a hash of all.
import { describe, test } from '@jest/globals';
import { type Scenario, TASKS, type Task } from '../../../server/insight/scenarios/scenario.ts';
import { SCENARIOS } from '../../../server/insight/scenarios/scenarios.ts';
import { look, type Seen, type Sent } from '../../../server/insight/scenarios/seen.ts';
import { expectRecordedPart, saidBy, shown } from '../../support/recorded.ts';
import { answersOf, askedControl } from '../../support/scenario-control.ts';
import { histories } from '../../support/scenario-histories.ts';
import { answersTo, touchedValues } from '../../support/touched.ts';

/** Each is a client of its own. */
function touchedClients(client: Seen): readonly Seen[] {
  const { requests } = client;
  const changed = requests.flatMap((one, at): readonly (readonly Sent[])[] => [
    requests.toSpliced(at, 1),
    requests.toSpliced(at, 0, one),
    ...[{ status: 200 }, { status: 401 }, { status: 503 }, { codes: [] }, { at: one.at + 1 }].map(
      (more) => requests.toSpliced(at, 1, { ...one, ...more }),
    ),
  ]);
  return [
    client,
    ...changed.map((some) => ({ ...client, requests: some })),
    ...['opened', 'links', 'open'].flatMap((name) =>
      [0, 1, 2].map((count) => ({ ...client, [name]: count })),
    ),
    ...touchedValues(client.payments).map((payments) => ({ ...client, payments })),
    { ...client, undone: [] },
  ];
}

const judged = ({ must = [], should = [] }: Scenario, seen: Seen) =>
  [...must, ...should].map(({ wrong }) =>
    saidBy(() => {
      const found = wrong(seen);
      return found && [found.text, found.at?.number];
    }),
  );

describe('SCEN-02: what is said of a client that does one thing otherwise', () => {
  test.each(Object.keys(TASKS) as Task[])('%s', async (task) => {
    const scenarios = SCENARIOS.filter((one) => one.task === task);
    const clients = histories(task, 12).filter(({ requests }) => requests.length < 9);
    const lines = scenarios.map((scenario, nth) => {
      const own = clients.filter((_, at) => at % 2 === nth % 2);
      return answersTo(scenario.name, own.flatMap(touchedClients), (seen) =>
        judged(scenario, seen),
      );
    });
    for (const client of clients.slice(0, 2)) {
      const answers = answersOf(client) as Record<string, object>;
      const seen: string[] = [];
      for (const name of Object.keys(answers))
        for (const answer of touchedValues(answers[name] ?? {}).slice(0, 60)) {
          const { control } = askedControl({ ...answers, [name]: answer });
          seen.push(await look(control, [0, 2]).then(shown, String));
        }
      lines.push(answersTo('seen', seen, (one) => one));
    }
    expectRecordedPart('tables/touched-clients.txt', task, lines);
  });
});
