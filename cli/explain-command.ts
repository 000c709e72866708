// `sandbank explain`: why a captured request is refused, without a bank and without sending anything.
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { type Command, InvalidArgumentError } from 'commander';
import { defined } from '../server/kernel/defined.ts';
import { answer, type CommonOptions, type Terminal, UsageError } from './command.ts';

interface Options extends CommonOptions {
  readonly cert?: string;
  readonly body?: string;
  readonly signed?: string;
  readonly now?: number;
}

export function define(command: Command, terminal: Terminal): void {
  command
    .argument('[file]', 'the captured request (default: standard input)')
    .option('--cert <file>', 'the certificate, PEM or DER, if the capture lacks or shortens it')
    .option('--body <file>', 'the body that was sent, if the capture lacks it')
    .option('--signed <file>', 'the string that your client signed, to find where it first differs')
    .option('--now <time>', "judge at this time (default: the request's own Date)", instant)
    .addHelpText(
      'after',
      `
Checks the signature of the request as the bank does, and says what is wrong with it and what would have
been right. Nothing is sent anywhere. The request may be a raw HTTP message, what curl -v or --trace
printed, a curl command (files that it names are not read), a HAR file or entry, or an entry of the
request log (GET /_sandbox/requests/ID of a Sandbank).

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
  const { cert, body, signed, now } = options;
  const given = defined({
    certificate: cert === undefined ? cert : await readInput(cert),
    body: body === undefined ? body : await readInput(body),
    signed: signed === undefined ? signed : await readInput(signed),
    now,
  });
  if (file === '-' && process.stdin.isTTY) {
    terminal.err('Paste the request, then end it with Ctrl-D on a line of its own.');
  }
  const capture = await (file === '-' ? buffer(process.stdin) : readInput(file));
  // Loaded late, because help does not need it.
  const { explainRequest, UnreadableRequest } = await import(
    '../server/insight/offline/explain-request.ts'
  );
  const { printVerdict } = await import('./print-verdict.ts');
  try {
    const verdict = await explainRequest(capture, given);
    answer(terminal, options, verdict, printVerdict(verdict));
    terminal.exitCode = verdict.accepted ? 0 : 1;
  } catch (error) {
    if (error instanceof UnreadableRequest) throw new UsageError(error.message);
    throw error;
  }
}

function instant(text: string): number {
  // Without a zone it would be the time of this machine.
  const time = /T.*(?:Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new InvalidArgumentError('Write a time such as 2026-11-03T09:05:07Z.');
}

const readInput = (path: string): Promise<Buffer> =>
  readFile(path).catch((error: Error) => {
    throw new UsageError(`cannot read ${path}: ${error.message}`);
  });
