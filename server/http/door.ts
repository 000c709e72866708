// The way in that does not go through Express: the signed API and /health. To find a handler in Express costs
// more than to verify a signature, and to load it longer than a bank takes to start.
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
export type Door = (arrival: Arrival) => Promise<void> | undefined;

/** Says whether one of the doors took the request; if none did, Express has it. */
export type Doors = (request: IncomingMessage, response: ServerResponse) => boolean;

export function createDoors(doors: readonly Door[], log: Log): Doors {
  return (request, response) => {
    const place = placeOf(request.url ?? '');
    if (place === undefined) return false;
    const headers = new RawHeaders(request.rawHeaders);
    if (hostProblem(headers, request) !== undefined) return false;
    const arrival = { request, response, place, headers };
    for (const door of doors) {
      const answered = door(arrival);
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
