// The TPP that the commands are: one stored certificate per bank, requests signed with it.
import type { Command } from 'commander';
import { createSigner, type RequestToSign } from '../client/sign.ts';
import { type Answer, createRequestSender } from '../client/tpp.ts';
import { CATCH_PATH } from '../server/bank/sca/catch-address.ts';
import { unreachable } from './ask-bank.ts';
import { type BankOptions, bankUrl } from './bank-options.ts';
import { type Terminal, UsageError } from './command.ts';
import { type Credentials, fetchCredentials, folderOf, reuseOrFetch } from './credentials.ts';

export interface TppOptions extends BankOptions {
  readonly credentials?: string;
}

export interface Tpp {
  /** The bank's address. */
  readonly base: string;
  readonly options: TppOptions;
  /** Of certificate and people. */
  readonly folder: string;
  readonly credentials: Credentials;
  readonly terminal: Terminal;
}

export interface RequestArguments {
  readonly method: string;
  readonly url: URL;
  /** Values as fetch expects them: one character per UTF-8 byte. */
  readonly headers: Record<string, string>;
  readonly body?: Buffer | string;
}

export function withCredentials(command: Command): Command {
  return command.option(
    '--credentials <folder>',
    'keep the certificate here, instead of in ~/.cache/sandbank',
  );
}

/** Gets a certificate from the bank unless one is stored. */
export async function openTpp(base: string, options: TppOptions, terminal: Terminal): Promise<Tpp> {
  const folder = options.credentials ?? folderOf(base);
  const credentials = await reuseOrFetch(folder, () => {
    terminal.progress?.('Getting a certificate');
    return fetchCredentials(base, {}, options.token);
  });
  return { base, options, folder, credentials, terminal };
}

/** Headers that the bank wants on every request. */
export function defaultHeaders(base: string): Record<string, string> {
  return { 'TPP-Redirect-URI': base + CATCH_PATH };
}

/** Signs and sends. */
export function send({ base, credentials }: Tpp, request: RequestToSign): Promise<Answer> {
  const sign = createSigner(credentials, defaultHeaders(base));
  return createRequestSender(sign)(request).catch((error: unknown) => {
    // What HTTP cannot carry has no cause.
    const isUnsent = error instanceof TypeError && error.cause === undefined;
    throw isUnsent ? new UsageError(error.message) : unreachable(request.url, error);
  });
}

/** The bank's own address, which ends before /v1. */
export function baseOf(url: URL, options: BankOptions): string {
  if (url.href.startsWith(`${bankUrl(options)}/`)) return bankUrl(options);
  const path = /^(.*?)\/v1(?:\/|$)/.exec(url.pathname)?.[1] ?? '';
  return `${url.origin}${path}`;
}

/** An address, or a path at the bank. */
export function addressOf(text: string, options: BankOptions): URL {
  if (text.startsWith('/')) return new URL(bankUrl(options) + text);
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return new URL(text);
  throw new UsageError(
    `${text} is not an address. Write a path such as /v1/accounts, or a whole URL.`,
  );
}
