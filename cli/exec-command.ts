// `sandbank exec`: a bank for as long as a command runs, such as the tests of a CI job in any language.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import type { CoverageReport } from '../server/insight/coverage/coverage.ts';
import {
  type LoggedRequest,
  type RequestLog,
  refusal,
} from '../server/insight/inspector/request-line.ts';
import { systemReason } from '../server/kernel/system-reason.ts';
import { askJson } from './ask-bank.ts';
import type { CommonOptions, Terminal } from './command.ts';
import { coverageSummary } from './coverage-table.ts';
import { environment } from './environment.ts';
import { loadMain } from './load-bank.ts';
import { exitCodeOf, SIGNALS } from './signals.ts';

export function define(command: Command, terminal: Terminal): void {
  command
    .argument('<command>', 'the program to run')
    .argument('[args...]', 'its arguments')
    .usage('[options] -- <command> [args...]')
    .addHelpText(
      'after',
      `
Starts a bank in memory on a free port, and runs the command with its address in SANDBANK_URL and its
control token in SANDBANK_CONTROL_TOKEN. Then prints, on standard error, what the bank refused and what was
covered, and stops the bank. Settings such as SANDBANK_PROFILE apply. With --json the summary is one
line on standard output, after what the command wrote.

Exit code: that of the command; 128 and the signal's number if a signal ended it; 127 if there is no
such command, 126 if it may not be started.

Examples:
  sandbank exec -- npm test
  sandbank exec -- sh -c 'BANK_URL=$SANDBANK_URL pytest'`,
    )
    .action(async (program: string, args: readonly string[], { json }: CommonOptions) => {
      const token = randomBytes(TOKEN_BYTES).toString('hex');
      const { startBank } = await loadMain();
      terminal.progress?.('Starting a bank');
      const bank = await startBank(environment(settings(token)));
      try {
        const own = { SANDBANK_URL: bank.url, SANDBANK_CONTROL_TOKEN: token };
        terminal.exitCode = await runProgram(program, args, own);
        const seen = await summary(bank.url, token);
        if (json) terminal.out(JSON.stringify({ ...seen, exitCode: terminal.exitCode }));
        else terminal.err(summaryText(seen));
      } catch (error) {
        if (!(error instanceof NotStarted)) throw error;
        terminal.err(`sandbank exec: ${error.message}`);
        terminal.exitCode = error.exitCode;
      } finally {
        await bank.close();
      }
    });
}

const TOKEN_BYTES = 24;

const settings = (token: string): Readonly<Record<string, string>> => ({
  PORT: '0',
  HOST: '127.0.0.1',
  SANDBANK_DATA: 'memory',
  SANDBANK_STORE: '',
  SANDBANK_LOG: 'silent',
  SANDBANK_CONTROL_TOKEN: token,
});

/** The command did not start, so there is nothing to sum up. */
class NotStarted extends Error {
  /** What shells answer for a command that they do not find, or may not start. */
  readonly exitCode: number;

  constructor(program: string, cause: NodeJS.ErrnoException) {
    const isAbsent = cause.code === 'ENOENT';
    super(
      isAbsent
        ? `there is no command ${program}`
        : `${program} cannot be started: ${systemReason(cause)}`,
    );
    this.exitCode = isAbsent ? 127 : 126;
  }
}

/** Its exit code. Signals of this process go to the program, which decides what they mean. */
function runProgram(
  program: string,
  args: readonly string[],
  own: Readonly<Record<string, string>>,
): Promise<number> {
  const child = spawn(program, args, {
    stdio: 'inherit',
    env: environment(own),
    // npm and others are scripts there.
    shell: process.platform === 'win32',
  });
  const forward = (signal: NodeJS.Signals): void => {
    // A terminal sends Ctrl-C to both.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, forward);
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', (error) => reject(new NotStarted(program, error)));
    child.on('exit', (code, signal) => resolve(code ?? exitCodeOf(signal ?? 'SIGTERM')));
  });
  return ended.finally(() => {
    for (const signal of SIGNALS) process.off(signal, forward);
  });
}

interface Summary {
  readonly refused: readonly LoggedRequest[];
  readonly coverage: CoverageReport;
}

async function summary(url: string, token: string): Promise<Summary> {
  const control = `${url}/_sandbox`;
  const log = await askJson<RequestLog>(`${control}/requests?limit=1000`, { token });
  const coverage = await askJson<CoverageReport>(`${control}/coverage?format=json`, { token });
  // The oldest first. An answer that asks for an SCA is no refusal.
  const refused = log.requests
    .filter(({ status, scaFlow }) => status >= 400 && scaFlow === undefined)
    .reverse();
  return { refused, coverage };
}

const MOST_REFUSED = 10;

function summaryText({ refused, coverage }: Summary): string {
  const more = refused.length - MOST_REFUSED;
  return [
    '',
    refused.length === 0 ? 'The bank refused nothing.' : `The bank refused ${refused.length}:`,
    ...refused
      .slice(0, MOST_REFUSED)
      .map(
        (one) =>
          `  ${one.status}  ${one.method} ${one.target}  ${refusal(one) ?? one.codes.join(', ')}`,
      ),
    ...(more > 0 ? [`  and ${more} more`] : []),
    coverageSummary(coverage),
  ].join('\n');
}
