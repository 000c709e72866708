import { agreements, customers, engagements, psus } from './tables.ts';

/** People, companies, and who acts for whom. */
export const customersRoom = { tables: [customers, agreements, engagements, psus] };
