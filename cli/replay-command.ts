// `sandbank replay`: sends recorded requests again, and shows where an answer differs from the recorded one.
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { signRequest } from '../client/sign.ts';
import { createMask } from '../server/insight/inspector/masking.ts';
import type { ReadRequest } from '../server/insight/offline/captured-request.ts';
import { headersIn, readRecording } from '../server/insight/offline/json-capture.ts';
import { defined } from '../server/kernel/defined.ts';
import { memoize } from '../server/kernel/memoize.ts';
import { headerPairs } from '../server/protocol/headers.ts';
import { type Answer, type Difference, firstDifference } from './answer-difference.ts';
import { askBank, parseJson } from './ask-bank.ts';
import { type Command, type Output, UsageError } from './command.ts';
import { fetchCredentials, readCredentials } from './credentials.ts';

export const replayCommand: Command = {
  name: 'replay',
  summary: 'send recorded requests again, and show the first answer that differs',
  help: `Usage: sandbank replay FILE [options]
       sandbank replay --save FILE [--url URL] [--bank NAME] [--token TOKEN]

Sends the requests of FILE again, in order, and compares each answer with the recorded one. Stops at the
first difference. FILE is a HAR file, or a JSON array of entries of the request log, which --save writes.
Requests to /v1 are signed again, because a Date is good for a minute only.

  --save FILE            write the bank's request log to FILE, and send nothing
  --url URL              the address to send to (default http://127.0.0.1:8080)
  --bank NAME            the bank with that name, instead of the recorded one
  --reset JSON|@FILE     reset the bank first; a repeatable bank with a frozen clock gives the same ids
  --all                  go on after a difference
  --credentials FOLDER   sign with this certificate; by default with a new one of the recorded TPP
  --as-recorded          send the recorded Date, certificate and Signature (HAR only)
  --token TOKEN          the bank's control token, if it has one

Exit code: 0 every answer is as recorded, 1 one differs or could not be asked for, 2 wrong usage.`,
  async run(args, output) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        save: { type: 'string' },
        url: { type: 'string', default: 'http://127.0.0.1:8080' },
        bank: { type: 'string' },
        reset: { type: 'string' },
        all: { type: 'boolean', default: false },
        credentials: { type: 'string' },
        'as-recorded': { type: 'boolean', default: false },
        token: { type: 'string' },
      },
    });
    if (!URL.canParse(values.url)) throw new UsageError(`${values.url} is not an absolute URL`);
    const { bank, token, reset } = values;
    const target = { origin: values.url.replace(/\/+$/, ''), bank, token };
    if (values.save !== undefined) return save(values.save, target, output);
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new UsageError('give one file');
    const exchanges = await readExchanges(file);
    const signs = !values['as-recorded'];
    if (!signs && exchanges.some(({ request }) => request.form === 'inspector record')) {
      throw new UsageError('the request log shortens certificates: --as-recorded needs a HAR file');
    }
    if (reset !== undefined) {
      const text = reset.startsWith('@') ? await readFile(reset.slice(1), 'utf8') : reset;
      const body = parseJson(text);
      if (typeof body !== 'object' || body === null) throw new UsageError('--reset is not JSON');
      await askBank(`${addressOf(target, exchanges[0]?.prefix)}/_sandbox/reset`, { token, body });
    }
    const { all, credentials } = values;
    return play(exchanges, { ...target, all, credentials, signs }, output);
  },
};

interface Target {
  readonly origin: string;
  readonly bank: string | undefined;
  readonly token: string | undefined;
}

