// `sandbank coverage`: what a run has exercised on a bank, and whether that is enough.

import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { CoverageReport } from '../server/insight/coverage/coverage.ts';
import { SECTION_NAMES, type SectionReport } from '../server/insight/coverage/sections.ts';
import { defined } from '../server/kernel/defined.ts';
import { askBank, parseJson } from './ask-bank.ts';
import { type Command, UsageError } from './command.ts';
import { coverageTable, shortfall } from './coverage-table.ts';

const FORMATS = ['text', 'json', 'junit', 'html'];

export const coverageCommand: Command = {
  name: 'coverage',
  summary: 'show which parts of the API a test run has used; fail below a minimum',
  help: `Usage: sandbank coverage [--url URL] [--bank NAME] [--min PERCENT] [options]

Asks a running bank which operations, response statuses, error codes, payment statuses, SCA outcomes
and rules were exercised since it started (or since DELETE {bank}/_sandbox/coverage), and prints them
with advice on the client.

  --url URL          the bank's address (default http://127.0.0.1:8080)
  --bank NAME        the bank with that name, instead of the default bank
  --token TOKEN      the bank's control token, if it has one
  --min PERCENT      exit 1 when less is covered, and say what is missing
  --section NAME     apply --min and the text to this section only:
                     ${SECTION_NAMES.join(', ')}
  --format FORMAT    ${FORMATS.join(', ')} (default text)
  --missing          list only what is not covered
  --output FILE      write to the file instead of standard output

Exit code: 0 success, 1 below the minimum or no answer, 2 wrong usage.`,
  async run(args, output) {
    const options = readOptions(args);
    const { address, token, format, missing, section, min } = options;
    const query = missing ? '&missing=true' : '';
    const report = readReport(await askBank(`${address}?format=json${query}`, { token }), address);
    const parts = section === undefined ? report.sections : sectionOf(report, section);
    const content =
      format === 'text'
        ? coverageTable(report, parts, { missing })
        : await askBank(`${address}?format=${format}${query}`, { token });
    if (options.output === undefined) output.out(content.trimEnd());
    else await writeFile(options.output, `${content.trimEnd()}\n`);
    if (min === undefined) return 0;
    const short = shortfall(section === undefined ? report : parts[0], parts, min);
    if (short === undefined) return 0;
    output.err(`sandbank coverage: ${short}`);
    return 1;
  },
};

interface Options {
  readonly address: string;
  readonly token?: string;
  readonly format: string;
  readonly missing: boolean;
  readonly section?: string;
  readonly min?: number;
  readonly output?: string;
}

/** Throws UsageError, or the errors of parseArgs. */
function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:8080' },
      bank: { type: 'string' },
      token: { type: 'string' },
      min: { type: 'string' },
      section: { type: 'string' },
      format: { type: 'string', default: 'text' },
      missing: { type: 'boolean', default: false },
      output: { type: 'string' },
    },
  });
  const { url, bank, token, section, format, missing, output } = values;
  if (!URL.canParse(url)) throw new UsageError(`${url} is not an absolute URL`);
  if (!FORMATS.includes(format)) throw new UsageError(`--format must be ${orList(FORMATS)}`);
  if (section !== undefined && !SECTION_NAMES.some((name) => name === section)) {
    throw new UsageError(`--section must be ${orList(SECTION_NAMES)}`);
  }
  const prefix = bank === undefined ? '' : `/banks/${encodeURIComponent(bank)}`;
  return {
    address: `${url.replace(/\/+$/, '')}${prefix}/_sandbox/coverage`,
    format,
    missing,
    ...defined({ token, section, output }),
    ...(values.min === undefined ? {} : { min: percentage(values.min) }),
  };
}

function percentage(text: string): number {
  const value = /^\d{1,3}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 0 && value <= 100) return value;
  throw new UsageError('--min must be a number from 0 to 100, such as 80');
}

const orList = (words: readonly string[]): string =>
  `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

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
