// `/health` (CTRL-01): 200 while the bank can answer and write, else 503.
import type { Log } from '../kernel/log.ts';
import type { Area } from './row.ts';

interface HealthDeps {
  /** Resolves when the bank can answer. */
  readonly ready: () => Promise<void>;
  readonly log: Pick<Log, 'warn'>;
}

export const healthArea = ({ ready, log }: HealthDeps): Area => ({
  root: '/health',
  access: 'open',
  rows: [
    {
      method: 'GET',
      path: '/health',
      access: 'open',
      once: true,
      async handle() {
        try {
          await ready();
          return { status: 200, body: { status: 'up' } };
        } catch (error) {
          log.warn({ err: error }, 'not ready');
          return { status: 503, body: { status: 'down' } };
        }
      },
    },
  ],
});
