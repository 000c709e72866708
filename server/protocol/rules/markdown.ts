// The catalogue as a page of documentation: docs/rules.md.
import type { FullRule } from '../rules.ts';

const HEAD = `# Rules

Every rule that this bank follows, or will follow. The log names the rule of each refusal, the header
\`Sandbank-Findings\` the rule of each finding, and a test's title the rule that it tests. \`built\`: the rule is in
force and has a test. \`planned\`: the rule does not exist yet.

Source: **S** the specification ([interface.md](interface.md)), **L** seen on live banks of this
family, **BG** NextGenPSD2 1.3, **O** our own decision
([assumptions.md](assumptions.md)).

Printed from \`server/protocol/rules/\` by \`npm run rules\`; edit it there.
`;

/** A check as the page lists it. */
interface ListedCheck {
  readonly name: string;
  readonly rules: readonly string[];
}

/** The whole page as Markdown, ending in a newline. The same rules and checks give the same text. */
export function renderRules(rules: readonly FullRule[], checks: readonly ListedCheck[]): string {
  const built = rules.filter((rule) => rule.state === 'built').length;
  const rows = rules.map(
    (rule) =>
      `| ${rule.id} | ${rule.state} | ${rule.source.join(', ')} | ${escapeCell(rule.sentence)} |`,
  );
  const table = ['| Id | State | Source | Rule |', '|---|---|---|---|', ...rows].join('\n');
  return `${HEAD}\n${rules.length} rules, ${built} built.\n\n${table}\n\n${orderOf(checks)}\n`;
}

const ORDER_HEAD = `## The order of checks

The first check that fails refuses the request (ORD-01). The check of trust runs if \`SANDBANK_TRUST\` is set, those of
client certificate and organisations if \`SANDBANK_MTLS\` asks for client certificates. If a bank's level makes a finding a refusal, the check that found it refuses.`;

function orderOf(checks: readonly ListedCheck[]): string {
  const rows = checks.map(({ name, rules }, at) => `| ${at + 1} | ${name} | ${rules.join(', ')} |`);
  return [ORDER_HEAD, '', '| | Check | Rules |', '|---|---|---|', ...rows].join('\n');
}

/** A cell is one line; a pipe would end it, and angle brackets would be read as HTML. */
function escapeCell(text: string): string {
  return text.replace(/\|/g, '\\|').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
