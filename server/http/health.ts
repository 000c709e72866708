// `/health` (CTRL-01): 200 while the bank can answer and write, else 503.

import type { DirectRoute } from './handler.ts';
import { type ErrorDeps, renderError } from './render-error.ts';
import { sendReply } from './reply.ts';
import { wrongMethod } from './router.ts';

export interface HealthDeps extends ErrorDeps {
  /** Resolves when the bank can answer. */
  readonly ready: () => Promise<void>;
}

export const healthCheck =
  ({ ready, ...deps }: HealthDeps): DirectRoute =>
  ({ place, request, response }) => {
    const { method = '' } = request;
    if (place.bank !== undefined || place.path !== '/health') return undefined;
    if (method !== 'GET' && method !== 'HEAD') {
      return sendReply(request, response, renderError(wrongMethod(method, 'GET, HEAD'), deps));
    }
    return ready().then(
      () => sendReply(request, response, { status: 200, body: { status: 'up' } }),
      (error: unknown) => {
        deps.log.warn({ err: error }, 'not ready');
        return sendReply(request, response, { status: 503, body: { status: 'down' } });
      },
    );
  };
