// `sandbank explain`: why a captured request is refused, without a bank and without sending anything.

import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { defined } from '../server/kernel/defined.ts';
import { type Command, type Output, UsageError } from './command.ts';

export const explainCommand: Command = {
  name: 'explain',
  summary: 'say why a captured request is refused, without a bank',
  help: `Usage: sandbank explain [FILE] [options]

Reads a captured request from FILE or standard input, checks its signature as
the bank does, and says what is wrong with it and what would have been right.
Nothing is sent anywhere. The request may be

  a raw HTTP message       request line, headers, blank line, body
  what curl -v printed     or curl --trace, which shows the body as well
  a curl command           as copied; files that it names are not read
  a HAR file or entry      from a browser or a proxy
  a request log entry      GET /_sandbox/requests/ID of a Sandbank

  --cert FILE    the certificate, PEM or DER, if the capture lacks or
                 shortens it
  --body FILE    the body that was sent, if the capture lacks it
  --signed FILE  the string that the client signed: says whether the
                 signature is over it, and where it first differs
  --now ISO      judge at this time, 2026-11-03T09:05:07Z; default the
                 request's own Date
  --json         print the verdict as JSON

Exit code: 0 the signature is right, 1 it is refused, 2 wrong usage or
unreadable input.

Examples:
  sandbank explain request.http
  curl -v ... 2>&1 | sandbank explain --body payment.json
  pbpaste | sandbank explain --cert tpp.pem
  sandbank explain capture.har --json | jq .refusal`,
  async run(args, output) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        cert: { type: 'string' },
        body: { type: 'string' },
        signed: { type: 'string' },
        now: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
    const [file, ...more] = positionals;
    if (more.length > 0) throw new UsageError('give one file, or none for standard input');
    const options = defined({
      certificate: await readOption(values.cert),
      body: await readOption(values.body),
      signed: await readOption(values.signed),
      now: values.now === undefined ? undefined : readInstant(values.now),
    });
    const capture = await readCapture(file, output);
    // Loaded late, because the other commands do not need it.
    const { explainRequest, UnreadableRequest } = await import(
      '../server/insight/offline/explain-request.ts'
    );
    const { printVerdict } = await import('./explain/print-verdict.ts');
    try {
      const verdict = await explainRequest(capture, options);
      output.out(values.json ? asJson(verdict) : printVerdict(verdict));
      return verdict.accepted ? 0 : 1;
    } catch (error) {
      if (error instanceof UnreadableRequest) throw new UsageError(error.message);
      throw error;
    }
  },
};

/** JSON leaves some control characters unescaped, and a terminal might execute them. */
function asJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /[\x7f-\x9f]/g,
    (control) => `\\u00${control.charCodeAt(0).toString(16)}`,
  );
}

function readInstant(text: string): number {
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const instant = isInstant ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(instant)) {
    throw new UsageError(`--now ${text} is not a time such as 2026-11-03T09:05:07Z`);
  }
  return instant;
}

const readOption = async (path: string | undefined): Promise<Buffer | undefined> =>
  path === undefined ? undefined : readInput(path);

async function readInput(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${(error as Error).message}`);
  }
}

async function readCapture(file: string | undefined, output: Output): Promise<Buffer> {
  if (file !== undefined && file !== '-') return readInput(file);
  if (process.stdin.isTTY)
    output.err('Paste the request, then end it with Ctrl-D on a line of its own.');
  return buffer(process.stdin);
}
