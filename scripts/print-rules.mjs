// `npm run rules`: prints docs/rules.md, docs/mistakes.md and the commands in docs/cli.md from their tables.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, PROGRAM, ROOT } from './build.mjs';

await ensureBuilt(PROGRAM);
const { RULES } = await import('../dist/server/protocol/rules.js');
const { renderRules } = await import('../dist/server/protocol/rules/markdown.js');

const { CHECKS } = await import('../dist/server/checks/checks.js');

const path = join(ROOT, 'docs', 'rules.md');
writeFileSync(path, renderRules(RULES, CHECKS));
const built = RULES.filter((rule) => rule.state === 'built').length;
console.log(
  `docs/rules.md: ${RULES.length} rules, ${built} built, ${RULES.length - built} planned`,
);

const { MISTAKE_GROUPS } = await import('../dist/server/insight/explain/mistake-names.js');
const mistakes = join(ROOT, 'docs', 'mistakes.md');
const tables = Object.entries(MISTAKE_GROUPS).map(([title, group]) => {
  const rows = Object.entries(group).map(([name, means]) => `| \`${name}\` | ${means} |`);
  return `## ${title}\n\n| Name | What was done |\n|---|---|\n${rows.join('\n')}\n`;
});
const [head] = readFileSync(mistakes, 'utf8').split('## ', 1);
writeFileSync(mistakes, head + tables.join('\n'));

const { MADE, helpPage } = await import('../dist/cli/help-page.js');
const commands = join(ROOT, 'docs', 'cli.md');
const [written] = readFileSync(commands, 'utf8').split(MADE);
writeFileSync(commands, written + (await helpPage()));
