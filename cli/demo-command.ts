// `sandbank demo` (`npm run demo`): starts a bank in memory on a free port, and runs a TPP's whole journey
// over HTTP with real signatures.
import type { Command } from 'commander';
import type { CommonOptions, Terminal } from './command.ts';
import { playJourney } from './demo/journey.ts';
import { Tour } from './demo/tour.ts';
import { loadSandbank } from './load-bank.ts';

export function define(command: Command, terminal: Terminal): void {
  command
    .addHelpText(
      'after',
      `
Certificate, consent, SCA through the page's forms, accounts, a SEPA payment, a periodic payment, and a
refused signature. Prints every exchange. Exit code 0 only if each step was as expected.`,
    )
    .action(async ({ json }: CommonOptions) => {
      const { createSandbank } = await loadSandbank();
      const bank = await createSandbank();
      const tour = new Tour(json ? { ...terminal, out: () => {} } : terminal);
      try {
        tour.chapter(`A bank in memory at ${bank.url}`);
        await playJourney(tour, bank.url);
      } catch (error) {
        tour.expect(false, error instanceof Error ? error.message : String(error));
      } finally {
        await bank.close();
      }
      const { failures } = tour;
      tour.chapter(failures === 0 ? 'Everything was as expected.' : `${failures} not as expected.`);
      if (json) terminal.out(JSON.stringify({ failures }));
      terminal.exitCode = failures === 0 ? 0 : 1;
    });
}
