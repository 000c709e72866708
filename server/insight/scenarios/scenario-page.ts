// The pages of docs/scenarios/, made from the rows (npm run rules).
import { type Judgement, type Scenario, TASKS, type Task } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';

/** What each scenario says on its page and on a terminal, in at most one screen. */
export function scenarioPage(scenario: Scenario): string {
  const { name, task, title, happens, why, right, must = [], should = [] } = scenario;
  return `# ${title}

<!-- not run: a command for your own client -->
\`\`\`sh
npx sandbank scenarios --${task} 'your command' --only ${name}
\`\`\`

**Your client's task.** ${TASKS[task]}

**What happens.** ${happens}

**Why.** ${why}

**How to do it right.** ${right}
${judged('Must', must)}${judged('Should', should)}
[All scenarios](../scenarios.md), [the rules](../rules.md), and [how to get the command](../cli.md).
`;
}

function judged(heading: string, judgements: readonly Judgement[]): string {
  if (judgements.length === 0) return '';
  const lines = judgements.map(({ says, cites }) => `- A good client ${says} (${cites}).`);
  return `\n**${heading}**\n\n${lines.join('\n')}\n`;
}

/** The tables at the end of docs/scenarios.md begin with this line. */
export const MADE = '## All scenarios';

export function scenarioTables(): string {
  const parts = (Object.keys(TASKS) as Task[]).map((task) => {
    const rows = SCENARIOS.filter((one) => one.task === task).map(
      ({ name, title, must = [], should = [] }) =>
        `| [\`${name}\`](scenarios/${name}.md) | ${title} | ${must.length} | ${should.length} |`,
    );
    return `### ${task}\n\n${TASKS[task]}\n\n| Name | What happens | Must | Should |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `${MADE}\n\n${parts.join('\n')}`;
}
