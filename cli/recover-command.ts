// `sandbank recover`: saves what is readable of a damaged data folder into a new one.
import { parseArgs } from 'node:util';
import { type Command, UsageError } from './command.ts';

/** Losses that are listed one by one. */
const MOST_LISTED = 50;

export const recoverCommand: Command = {
  name: 'recover',
  summary: 'save what is readable of a damaged data folder',
  help: `Usage: sandbank recover [FOLDER] [--into FOLDER]

Reads a data folder that a bank refuses to open, and writes what is readable into a new folder. It says
what is not readable, with file and line. The damaged folder stays as it is. Stop the bank first.

  FOLDER         the damaged data folder (default ./data)
  --into FOLDER  the new folder (default FOLDER-recovered); it must not exist, or be empty

Exit code: 0 nothing is damaged, and nothing was written; 1 something was damaged, and what is readable
is in the new folder, or the folder cannot be used; 2 wrong usage.`,
  async run(args, output) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { into: { type: 'string' } },
    });
    const [from = './data', ...more] = positionals;
    if (more.length > 0) throw new UsageError('give one folder');
    const to = values.into ?? `${from.replace(/\/+$/, '')}-recovered`;
    // Loaded late, because the other commands need no store.
    const { recoverData } = await import('../server/recover-data.ts');
    const { sound, damaged, losses } = await recoverData(from, to);
    if (damaged.size === 0) {
      output.out(
        `Nothing in ${from} is damaged: ${sound.length} banks can be read. Nothing was written.`,
      );
      return 0;
    }
    const listed = losses.slice(0, MOST_LISTED);
    output.out('Damaged:');
    for (const { place, reason } of listed) output.out(`  ${place.file}:${place.line}: ${reason}`);
    if (losses.length > listed.length) output.out(`  and ${losses.length - listed.length} more`);
    output.out(`Saved in ${to}:`);
    for (const bank of sound) output.out(`  ${bank}: complete`);
    for (const [bank, rows] of damaged) output.out(`  ${bank}: what is readable, ${rows} rows`);
    output.out(`${from} is as it was. Start the bank with SANDBANK_DATA=${to} npm start`);
    return 1;
  },
};
