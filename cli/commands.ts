// The table of commands. A command's module is loaded when the command is used.
import type { CommandModule } from './command.ts';

interface CommandRow {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The heading in that list. */
  readonly group: string;
  load(): Promise<CommandModule>;
}

const START = 'Start a bank:';
const SEND = 'Send requests:';
const STATE = 'Change the bank:';
const SEE = 'See what happened:';
const HELP = 'Set up:';

export const COMMANDS: readonly CommandRow[] = [
  {
    name: 'serve',
    summary: 'start the bank',
    group: START,
    load: () => import('./serve-command.ts'),
  },
  {
    name: 'exec',
    summary: 'run a command, such as your tests, with a bank of its own',
    group: START,
    load: () => import('./exec-command.ts'),
  },
  {
    name: 'scenarios',
    summary: 'test a client: what it must survive, each on a bank of its own',
    group: START,
    load: () => import('./scenarios-command.ts'),
  },
  {
    name: 'demo',
    summary: 'play the whole journey of a TPP against a bank in memory',
    group: START,
    load: () => import('./demo-command.ts'),
  },
  {
    name: 'call',
    summary: 'sign a request, send it, and show the answer',
    group: SEND,
    load: () => import('./call-command.ts'),
  },
  {
    name: 'pay',
    summary: 'create a payment, approve it, and see it settle',
    group: SEND,
    load: () => import('./pay-command.ts'),
  },
  {
    name: 'login',
    summary: 'complete the SCA of a person, and act as that person from then on',
    group: SEND,
    load: () => import('./login-command.ts'),
  },
  {
    name: 'approve',
    summary: 'complete an scaRedirect link without a browser',
    group: SEND,
    load: () => import('./approve-command.ts'),
  },
  {
    name: 'sign',
    summary: 'sign a request and print its headers or a curl command',
    group: SEND,
    load: () => import('./sign-command.ts'),
  },
  {
    name: 'certs',
    summary: 'get test certificates, and list those that are stored',
    group: SEND,
    load: () => import('./certs-command.ts'),
  },
  {
    name: 'reset',
    summary: 'put the bank back into its starting state',
    group: STATE,
    load: () => import('./reset-command.ts'),
  },
  {
    name: 'clock',
    summary: 'show or move the clock of the bank',
    group: STATE,
    load: () => import('./clock-command.ts'),
  },
  {
    name: 'snapshot',
    summary: 'save the bank, return to it, and compare',
    group: STATE,
    load: () => import('./snapshot-command.ts'),
  },
  {
    name: 'seed',
    summary: 'check a seed file, or write a running bank as one',
    group: STATE,
    load: () => import('./seed-command.ts'),
  },
  {
    name: 'consents',
    summary: 'list and revoke consents',
    group: STATE,
    load: () => import('./consents-command.ts'),
  },
  {
    name: 'fault',
    summary: 'make some answers fail, late or damaged',
    group: STATE,
    load: () => import('./fault-command.ts'),
  },
  {
    name: 'rules',
    summary: 'list the rules, and make the bank stricter or more lenient',
    group: STATE,
    load: () => import('./rules-command.ts'),
  },
  {
    name: 'users',
    summary: 'list the persons that you can log in as',
    group: SEE,
    load: () => import('./users-command.ts'),
  },
  {
    name: 'logs',
    summary: 'list the requests that the bank received',
    group: SEE,
    load: () => import('./logs-command.ts'),
  },
  {
    name: 'explain',
    summary: 'say why a captured request is refused, without a bank',
    group: SEE,
    load: () => import('./explain-command.ts'),
  },
  {
    name: 'replay',
    summary: 'send recorded requests again, and show the first answer that differs',
    group: SEE,
    load: () => import('./replay-command.ts'),
  },
  {
    name: 'coverage',
    summary: 'show which parts of the API a test run has used; fail below a minimum',
    group: SEE,
    load: () => import('./coverage-command.ts'),
  },
  {
    name: 'open',
    summary: 'open a page of the bank in the browser',
    group: SEE,
    load: () => import('./open-command.ts'),
  },
  {
    name: 'recover',
    summary: 'save what is readable of a damaged data folder',
    group: HELP,
    load: () => import('./recover-command.ts'),
  },
  {
    name: 'doctor',
    summary: 'find out why nothing works',
    group: HELP,
    load: () => import('./doctor-command.ts'),
  },
  {
    name: 'completion',
    summary: 'print the completion script of your shell',
    group: HELP,
    load: () => import('./completion-command.ts'),
  },
];
