// `sandbank replay`: sends recorded requests again, and shows where an answer differs from the recorded one.
import { writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { signRequest } from '../client/sign.ts';
import { createRequestSender } from '../client/tpp.ts';
import type { RequestLog } from '../server/insight/inspector/request-line.ts';
import {
  type CapturedRequest,
  headersIn,
  readRecording,
} from '../server/insight/offline/captured-request.ts';
import { defined } from '../server/kernel/defined.ts';
import { memoize } from '../server/kernel/memoize.ts';
import { headerPairs } from '../server/protocol/headers.ts';
import { type Answer, type Difference, firstDifference } from './answer-difference.ts';
import { askBank, parseJson } from './ask-bank.ts';
import { askControl, type BankOptions, bankUrl, withBank } from './bank-options.ts';
import { answer, type Terminal, UsageError } from './command.ts';
import { fetchCredentials, readCredentials } from './credentials.ts';
import { loadMasking } from './load-bank.ts';
import { readGiven } from './read-file.ts';

const { createMask } = await loadMasking();

interface Options extends BankOptions {
  readonly save?: string;
  readonly reset?: string;
  readonly all?: boolean;
  readonly credentials?: string;
  readonly asRecorded?: boolean;
}

export function define(command: Command, terminal: Terminal): void {
  command
    .argument('[file]', 'a HAR file, or a JSON array of entries of the request log')
    .addOption(
      new Option(
        '--save <file>',
        "write the bank's request log to the file, and send nothing",
      ).conflicts(['reset', 'all', 'credentials', 'asRecorded']),
    )
    .option('--reset <json|@file>', 'reset the bank first')
    .option('--all', 'go on after a difference')
    .option('--credentials <folder>', 'sign with this certificate, not one of the recorded TPP')
    .option('--as-recorded', 'send the recorded Date, certificate and Signature (HAR only)');
  withBank(command)
    .addHelpText(
      'after',
      `
Sends the requests of the file again, in order, and compares each answer with the recorded one. Stops at
the first difference. Requests to /v1 are signed again, because a Date is good for a minute only.
Without --bank, a request goes to the bank that it was recorded at. A repeatable bank with a frozen
clock gives the same ids after a reset.

Exit code: 0 every answer is as recorded, 1 one differs or could not be asked for, 2 wrong usage.

Examples:
  sandbank replay --save log.json
  sandbank replay log.json --reset '{"repeatable": "a", "clock": {"now": "2026-11-03T09:00:00Z", "frozen": true}}'`,
    )
    .action((file: string | undefined, options: Options) => {
      if (options.save === undefined) return replay(file, options, terminal);
      if (file === undefined) return save(options.save, options, terminal);
      throw new UsageError(`either send the requests of ${file}, or --save those of the bank`);
    });
}

async function replay(
  file: string | undefined,
  options: Options,
  terminal: Terminal,
): Promise<void> {
  if (file === undefined) throw new UsageError('give one file');
  const { asRecorded, reset, token } = options;
  const exchanges = readExchanges(file);
  if (asRecorded && exchanges.some(({ request }) => request.form === 'inspector record')) {
    throw new UsageError('the request log shortens certificates: --as-recorded needs a HAR file');
  }
  if (reset !== undefined) {
    const text = reset.startsWith('@') ? readGiven(reset.slice(1)).toString() : reset;
    const body = parseJson(text);
    if (typeof body !== 'object' || body === null) throw new UsageError('--reset is not JSON');
    await askBank(`${addressOf(options, exchanges[0]?.prefix)}/_sandbox/reset`, { token, body });
  }
  await play(exchanges, options, terminal);
}

/** A recorded request with its answer. */
interface Exchange {
  readonly request: CapturedRequest;
  readonly answer: Answer;
  readonly origin: string;
  /** `/banks/acme`, or empty. */
  readonly prefix: string;
  /** Path and query without the prefix. */
  readonly path: string;
  /** The log stores the first part of a long answer. */
  readonly isCut: boolean;
  /** The TPP and the rule that refused; only the request log has them. */
  readonly tppId: string | undefined;
  readonly refusedBy: string | undefined;
}

/** With --bank, or an address that names one, all requests go to that bank. @param recorded `/banks/acme`, or empty */
function addressOf(options: Options, recorded = ''): string {
  const isNamed = options.bank !== undefined || /\/banks\/[^/]+$/.test(options.url);
  return isNamed ? bankUrl(options) : options.url + recorded;
}

/** Oldest first. */
async function save(file: string, options: Options, terminal: Terminal): Promise<void> {
  const log = await askControl<RequestLog>(options, 'requests?limit=1000');
  const entries: unknown[] = [];
  for (const { id } of log.requests.toReversed()) {
    entries.push(await askControl(options, `requests/${id}`));
  }
  await writeFile(file, `${JSON.stringify(entries, null, 1)}\n`);
  const requests = entries.length;
  answer(terminal, options, { requests, file }, `${requests} requests written to ${file}`);
}

function readExchanges(file: string): readonly Exchange[] {
  const json = parseJson(readGiven(file).toString());
  const exchanges = readRecording(json).map(({ fields, request }) => exchangeOf(fields, request));
  if (exchanges.length > 0) return exchanges;
  throw new UsageError(
    `There is no request in ${file}. It must be a HAR file, or a JSON array of entries of the request log`,
  );
}

/** Perhaps an origin, perhaps the prefix of a bank, then the rest. */
const ADDRESS = /^(https?:\/\/[^/?]+)?(\/banks\/[^/?]+)?(.*)$/s;

function exchangeOf(fields: Readonly<Record<string, unknown>>, request: CapturedRequest): Exchange {
  const { answer, response, tpp, rules } = fields as {
    readonly answer?: { status: number; headers: unknown; body?: string; bodyLength: number };
    readonly response?: { status: number; headers: unknown; content?: Content };
    readonly tpp?: { readonly id: string };
    readonly rules?: readonly string[];
  };
  const recorded = answer ?? response;
  if (recorded === undefined) throw new UsageError(`${request.target} has no recorded answer`);
  const [, origin, prefix = '', path = ''] = ADDRESS.exec(request.target) ?? [];
  const host = headerPairs(request.rawHeaders).find(([name]) => /^host$/i.test(name))?.[1];
  const status = recorded.status;
  const body = answer?.body ?? contentOf(response?.content);
  return {
    request,
    answer: { status, headers: byName(headersIn(recorded.headers)), body },
    origin: origin ?? `http://${host}`,
    prefix,
    path: path || '/',
    isCut: (answer?.bodyLength ?? 0) > 64 * 1024,
    tppId: tpp?.id,
    refusedBy: status >= 400 ? rules?.[0] : undefined,
  };
}

interface Content {
  readonly text?: string;
  readonly encoding?: string;
}

const contentOf = ({ text = '', encoding }: Content = {}): string =>
  encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text;

const byName = (pairs: Iterable<readonly [string, string]>): Record<string, string> =>
  Object.fromEntries([...pairs].map(([name, value]) => [name.toLowerCase(), value]));

/** What was not as recorded. */
interface Report {
  /** From 1, in the order of the file. */
  readonly number: number;
  readonly request: string;
  readonly text: string;
}

async function play(
  exchanges: readonly Exchange[],
  options: Options,
  terminal: Terminal,
): Promise<void> {
  const credentialsOf = memoize((organisationId: string | undefined) =>
    options.credentials === undefined
      ? fetchCredentials(addressOf(options), defined({ organisationId }), options.token)
      : readCredentials(options.credentials),
  );
  const reports: Report[] = [];
  let same = 0;
  let end: string | undefined;
  for (const [at, exchange] of exchanges.entries()) {
    const { request, refusedBy, tppId, prefix, path } = exchange;
    const isSigned = !options.asRecorded && /^\/v1(?:[/?]|$)/.test(path);
    const report = (text: string) => {
      const one = { number: at + 1, request: `${request.method} ${prefix}${path}`, text };
      reports.push(one);
      if (!options.json) terminal.out(`${one.number}. ${one.request} ${text}`);
    };
    if (isSigned && /^(?:SIG|TPP)-/.test(refusedBy ?? '')) {
      report('was refused for its signature, which replay makes again: left out');
      same += 1;
      continue;
    }
    if (request.doubt === undefined) {
      const now = await send(exchange, options, isSigned ? await credentialsOf(tppId) : null);
      const found = differenceOf(exchange, now, options);
      if (found === undefined) {
        same += 1;
        continue;
      }
      report(`differs\n   ${found.place}\n     recorded  ${found.was}\n     now       ${found.is}`);
    } else report(`was not sent. ${request.doubt}; record it as HAR.`);
    if (options.all) continue;
    end = `Stopped after ${at + 1} of ${exchanges.length} requests; --all sends the others too.`;
    break;
  }
  end ??= `${same} of ${exchanges.length} answers are as recorded.`;
  const found = { requests: exchanges.length, asRecorded: same, reports };
  answer(terminal, options, found, end);
  terminal.exitCode = same === exchanges.length ? 0 : 1;
}

/** Headers that fetch makes, and those that signing makes. */
const OF_FETCH = /^(?:host|connection|content-length|transfer-encoding|expect|keep-alive)$/i;
const OF_SIGNING = /^(?:date|digest|signature|tpp-signature-certificate)$/i;

type Credentials = Awaited<ReturnType<typeof readCredentials>>;

async function send(
  { request, prefix, path }: Exchange,
  options: Options,
  credentials: Credentials | null,
): Promise<Answer> {
  const { method, rawHeaders, body: sentBody } = request;
  const url = addressOf(options, prefix) + path;
  const sent = headerPairs(rawHeaders).filter(
    ([name]) => !OF_FETCH.test(name) && (credentials === null || !OF_SIGNING.test(name)),
  );
  const body = sentBody.length === 0 ? undefined : sentBody;
  const plain = { method, url, headers: Object.fromEntries(sent), ...defined({ body }) };
  const sign = () => (credentials === null ? plain.headers : signRequest(plain, credentials));
  const { response, text } = await createRequestSender(sign)(plain);
  return { status: response.status, headers: byName(response.headers), body: text };
}

/** The recorded answer, at the address that is asked now, and with the log's masks in both. */
function differenceOf(
  { request, answer, origin, prefix, isCut }: Exchange,
  now: Answer,
  options: Options,
): Difference | undefined {
  const { rawHeaders, form } = request;
  const address = addressOf(options, prefix);
  const moved = (text: string) => text.replaceAll(origin + prefix, address);
  const mask = createMask(rawHeaders);
  const shown = (text: string) => (form === 'HAR' ? text : mask.text(text));
  // The log may hide the last digits before the cut.
  const compared = (text: string) => (isCut ? text.slice(0, answer.body.length - 25) : text);
  const both = (change: (text: string) => string, { status, headers, body }: Answer): Answer => ({
    status,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, change(value)]),
    ),
    body: compared(change(body)),
  });
  const { location, ...others } = answer.headers;
  const isOwn = location?.startsWith(`${prefix}/v1/`);
  const to = isOwn ? new URL(address + location?.slice(prefix.length)).pathname : location;
  const was = { ...answer, headers: { ...others, ...defined({ location: to }) } };
  return firstDifference(both(moved, was), both(shown, now));
}
