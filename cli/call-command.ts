// `sandbank call`: the shortest way to a signed request. Gets a certificate once, signs, sends, prints.

import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createSigningFetch } from '../client/sign.ts';
import { CATCH_PATH } from '../server/bank/sca/catch-address.ts';
import { defined } from '../server/kernel/defined.ts';
import { parseJson } from './ask-bank.ts';
import type { Command } from './command.ts';
import { fetchCredentials, reuseOrFetch } from './credentials.ts';
import { REQUEST_HELP, REQUEST_OPTIONS, readRequestArguments } from './request-options.ts';

const SHOWN_HEADERS = [
  'x-request-id',
  'sandbank-findings',
  'sandbank-verdict',
  'sandbank-fault',
  'allow',
  'retry-after',
  'content-language',
];

export const callCommand: Command = {
  name: 'call',
  summary: 'sign a request, send it, and show the answer',
  help: `Usage: sandbank call METHOD URL [options]

Signs and sends a request. The first time, it gets a test certificate from the bank and stores
it under ~/.cache/sandbank. Default TPP-Redirect-URI: the bank's redirect catcher.

${REQUEST_HELP}
  --credentials FOLDER   use and store the certificate here
  --token TOKEN          the bank's control token, if it has one
  --fail                 exit 1 when the answer is 400 or above

Example: sandbank call GET http://127.0.0.1:8080/v1/accounts`,
  async run(args, output) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...REQUEST_OPTIONS,
        credentials: { type: 'string' },
        token: { type: 'string' },
        fail: { type: 'boolean', default: false },
      },
    });
    const { method, url, headers, body } = await readRequestArguments(positionals, values);
    const base = bankAddress(url);
    const credentials = await reuseOrFetch(values.credentials ?? cacheFolder(base), () =>
      fetchCredentials(base, {}, values.token),
    );
    const send = createSigningFetch(credentials, { 'TPP-Redirect-URI': base + CATCH_PATH });
    const response = await send(url, {
      method,
      headers,
      redirect: 'manual',
      ...defined({ body }),
    });
    output.out(await render(response));
    return values.fail && response.status >= 400 ? 1 : 0;
  },
};

/** The part before /v1: the bank's own address with its prefix. */
function bankAddress(url: URL): string {
  const path = /^(.*?)\/v1(?:\/|$)/.exec(url.pathname)?.[1] ?? '';
  return `${url.origin}${path}`;
}

function cacheFolder(base: string): string {
  return join(homedir(), '.cache', 'sandbank', base.replace(/[^A-Za-z0-9.-]+/g, '_'));
}

async function render(response: Response): Promise<string> {
  const text = await response.text();
  const json = parseJson(text);
  const headers = SHOWN_HEADERS.filter((name) => response.headers.has(name)).map(
    (name) => `${name}: ${response.headers.get(name)}`,
  );
  const body = json === undefined ? text : JSON.stringify(json, null, 2);
  const link = scaRedirect(json);
  return [
    `HTTP ${response.status} ${response.statusText}`.trimEnd(),
    ...headers,
    ...(body === '' ? [] : ['', body]),
    ...(link === undefined ? [] : ['', `The PSU goes to ${link}`]),
  ].join('\n');
}

function scaRedirect(json: unknown): string | undefined {
  const body = json as { _links?: { scaRedirect?: { href?: unknown } } } | undefined;
  const href = body?._links?.scaRedirect?.href;
  return typeof href === 'string' ? href : undefined;
}
