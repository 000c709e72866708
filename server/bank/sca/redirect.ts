// The addresses the PSU is sent to when a flow ends (SCA-03, SCA-04). Text in, text out: app schemes
// and odd queries survive untouched, so nothing is parsed and re-serialised.

import { percentDecoded } from '../../kernel/percent-decoded.ts';
import { type ErrorCode, STATUS_OF_CODE } from '../../protocol/errors.ts';
import type { PsuContext } from '../../protocol/psu-headers.ts';

type Parameters = readonly (readonly [name: string, value: string])[];

export interface SuccessParameters {
  readonly psuId: string;
  readonly tppSessionId: string;
  readonly context: PsuContext;
  readonly psuCorporateId?: string;
}

/** SCA-03: the TPP's own query stays, the bank appends its parameters. */
export function successRedirect(uri: string, success: SuccessParameters): string {
  const corporate: Parameters =
    success.psuCorporateId === undefined ? [] : [['psu-corporate-id', success.psuCorporateId]];
  return withParameters(uri, [
    ['psu-id', success.psuId],
    ...corporate,
    ['tpp-session-id', success.tppSessionId],
    ['context', success.context],
  ]);
}

/** SCA-04: `status` is 401, of server errors 500 (then `system` names what failed). */
export function failureRedirect(uri: string, code: ErrorCode, message: string): string {
  const server = STATUS_OF_CODE[code] >= 500;
  const system: Parameters = server ? [['system', 'sandbank']] : [];
  return withParameters(uri, [
    ...system,
    ['status', server ? '500' : '401'],
    ['code', code],
    ['message', message],
  ]);
}

/** Appends parameters; those of the same name go first, the fragment stays last. */
function withParameters(uri: string, parameters: Parameters): string {
  const hash = uri.indexOf('#');
  const fragment = hash < 0 ? '' : uri.slice(hash);
  const beforeHash = hash < 0 ? uri : uri.slice(0, hash);
  const mark = beforeHash.indexOf('?');
  const address = mark < 0 ? beforeHash : beforeHash.slice(0, mark);
  const own = mark < 0 ? '' : beforeHash.slice(mark + 1);
  const ours = new Set(parameters.map(([name]) => name));
  const kept = own.split('&').filter((pair) => pair !== '' && !ours.has(nameOf(pair)));
  const added = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${address}?${[...kept, ...added].join('&')}${fragment}`;
}

function nameOf(pair: string): string {
  const name = pair.split('=', 1)[0] ?? '';
  return percentDecoded(name.replaceAll('+', ' ')) ?? name;
}
