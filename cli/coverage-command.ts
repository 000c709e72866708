// `sandbank coverage`: what a run has exercised on a bank, and whether that is enough.

import { writeFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CoverageReport } from '../server/insight/coverage/coverage.ts';
import { SECTION_NAMES, type SectionReport } from '../server/insight/coverage/sections.ts';
import { askBank, parseJson } from './ask-bank.ts';
import { type BankOptions, bankUrl, withBank } from './bank-options.ts';
import type { Terminal } from './command.ts';
import { coverageTable, shortfall } from './coverage-table.ts';

interface Options extends BankOptions {
  readonly format: string;
  readonly all: boolean;
  readonly missing: boolean;
  readonly section?: string;
  readonly min?: number;
  readonly output?: string;
}

export function define(command: Command, terminal: Terminal): void {
  withBank(command)
    .option('--min <percent>', 'exit 1 when less is covered, and say what is missing', percentage)
    .addOption(
      new Option('--section <name>', 'apply --min and the text to this section only').choices(
        SECTION_NAMES,
      ),
    )
    .option('--all', 'list every item, and all advice', false)
    .option('--missing', 'list only what is not covered', false)
    .addOption(
      new Option('--format <format>', 'how it is written; --json is the same as json')
        .choices(['text', 'json', 'junit', 'html'])
        .default('text'),
    )
    .option('--output <file>', 'write to the file instead of standard output')
    .addHelpText(
      'after',
      `
Asks a running bank which operations, response statuses, error codes, payment statuses, SCA outcomes
and rules were exercised since it started (or since DELETE {bank}/_sandbox/coverage), and prints them
with advice on the client. Exit code 1: below the minimum.

Examples:
  sandbank coverage --missing --section error-codes
  sandbank coverage --min 80 --format junit --output coverage.xml`,
    )
    .action((options: Options) => coverage(options, terminal));
}

async function coverage(options: Options, terminal: Terminal): Promise<void> {
  const { token, all, missing, section, min, output } = options;
  const format = options.json ? 'json' : options.format;
  const address = `${bankUrl(options)}/_sandbox/coverage`;
  const query = missing ? '&missing=true' : '';
  const report = readReport(await askBank(`${address}?format=json${query}`, { token }), address);
  const parts = section === undefined ? report.sections : sectionOf(report, section);
  const content =
    format === 'text'
      ? coverageTable(report, parts, { all, missing })
      : await askBank(`${address}?format=${format}${query}`, { token });
  if (output === undefined) terminal.out(content.trimEnd());
  else await writeFile(output, `${content.trimEnd()}\n`);
  if (min === undefined) return;
  const short = shortfall(section === undefined ? report : parts[0], parts, min);
  if (short === undefined) return;
  terminal.err(`sandbank coverage: ${short}`);
  terminal.exitCode = 1;
}

function percentage(text: string): number {
  const value = /^\d{1,3}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (value <= 100) return value;
  throw new InvalidArgumentError('Write a number from 0 to 100, such as 80.');
}

function readReport(text: string, address: string): CoverageReport {
  const report = parseJson(text) as Partial<CoverageReport> | undefined;
  if (Array.isArray(report?.sections) && Array.isArray(report.advice)) {
    return report as CoverageReport;
  }
  throw new Error(`${address} did not answer with coverage; is this a Sandbank?`);
}

function sectionOf({ sections }: CoverageReport, name: string): readonly SectionReport[] {
  return sections.filter((section) => section.name === name);
}
