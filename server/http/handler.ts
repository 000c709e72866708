// Where every request enters. The signed API and /health are answered here, without Express, which takes longer
// to find a handler than the bank to verify a signature, and longer to load than the bank to start.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { RawHeaders } from '../protocol/headers.ts';
import { hostProblem, originForm, type Place, placeOf } from './addresses.ts';
import { type ErrorDeps, renderError } from './render-error.ts';
import { sendReply } from './reply.ts';

/** A request with a good Host, and where it goes. */
export interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly place: Place;
  readonly headers: RawHeaders;
}

/** Answers the request if it is one of its own. */
export type DirectRoute = (arrival: Arrival) => Promise<void> | undefined;

export interface HandlerDeps extends ErrorDeps {
  /** Asked first, in order. */
  readonly routes: readonly DirectRoute[];
  /** Everything else; loaded when the first such request comes. */
  readonly app: () => Promise<RequestListener>;
}

export function createHandler(deps: HandlerDeps): RequestListener {
  return (request, response) => {
    answer(request, response, deps).catch((error: unknown) => {
      deps.log.error({ err: error }, 'an answer could not be sent');
      response.destroy();
    });
  };
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  deps: HandlerDeps,
): Promise<void> {
  request.url = originForm(request);
  const headers = new RawHeaders(request.rawHeaders);
  const problem = hostProblem(headers, request);
  if (problem !== undefined) return sendReply(request, response, renderError(problem, deps));
  const place = placeOf(request.url);
  if (place !== undefined) {
    const arrival = { request, response, place, headers };
    for (const route of deps.routes) {
      const answered = route(arrival);
      if (answered !== undefined) return answered;
    }
  }
  return deps.app().then((app) => app(request, response));
}
