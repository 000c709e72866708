// `/health` (CTRL-01): 200 while the bank can answer and write, else 503.

import type { DirectRoute } from './handler.ts';
import type { ErrorDeps } from './render-error.ts';
import { sendReply } from './reply.ts';

export interface HealthDeps extends Pick<ErrorDeps, 'log'> {
  /** Resolves when the bank can answer. */
  readonly ready: () => Promise<void>;
}

export const healthCheck =
  ({ ready, log }: HealthDeps): DirectRoute =>
  ({ place, request, response }) => {
    const { method } = request;
    const isOurs = place.bank === undefined && place.path === '/health';
    if (!isOurs || (method !== 'GET' && method !== 'HEAD')) return undefined;
    return ready().then(
      () => sendReply(request, response, { status: 200, body: { status: 'up' } }),
      (error: unknown) => {
        log.warn({ err: error }, 'not ready');
        return sendReply(request, response, { status: 503, body: { status: 'down' } });
      },
    );
  };
