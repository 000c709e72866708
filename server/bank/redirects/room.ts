import { type RedirectDeps, redirectOperations } from './redirect-control.ts';
import { redirects } from './tables.ts';

/** The redirect catcher. */
export const redirectsRoom = {
  tables: [redirects],
  control: (deps: RedirectDeps) => redirectOperations(deps),
};