/** A recorded request with its answer. */
interface Exchange {
  readonly request: ReadRequest;
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

/** @param recorded `/banks/acme`, or empty */
const addressOf = ({ origin, bank }: Target, recorded = ''): string =>
  origin + (bank === undefined ? recorded : `/banks/${encodeURIComponent(bank)}`);

/** Oldest first. */
async function save(file: string, target: Target, output: Output): Promise<number> {
  const log = `${addressOf(target)}/_sandbox/requests`;
  const list = parseJson(await askBank(`${log}?limit=1000`, target)) as {
    readonly requests: readonly { readonly id: string }[];
  };
  const entries: unknown[] = [];
  for (const { id } of list.requests.toReversed()) {
    entries.push(parseJson(await askBank(`${log}/${id}`, target)));
  }
  await writeFile(file, `${JSON.stringify(entries, null, 1)}\n`);
  output.out(`${entries.length} requests written to ${file}`);
  return 0;
}

async function readExchanges(file: string): Promise<readonly Exchange[]> {
  const json = parseJson(await readFile(file, 'utf8'));
  const exchanges = readRecording(json).map(({ fields, request }) => exchangeOf(fields, request));
  if (exchanges.length > 0) return exchanges;
  throw new UsageError(
    `${file} is neither a HAR file nor a JSON array of entries of the request log`,
  );
}

/** Perhaps an origin, perhaps the prefix of a bank, then the rest. */
const ADDRESS = /^(https?:\/\/[^/?]+)?(\/banks\/[^/?]+)?(.*)$/;

function exchangeOf(fields: Readonly<Record<string, unknown>>, request: ReadRequest): Exchange {
  const { answer, response, tpp, rules } = fields as {
    readonly answer?: { status: number; headers: unknown; body?: string; bodyLength: number };
    readonly response?: { status: number; headers: unknown; content?: Content };
    readonly tpp?: { readonly id: string };
    readonly rules?: readonly string[];
  };
  const recorded = answer ?? response;
  if (recorded === undefined) throw new UsageError(`${request.address} has no recorded answer`);
  const [, origin, prefix = '', path = ''] = ADDRESS.exec(request.address) ?? [];
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

interface Play extends Target {
  readonly all: boolean;
  readonly credentials: string | undefined;
  readonly signs: boolean;
}

async function play(exchanges: readonly Exchange[], options: Play, output: Output) {
  const credentialsOf = memoize((organisationId: string | undefined) =>
    options.credentials === undefined
      ? fetchCredentials(addressOf(options), defined({ organisationId }), options.token)
      : readCredentials(options.credentials),
  );
  let same = 0;
  for (const [at, exchange] of exchanges.entries()) {
    const { request, refusedBy, tppId, prefix, path } = exchange;
    const isSigned = options.signs && /^\/v1(?:[/?]|$)/.test(path);
    const report = (text: string) =>
      output.out(`${at + 1}. ${request.method} ${prefix}${path} ${text}`);
    if (isSigned && /^(?:SIG|TPP)-/.test(refusedBy ?? '')) {
      report('was refused for its signature, which replay makes again: left out');
      same += 1;
      continue;
    }
    if (request.doubt === undefined) {
      const answer = await send(exchange, options, isSigned ? await credentialsOf(tppId) : null);
      const found = differenceOf(exchange, answer, options);
      if (found === undefined) {
        same += 1;
        continue;
      }
      report(`differs\n   ${found.place}\n     recorded  ${found.was}\n     now       ${found.is}`);
    } else report(`was not sent. ${request.doubt}; record it as HAR.`);
    if (options.all) continue;
    output.out(
      `Stopped after ${at + 1} of ${exchanges.length} requests; --all sends the others too.`,
    );
    return 1;
  }
  output.out(`${same} of ${exchanges.length} answers are as recorded.`);
  return same === exchanges.length ? 0 : 1;
}

/** Headers that fetch makes, and those that signing makes. */
const OF_FETCH = /^(?:host|connection|content-length|transfer-encoding|expect|keep-alive)$/i;
const OF_SIGNING = /^(?:date|digest|signature|tpp-signature-certificate)$/i;

type Credentials = Awaited<ReturnType<typeof readCredentials>>;

async function send(
  { request, prefix, path }: Exchange,
  target: Target,
  credentials: Credentials | null,
): Promise<Answer> {
  const { method, rawHeaders, rest } = request;
  const url = addressOf(target, prefix) + path;
  const sent = headerPairs(rawHeaders).filter(
    ([name]) => !OF_FETCH.test(name) && (credentials === null || !OF_SIGNING.test(name)),
  );
  const body = rest.length === 0 ? undefined : rest;
  const plain = { method, url, headers: Object.fromEntries(sent), ...defined({ body }) };
  const headers = credentials === null ? plain.headers : signRequest(plain, credentials);
  const response = await fetch(url, { ...plain, headers, redirect: 'manual' });
  return {
    status: response.status,
    headers: byName(response.headers),
    body: await response.text(),
  };
}

/** The recorded answer, at the address that is asked now, and with the log's masks in both. */
function differenceOf(
  { request, answer, origin, prefix, isCut }: Exchange,
  now: Answer,
  target: Target,
): Difference | undefined {
  const { rawHeaders, form } = request;
  const address = addressOf(target, prefix);
  const path = new URL(address).pathname.replace(/\/$/, '');
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
  const to = location?.replace(new RegExp(`^${prefix}(?=/v1/)`), path);
  const was = { ...answer, headers: { ...others, ...defined({ location: to }) } };
  return firstDifference(both(moved, was), both(shown, now));
}
