// Reads while the person is present: sessions, consents and accounts.
import type { JsonObject } from '../../../protocol/json.ts';
import {
  both,
  calm,
  done,
  everyPage,
  good,
  isList,
  isRead,
  nextRun,
  oneSca,
  stopsAt,
} from '../judgements.ts';
import { type Judgement, scenariosOf } from '../scenario.ts';
import type { Seen, Sent } from '../seen.ts';
import { bookedLater, debits, KARI, kari, ofKari } from './people.ts';
import {
  accountIn,
  atRead,
  readsAll,
  sessionEnds,
  storesBooked,
  storesPending,
} from './read-parts.ts';

const CURRENT_OF_JONAS = 'NO4599996896389';
const SAVINGS_OF_JONAS = 'NO6099993743328';

/** The accounts of the newest list that the client got in this run before that request. */
const known = ({ requests }: Seen, { run, number }: Sent) =>
  requests
    .findLast(
      (one) =>
        one.operation === 'getAccounts' &&
        one.run === run &&
        one.number < number &&
        one.status === 200,
    )
    ?.answer.accounts.map(({ resourceId }: { resourceId: string }) => resourceId);

const onlyListed: Judgement = good(
  'begins with the list of accounts, and reads only what it has',
  'CONS-09',
).unless((seen) => {
  const at = seen.requests.find(
    (one) =>
      isRead(one, seen) &&
      one.codes.includes('RESOURCE_UNKNOWN') &&
      !known(seen, one)?.includes(accountIn(one)),
  );
  return (
    at && { at, text: 'The person does not share this account, and no list of this run has it.' }
  );
});

const KIOSK = { transactionAmount: -89, creditorName: 'Kiosk' };

/** One account with a salary, and these. */
const purchases = (...transactions: readonly JsonObject[]): JsonObject => {
  const salary = { transactionId: 'booked-1', transactionAmount: 900, bookingDate: 'today-3d' };
  return kari({
    accounts: [{ accountName: 'Brukskonto', transactions: [salary, ...transactions] }],
  });
};

