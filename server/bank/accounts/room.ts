import type { Profile } from '../../protocol/profile.ts';
import { accountOperations } from './accounts.ts';
import { cardOperations } from './cards.ts';
import { consentControlOperations } from './consent-control.ts';
import { consentDueHandlers, renewConsents } from './consent-store.ts';
import { accessPurpose, consentOperations } from './consents.ts';
import { currencyFault } from './currency-fault.ts';
import { accounts, cardAccounts, consents, quota } from './tables.ts';
import { quotaDueHandlers } from './unattended.ts';
import { userOperations } from './user.ts';

/** Account information: consents, accounts, cards, and the limits on reading them. */
export const accountsRoom = {
  tables: [accounts, cardAccounts, consents, quota],
  faultIn: currencyFault,
  purposes: () => ({ access: accessPurpose }),
  afterSca: () => renewConsents,
  due: () => ({ ...quotaDueHandlers, ...consentDueHandlers }),
  operations: ({ profile }: { readonly profile: Profile }) => [
    ...userOperations,
    ...consentOperations,
    ...accountOperations(profile),
    ...cardOperations,
  ],
  control: () => consentControlOperations,
};
