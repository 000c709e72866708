import { type ScaDeps, sessionPurpose } from './purpose.ts';
import { scaControlOperations } from './sca-control.ts';
import { scaDueHandlers } from './sca-due.ts';
import { flows, sessions } from './tables.ts';

/** Strong customer authentication: flows, sessions, pages. */
export const scaRoom = {
  tables: [sessions, flows],
  purposes: () => ({ session: sessionPurpose }),
  due: ({ sca }: { readonly sca: ScaDeps }) => scaDueHandlers(sca),
  control: ({ sca }: { readonly sca: ScaDeps }) => scaControlOperations(sca),
};
