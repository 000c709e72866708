// `sandbank demo` (`npm run demo`): starts a bank in memory on a free port, and runs a TPP's whole journey
// over HTTP with real signatures.
import { parseArgs } from 'node:util';
import type { Command } from './command.ts';
import { playJourney } from './demo/journey.ts';
import { Tour } from './demo/tour.ts';

export const demoCommand: Command = {
  name: 'demo',
  summary: 'play the whole journey of a TPP against a bank in memory',
  help: `Usage: sandbank demo

Starts a bank in memory on a free port and plays the journey of a TPP: certificate, consent, SCA through
the page's forms, accounts, a SEPA payment, a periodic payment, a refused signature. It prints every
exchange. Exit code 0 only if each step was as expected.`,

  async run(args, output) {
    parseArgs({ args: [...args], options: {} });
    const { createSandbank } = await import('../server/sandbank.ts');
    const bank = await createSandbank();
    const tour = new Tour(output);
    try {
      output.out(`A bank in memory at ${bank.url}`);
      await playJourney(tour, bank.url);
    } catch (error) {
      tour.expect(false, error instanceof Error ? error.message : String(error));
    } finally {
      await bank.close();
    }
    const { failures } = tour;
    output.out(failures === 0 ? '\nEverything was as expected.' : `\n${failures} not as expected.`);
    return failures === 0 ? 0 : 1;
  },
};
