// `sandbank explain`: why a captured request is refused, without a bank and without sending anything.
import { buffer } from 'node:stream/consumers';
import { type Command, InvalidArgumentError } from 'commander';
import { defined } from '../server/kernel/defined.ts';
import { answer, type CommonOptions, type Terminal, UsageError } from './command.ts';
import { loadExplainer } from './load-bank.ts';
import { readGiven } from './read-file.ts';

interface Options extends CommonOptions {
  readonly cert?: Buffer;
  readonly body?: Buffer;
  readonly signed?: Buffer;
  readonly now?: number;
}

export function define(command: Command, terminal: Terminal): void {
  command
    .argument('[file]', 'the captured request (default: standard input)')
    .option('--cert <file>', 'the certificate, PEM or DER, if the capture lacks it', readGiven)
    .option('--body <file>', 'the body that was sent, if the capture lacks it', readGiven)
    .option(
      '--signed <file>',
      'the string that your client signed, to find where it differs',
      readGiven,
    )
    .option('--now <time>', "judge at this time (default: the request's own Date)", instant)
    .addHelpText(
      'after',
      `
Checks the signature of the request as the bank does, and says what is wrong with it and what would have
been right. Nothing is sent anywhere. The request may be a raw HTTP message, what curl -v printed, a curl
command (files that it names are not read), a HAR file or entry, or an entry of the request log
(GET /_sandbox/requests/ID of a Sandbank) with --cert, because the log shortens certificates.

Exit code: 0 the signature is right, 1 it is refused, 2 wrong usage or unreadable input.

Examples:
  sandbank explain request.http
  curl -v ... 2>&1 | sandbank explain --body payment.json
  pbpaste | sandbank explain --cert tpp.pem
  sandbank explain capture.har --json | jq .refusal`,
    )
    .action((file: string | undefined, options: Options) => explain(file, options, terminal));
}

async function explain(file = '-', options: Options, terminal: Terminal): Promise<void> {
  const { cert: certificate, body, signed, now } = options;
  if (file === '-' && process.stdin.isTTY) {
    terminal.err('Paste the request, then end it with Ctrl-D on a line of its own.');
  }
  const capture = file === '-' ? await buffer(process.stdin) : readGiven(file);
  // Loaded late, because help does not need it.
  const { explainRequest } = await loadExplainer();
  const { printVerdict } = await import('./print-verdict.ts');
  const given = defined({ certificate, body, signed, now });
  const verdict = await explainRequest(capture, given).catch((error: Error) => {
    throw error.name === 'UnreadableRequest' ? new UsageError(error.message) : error;
  });
  answer(terminal, options, verdict, printVerdict(verdict));
  terminal.exitCode = verdict.accepted ? 0 : 1;
}

function instant(text: string): number {
  // Without a zone it would be the time of this machine.
  const hasZone = text.includes('T') && /(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const time = hasZone ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new InvalidArgumentError('Write a time such as 2026-11-03T09:05:07Z.');
}
