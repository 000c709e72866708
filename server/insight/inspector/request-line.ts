// The request log as lines.
export interface LoggedRequest {
  readonly id: string;
  readonly number: number;
  readonly at: string;
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly codes: readonly string[];
  readonly scaFlow?: string;
  readonly verdict: readonly { readonly outcome: string; readonly text?: string }[];
  /** Milliseconds. */
  readonly took: { readonly total: number };
}

export interface RequestLog {
  readonly requests: readonly LoggedRequest[];
  readonly last: number;
}

/** One line; for a refused request a second one that says why. @param address of the request log */
export function requestLine(request: LoggedRequest, address: string): string {
  const { at, status, method, target, codes, took } = request;
  const millis = `${Math.round(took.total)} ms`;
  const head = [at.slice(11, 19), String(status), method.padEnd(6), target, ...codes, millis].join(
    '  ',
  );
  const why = refusal(request);
  return why === undefined ? head : `${head}\n          ${why}  ${address}/${request.id}`;
}

/** Why the bank refused it. */
export const refusal = ({ verdict }: LoggedRequest): string | undefined =>
  verdict.find(({ outcome }) => outcome === 'refused')?.text;
