// `npm run rules`: prints docs/rules.md, the commands in docs/cli.md and the pages of scenarios from their tables.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

const { MADE, helpPage } = await import('../dist/cli/help-page.js');
const commands = join(ROOT, 'docs', 'cli.md');
const [written] = readFileSync(commands, 'utf8').split(MADE);
writeFileSync(commands, written + (await helpPage()));

const pages = await import('../dist/server/insight/scenarios/scenario-page.js');
const { SCENARIOS } = await import('../dist/server/insight/scenarios/scenarios.js');
const folder = join(ROOT, 'docs', 'scenarios');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const scenario of SCENARIOS) {
  writeFileSync(join(folder, `${scenario.name}.md`), pages.scenarioPage(scenario));
}
const list = join(ROOT, 'docs', 'scenarios.md');
const [head] = readFileSync(list, 'utf8').split(pages.MADE);
writeFileSync(list, head + pages.scenarioTables());
console.log(`docs/scenarios: ${SCENARIOS.length} pages`);