export const READ = scenariosOf('read', [
  {
    name: 'session-ends-between-pages',
    title: 'The session ends between two pages',
    happens:
      'At the second request for transactions the hour of the session is over: 401 SCA_EXPIRED, with a link.',
    why: 'An SCA is valid for one hour. A sync of many accounts takes longer than its last minutes.',
    right: 'Send the person to the link, then go on where you were; or stop and say so.',
    setup: {
      ...ofKari({ accounts: [{ accountName: 'Brukskonto', transactions: debits(250, 5) }] }),
      ...atRead({ advance: 'PT61M' }, 'getTransactions', 2),
    },
    must: [
      ...sessionEnds.must,
      good('asks for the second page', 'ACC-03').sends(
        isList,
        'After the first page the client stopped, although it has a next link.',
        both(isList, done),
      ),
    ],
    should: sessionEnds.should,
  },
  {
    name: 'session-over-before-read',
    title: 'The session has run out before the first read',
    happens: 'The person connected 61 minutes ago. The first read answers 401 SCA_EXPIRED.',
    why: 'People leave a page open. The session is over, the PSU-ID is not.',
    right: 'Send the person to the link of the 401. The PSU-ID stays the same for ever.',
    setup: { advance: 'PT61M' },
    ...sessionEnds,
  },
  {
    name: 'psu-id-unknown',
    title: 'The bank does not know the PSU-ID any more',
    happens:
      "The person's access was deleted at the bank. Reads answer 401 PSU_CREDENTIALS_INVALID.",
    why: 'A PSU-ID can end: the person left the bank, or had the access deleted.',
    right: 'Send the person to the link, and store what the callback brings.',
    setup: { access: 'unknown' },
    must: [stopsAt('PSU_CREDENTIALS_INVALID', 'CONS-03')],
    should: [calm(2, 'CONS-03')],
  },
  {
    name: 'revoked-between-reads',
    title: 'The consent is revoked between two reads',
    happens:
      'At the second request for transactions the person has revoked the consent: 403 CONSENT_UNKNOWN, without a link.',
    why: 'The person can do that at any time. It is an answer, and no failure of the bank.',
    right: 'Stop reading for this person, and ask for access anew only if the person wants that.',
    setup: atRead({ revokeConsents: true }, 'getTransactions', 2),
    must: [stopsAt('CONSENT_UNKNOWN', 'CONS-08')],
    should: [calm(1, 'CONS-08', 'does not ask the same again')],
  },
  {
    name: 'one-account-only',
    title: 'The person shares one account only',
    happens: 'The person has two accounts, and ticked one of them.',
    why: 'The person decides at the bank what you see. An account that is not shared is 404.',
    right: 'Read what GET /v1/accounts lists, each time.',
    setup: { shares: [CURRENT_OF_JONAS] },
    must: [readsAll, onlyListed],
  },
  {
    name: 'account-joins-and-leaves',
    title: 'An account joins, another leaves',
    happens: 'Between two runs the person shares the savings account in place of the current one.',
    why: 'A list that was stored once gets old: one account is 404 from now on, one is missing.',
    right: 'Begin each run with GET /v1/accounts, and compare with what you stored.',
    setup: { shares: [CURRENT_OF_JONAS], again: [{ shares: [SAVINGS_OF_JONAS] }] },
    must: [
      onlyListed,
      good('reads the transactions of the new account in the second run', 'CONS-09').sends(
        both(isList, done, (one, { requests }) =>
          requests.every(({ run, path }) => one.run === 2 && (run === 2 || path !== one.path)),
        ),
        'Nothing of the new account was read.',
      ),
    ],
  },
  {
    name: 'corporate-context',
    title: 'A person acts for a company',
    happens: 'The person has private accounts too, and chose CORPORATE at the SCA.',
    why: 'Each context has its own accounts. Without PSU-Corporate-ID the bank cannot tell which.',
    right:
      'Store psu-corporate-id of the callback beside the PSU-ID (here SANDBANK_PSU_CORPORATE_ID), and send both.',
    setup: { person: '12085592767', agreement: '972184780' },
    must: [
      good('sends PSU-Corporate-ID with every read for the company', 'HDR-10').never(
        (one, seen) => isRead(one, seen) && !one.headers.has('psu-corporate-id'),
        'This request has no PSU-Corporate-ID.',
      ),
      readsAll,
    ],
  },
  {
    name: 'certificate-renewed',
    title: 'The certificate is replaced by a new one',
    happens: 'The second run has a new certificate of the same organisation, with another serial.',
    why: 'Certificates live for a year or two. The bank knows you by your organisation, so nothing changes for the person.',
    right: 'Store PSU-IDs by organisation, and make keyId from the certificate that you send.',
    setup: { renewsCertificate: true, again: [{ advance: 'PT1M' }] },
    must: [
      good('reads with the new certificate, for the same PSU-ID', 'TPP-04').sends(
        both(nextRun, isList, done),
        'In the second run no transactions were read.',
      ),
      good('needs no new SCA for that', 'TPP-04').never(
        ({ run, operation }) => run === 2 && /^create.*Consent$/.test(operation),
        'The client asked the person for access again.',
      ),
    ],
  },
  {
    name: 'many-transactions',
    title: '2,500 transactions in pages, and one more is booked meanwhile',
    happens:
      'The account has 2,500 transactions, of which the bank answers 100 at a time. While your client reads the third page, a payment settles.',
    why: 'A page is a part. Clients that take the first for the whole miss most of the year.',
    right:
      'Follow transactions._links.next.href until there is none. Know a transaction by its transactionId: what is booked meanwhile moves the others, and one comes twice.',
    setup: {
      person: KARI,
      seed: (now) =>
        kari({
          accounts: [
            { accountName: 'Brukskonto', balance: 5000, transactions: debits(2500, 32) },
            { accountName: 'Sparing', bban: '99999351499', balance: 10 },
          ],
          payments: [bookedLater(now)],
        }),
      ...atRead({ advance: 'PT11M' }, 'getTransactions', 3),
    },
    must: [everyPage(2500)],
    should: [calm(2, 'ACC-03', 'reads each page once')],
  },
  {
    name: 'pending-becomes-booked',
    title: 'A purchase that was pending is booked, and another one is pending',
    happens:
      'Your client runs twice. In between the purchase that was pending is booked, with another transactionId, and there is a new one.',
    why: 'A client that asks only for what is booked shows purchases late; one that keeps what was pending shows them twice.',
    right:
      'Ask for booked and pending, replace all that was pending in each run, and know what is booked by its transactionId.',
    setup: {
      person: KARI,
      seed: purchases({ transactionId: 'pending-1', ...KIOSK, pending: true }),
      again: [
        {
          seed: purchases(
            { transactionId: 'booked-2', ...KIOSK },
            { transactionId: 'pending-2', transactionAmount: -45, pending: true },
          ),
        },
      ],
    },
    must: [
      good('reads booked transactions in both runs', 'ACC-04').unless((seen) => {
        const asked = seen.requests.filter(
          (one) => isList(one, seen) && one.query.get('bookingStatus') !== 'pending',
        );
        const missing = ([1, 2] as const).find((run) => !asked.some((one) => one.run === run));
        return missing && { text: `In run ${missing} no booked transactions were asked for.` };
      }),
      storesBooked,
      storesPending,
    ],
    should: [
      good('reads pending transactions too', 'ACC-04').sends(
        ({ query }) => /^(?:pending|both|all)$/.test(query.get('bookingStatus') ?? ''),
        'Pending transactions were never asked for.',
      ),
    ],
  },
  {
    name: 'person-without-accounts',
    title: 'A person without accounts',
    happens: 'The person approves, and has no account to share. Reads are 401 CONSENT_INVALID.',
    why: 'It is a new customer, or one who only has a loan. Another SCA gives the same.',
    right: 'Say that there is nothing to show. Do not send the person to the bank again and again.',
    setup: ofKari({}),
    must: [stopsAt('CONSENT_INVALID', 'CONS-01')],
    should: [oneSca('CONS-01')],
  },
]);
