// The arguments of both `sign` and `call`: METHOD, URL, --body, --header.
import type { Command } from 'commander';
import { defined } from '../server/kernel/defined.ts';
import type { BankOptions } from './bank-options.ts';
import { UsageError } from './command.ts';
import { readGiven } from './read-file.ts';
import { addressOf, type RequestArguments } from './tpp.ts';

export interface RequestOptions {
  readonly body?: string;
  readonly header?: readonly string[];
}

export function withRequest(command: Command): Command {
  const collect = (text: string, before: readonly string[] = []) => [...before, text];
  return command
    .argument('<method>', 'GET, POST, PUT or DELETE')
    .argument('<url>', 'a path at the bank, such as /v1/accounts, or a whole URL')
    .option(
      '-d, --body <text|@file>',
      'the body, exactly these bytes; application/json. @-: from standard input',
    )
    .option("-H, --header <'N: v'>", 'a header; may be given several times', collect);
}

/** Throws UsageError if the arguments are not a request. */
export function readRequestArguments(
  method: string,
  address: string,
  options: BankOptions & RequestOptions,
): RequestArguments {
  if (!/^[a-z]+$/i.test(method)) {
    throw new UsageError(`${method} is not a method. Write the method first: GET /v1/accounts.`);
  }
  const headers = Object.fromEntries((options.header ?? []).map(splitHeader));
  const body = options.body === undefined ? undefined : bodyIn(options.body);
  const typed = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  if (body !== undefined && !typed) headers['Content-Type'] = 'application/json';
  return {
    method: method.toUpperCase(),
    url: addressOf(address, options),
    headers,
    ...defined({ body }),
  };
}

function splitHeader(text: string): [name: string, value: string] {
  const colon = text.indexOf(':');
  if (colon < 1) throw new UsageError(`--header ${text} is not of the form 'Name: value'`);
  const name = text.slice(0, colon).trim();
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
    throw new UsageError(`--header ${text}: ${name} is not the name of a header`);
  }
  return [name, Buffer.from(text.slice(colon + 1).trim()).toString('latin1')];
}

const bodyIn = (text: string): Buffer =>
  text.startsWith('@') ? readGiven(text.slice(1)) : Buffer.from(text);
