// `sandbank recover`: saves what is readable of a damaged data folder into a new one.
import type { Command } from 'commander';
import { answer, type CommonOptions, type Terminal } from './command.ts';
import { loadRecovery } from './load-bank.ts';

interface Options extends CommonOptions {
  readonly into?: string;
}

/** Losses that are listed one by one. */
const MOST_LISTED = 50;

export function define(command: Command, terminal: Terminal): void {
  command
    .argument('[folder]', 'the damaged data folder', './data')
    .option('--into <folder>', 'the new folder, absent or empty (default: FOLDER-recovered)')
    .addHelpText(
      'after',
      `
Reads a data folder that a bank refuses to open, and writes what is readable into a new folder. It says
what is not readable, with file and line. The damaged folder stays as it is. Stop the bank first.

Exit code: 0 nothing is damaged, and nothing was written; 1 something was damaged, and what is readable
is in the new folder, or the folder cannot be used; 2 wrong usage.`,
    )
    .action((from: string, options: Options) => recover(from, options, terminal));
}

async function recover(from: string, options: Options, terminal: Terminal): Promise<void> {
  const to = options.into ?? `${from.replace(/(?<!\/)\/+$/, '')}-recovered`;
  // Loaded late, because the other commands need no store.
  const { recoverData } = await loadRecovery();
  const { sound, damaged, losses } = await recoverData(from, to);
  if (damaged.size === 0) {
    const text = `Nothing in ${from} is damaged: ${sound.length} banks can be read. Nothing was written.`;
    return answer(terminal, options, { sound }, text);
  }
  const listed = losses.slice(0, MOST_LISTED);
  const lines = [
    'Damaged:',
    ...listed.map(({ place, reason }) => `  ${place.file}:${place.line}: ${reason}`),
    ...(losses.length > listed.length ? [`  and ${losses.length - listed.length} more`] : []),
    `Saved in ${to}:`,
    ...sound.map((bank) => `  ${bank}: complete`),
    ...[...damaged].map(([bank, rows]) => `  ${bank}: what is readable, ${rows} rows`),
    `${from} is as it was. Start the bank with SANDBANK_DATA=${to} npm start`,
  ];
  const found = { sound, damaged: Object.fromEntries(damaged), losses, savedIn: to };
  answer(terminal, options, found, lines.join('\n'));
  terminal.exitCode = 1;
}
