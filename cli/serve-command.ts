// `sandbank serve`: the bank itself, as `npm start` runs it.
import { parseArgs } from 'node:util';
import type { Command } from './command.ts';

export const serveCommand: Command = {
  name: 'serve',
  summary: 'start the bank',
  help: `Usage: sandbank serve

Starts the bank. It is configured by the environment: PORT, HOST, SANDBANK_DATA and others, see the
table of settings in the README.`,
  async run(args) {
    parseArgs({ args: [...args], options: {} });
    // Loaded late: the other commands need no bank.
    const { main } = await import('../server/main.ts');
    return main();
  },
};
