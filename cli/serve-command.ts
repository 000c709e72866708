// `sandbank serve`: runs the bank like `npm start`.
import { parseArgs } from 'node:util';
import type { Command } from './command.ts';

export const serveCommand: Command = {
  name: 'serve',
  summary: 'start the bank',
  help: `Usage: sandbank serve

Starts the bank. Environment variables configure it: PORT, HOST, SANDBANK_DATA and others. The
README lists them.`,
  async run(args) {
    parseArgs({ args: [...args], options: {} });
    // Loaded late, because the other commands need no bank.
    const { main } = await import('../server/main.ts');
    return main();
  },
};
