// `sandbank sign`: signs a request and prints it, without sending it.

import type { Command } from 'commander';
import { signRequest } from '../client/sign.ts';
import { shellQuoted } from '../server/protocol/shown-text.ts';
import { withBank } from './bank-options.ts';
import { answer, type Terminal } from './command.ts';
import { readCredentials } from './credentials.ts';
import { type PsuOptions, psuHeaders, withPsu } from './psu.ts';
import { type RequestOptions, readRequestArguments, withRequest } from './request-options.ts';
import { baseOf, defaultHeaders, openTpp, type RequestArguments, type TppOptions } from './tpp.ts';

interface Options extends TppOptions, PsuOptions, RequestOptions {
  readonly curl?: boolean;
}

export function define(command: Command, terminal: Terminal): void {
  withRequest(command);
  withPsu(command);
  withBank(command)
    .option('--credentials <folder>', 'sign with cert.pem, key.pem and keyid.txt in this folder')
    .option('--curl', 'print a curl command instead; its Date is good for a minute')
    .addHelpText(
      'after',
      `
Examples:
  sandbank sign GET /v1/accounts --as jonas --curl
  sandbank sign POST /v1/consents -d '{}' --credentials ./tpp`,
    )
    .action(async (method: string, address: string, options: Options) => {
      const request = readRequestArguments(method, address, options);
      const headers = await signedHeaders(request, options, terminal);
      const text = options.curl ? curlCommand(request, headers, options.body) : lines(headers);
      const { href } = request.url;
      const { curl, ...shown } = { method: request.method, url: href, headers, curl: text };
      answer(terminal, options, options.curl ? { ...shown, curl } : shown, text);
    });
}

async function signedHeaders(
  request: RequestArguments,
  options: Options,
  terminal: Terminal,
): Promise<Readonly<Record<string, string>>> {
  const base = baseOf(request.url, options);
  const given = { ...defaultHeaders(base), ...request.headers };
  const { credentials: folder } = options;
  const tpp =
    folder === undefined
      ? await openTpp(base, options, terminal)
      : { base, options, folder, credentials: await readCredentials(folder), terminal };
  const headers = { ...(await psuHeaders(tpp, request, options)), ...given };
  return signRequest({ ...request, headers }, tpp.credentials);
}

/** Printing writes the bytes as UTF-8 again. */
function headerLines(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${Buffer.from(value, 'latin1')}`);
}

const lines = (headers: Readonly<Record<string, string>>): string =>
  headerLines(headers).join('\n');

function curlCommand(
  { method, url }: RequestArguments,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
): string {
  const parts = [
    `curl -sS -i -g --path-as-is ${method === 'HEAD' ? '--head' : `-X ${method}`} ${shellQuoted(url.href)}`,
    ...headerLines(headers).map((line) => `-H ${shellQuoted(line)}`),
    // The value of --body as written, because curl reads @FILE in the same way.
    ...(body === undefined ? [] : [`--data-binary ${shellQuoted(body)}`]),
  ];
  return parts.join(' \\\n  ');
}
