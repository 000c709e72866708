// Which bank a request is for, and the absolute addresses that answers carry.
import type { Request } from 'express';
import { DEFAULT_BANK, isBankName } from '../bank/banks/banks.ts';
import { ApiError } from '../protocol/errors.ts';

/** The bank of a request below `/banks/{bank}` or at the root. ApiError 404 for an impossible name. */
export function bankOf(request: Request): string {
  const name = request.params['bank'];
  if (name === undefined) return DEFAULT_BANK;
  if (typeof name === 'string' && isBankName(name)) return name;
  const text = 'A bank name has 1 to 63 characters of a–z, 0–9 and -, and does not begin with -.';
  throw new ApiError('BANK-01', 'NOT_FOUND', text);
}

/** What stands before a bank's own paths in a request to it: nothing, or `/banks/{bank}`. */
export function prefixOf({ params }: Request): string {
  const bank = params['bank'];
  return bank === undefined ? '' : `/banks/${String(bank)}`;
}

/** `http://127.0.0.1:8080`, or with `/banks/{bank}`; `publicUrl` goes before what Host says. */
export function baseUrlOf(request: Request, publicUrl: string | undefined): string {
  const host = request.headers.host ?? '127.0.0.1';
  const origin = publicUrl ?? `${request.protocol}://${host}`;
  return origin + prefixOf(request);
}
