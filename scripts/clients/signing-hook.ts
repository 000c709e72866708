// Signs what a generated client is about to send: all that a client needs besides its generated code.
import { signRequest } from 'sandbank/client';

export interface Credentials {
  readonly certificate: string;
  readonly privateKey: string;
}

export async function signed(request: Request, credentials: Credentials): Promise<Request> {
  const body = new Uint8Array(await request.clone().arrayBuffer());
  const { method, url } = request;
  const headers = Object.fromEntries(request.headers);
  return new Request(request, {
    headers: signRequest({ method, url, headers, body }, credentials),
  });
}

/** The last part of a scaRedirect link. */
export const flowOf = (href: string): string => href.slice(href.lastIndexOf('/') + 1);

export function check<T>(what: string, data: T | undefined, error?: unknown): T {
  if (data === undefined) throw new Error(`${what}: ${JSON.stringify(error)}`);
  return data;
}
