// Requests that do not need Express: the signed API and /health. Express takes longer to find a handler than the
// bank to verify a signature, and longer to load than the bank to start.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../kernel/log.ts';
import { RawHeaders } from '../protocol/headers.ts';
import { type Place, placeOf } from './addresses.ts';
import { hostProblem } from './host.ts';

/** A request with a good Host, and where it goes. */
export interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly place: Place;
  readonly headers: RawHeaders;
}

/** Answers the request if it is one of its own. */
export type DirectRoute = (arrival: Arrival) => Promise<void> | undefined;

/** Returns false for a request of none of the routes: it is for Express. */
export type DirectHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

export function createDirectHandler(routes: readonly DirectRoute[], log: Log): DirectHandler {
  return (request, response) => {
    const place = placeOf(request.url ?? '');
    if (place === undefined) return false;
    const headers = new RawHeaders(request.rawHeaders);
    if (hostProblem(headers, request) !== undefined) return false;
    const arrival = { request, response, place, headers };
    for (const route of routes) {
      const answered = route(arrival);
      if (answered === undefined) continue;
      answered.catch((error: unknown) => {
        log.error({ err: error }, 'an answer could not be sent');
        response.destroy();
      });
      return true;
    }
    return false;
  };
}
