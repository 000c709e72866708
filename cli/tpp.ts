// The TPP that the commands are: one kept certificate per bank, requests signed with it.
import type { Command } from 'commander';
import { createSigningFetch, type SigningFetch } from '../client/sign.ts';
import { CATCH_PATH } from '../server/bank/sca/catch-address.ts';
import { parseJson, unreachable } from './ask-bank.ts';
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

export interface Answer {
  readonly response: Response;
  readonly text: string;
  /** `undefined` if the text is not JSON. */
  readonly json: unknown;
}

export function withCredentials(command: Command): Command {
  return command.option(
    '--credentials <folder>',
    'keep the certificate here, instead of in ~/.cache/sandbank',
  );
}

/** Gets a certificate from the bank unless one is kept. */
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
export async function send(tpp: Tpp, request: RequestArguments): Promise<Answer> {
  const { method, url, headers, body } = request;
  const signing: SigningFetch = createSigningFetch(tpp.credentials, defaultHeaders(tpp.base));
  const sent = body === undefined ? {} : { body };
  const response = await signing(url, { method, headers, redirect: 'manual', ...sent }).catch(
    (error: unknown) => {
      throw error instanceof TypeError && error.cause === undefined
        ? error
        : unreachable(url, error);
    },
  );
  const text = await response.text();
  return { response, text, json: parseJson(text) };
}

/** The address to send the PSU to, if the answer has one. */
export function scaRedirect({ json }: Pick<Answer, 'json'>): string | undefined {
  const body = json as { _links?: { scaRedirect?: { href?: unknown } } } | undefined;
  const href = body?._links?.scaRedirect?.href;
  return typeof href === 'string' ? href : undefined;
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
