// Rules for tests: the signed sandbox operations and the unsigned control API.
import type { Rule } from './rule.ts';

export const SANDBOX_RULES = [
  {
    id: 'SBX-01',
    source: ['S', 'L'],
    exercisedBy: 'success',
    sentence:
      'POST /v1/sandbox/initialize puts this bank back to the starting set, all or nothing, with the same PSU-IDs and account ids as before.',
  },
  {
    id: 'SBX-02',
    source: ['L', 'O'],
    exercisedBy: 'success',
    sentence:
      "The starting set has two private and two corporate customers, eight accounts, two cards and a year of transactions relative to the bank's today.",
  },
  {
    id: 'SBX-03',
    source: ['L', 'O'],
    exercisedBy: 'success',
    sentence:
      'Customers can be created, listed, read and deleted. A number that exists is 409 CONFLICT, and a delete includes what belongs to the customer.',
  },
  {
    id: 'SBX-04',
    source: ['L', 'O'],
    exercisedBy: 'success',
    sentence:
      'Mock accounts can be created for a customer, read and deleted, and their balances can be set.',
  },
  {
    id: 'SBX-05',
    source: ['S', 'L'],
    exercisedBy: 'success',
    sentence:
      'Mock transactions can be created on an account, up to 1000 at once, all or nothing. They change its balances. Another account as debtor is 400 FORMAT_ERROR.',
  },
  {
    id: 'SBX-06',
    source: ['L'],
    exercisedBy: 'success',
    sentence:
      'Agreements and engagements can be created and ended. A PSU in corporate context can consent only to an account with VIEW and REGISTER.',
  },
  {
    id: 'TPPD-01',
    source: ['S', 'L'],
    exercisedBy: 'success',
    sentence:
      "PUT /v1/tpps/{tppId}/contact-information registers an e-mail address; tppId must be the certificate's own. Nothing depends on the address.",
  },
  {
    id: 'MAGIC-01',
    exercisedBy: 'case',
    sentence:
      'Creditor names and national ids listed in fixtures/magic.json trigger any status and any error, without changes in the code of the TPP.',
  },
  {
    id: 'FAULT-01',
    exercisedBy: 'case',
    sentence:
      'The control API can set faults that refuse, delay, damage or lose the answers to matching requests, or reset their connection, a given number of times and with a given probability.',
  },
  {
    id: 'FIND-01',
    sentence:
      'If the bank accepts something that the client should fix, the response header Sandbank-Findings names the rule, each rule once, in the order of checks.',
  },
  {
    id: 'CLOCK-01',
    sentence:
      'Each bank has its own clock, read by every rule but SIG-11 and TPP-01. It can be set, frozen and advanced. To advance it runs what is due, in order and once, and reports it.',
  },
  {
    id: 'CTRL-01',
    sentence: '/health is 200 when the bank can answer, and 503 while its store is down.',
  },
  {
    id: 'CTRL-02',
    sentence:
      'POST {b}/_sandbox/certificates makes a QSealC with PSD2 statements at run time and answers certificate, chain, key, PKCS#12 and the keyId.',
  },
  {
    id: 'CTRL-03',
    sentence:
      'POST {b}/_sandbox/reset does the same as initialize, without a signature. The body is a seed, which says what the bank begins with: repeatable, clock, content. Any other body is 400 and resets nothing.',
  },
  {
    id: 'CTRL-04',
    sentence:
      'A bank can be saved as a snapshot under a name, restored, compared, exported and imported as one JSON document. Another bank can be restored from it too, with its ids, sessions and clock. Initialize and reset leave snapshots.',
  },
  {
    id: 'CTRL-05',
    sentence:
      'The request log stores the last 10,000 exchanges of a bank (1000 on PostgreSQL), bounded in bytes, with the result of every check. Clients can list, filter and wait for them, and read one by its X-Request-ID. They are masked.',
  },
  {
    id: 'CTRL-06',
    sentence:
      'The bank offers an address to use as TPP-Redirect-URI, and reports what arrived there. Clients can list it and wait for it, as for what the bank does by itself (events).',
  },
  {
    id: 'CTRL-07',
    sentence:
      'The control API lists the rules. Per bank, the tolerated forms of a rule can be set to error, warn or off, one by one or by the presets strict, lenient and as-observed. The core of a rule has no level.',
  },
  {
    id: 'CTRL-08',
    sentence:
      'Coverage reports which operations, codes, statuses, SCA outcomes and rules a test run has exercised, as JSON, HTML and JUnit, and gives advice on the client.',
  },
  {
    id: 'CTRL-09',
    sentence:
      'GET {b}/_sandbox/metrics has figures of the process in the Prometheus text format: requests by operation and status, verification and transaction times, queue, journal, folds, event-loop delay, banks, faults fired.',
  },
  {
    id: 'CTRL-10',
    sentence:
      'On any address but loopback the control API needs a bearer token. Without one, or an explicit SANDBANK_CONTROL=open, the process does not start.',
  },
  {
    id: 'CTRL-11',
    sentence:
      'reset takes a seed (YAML or JSON): customers, agreements, accounts, cards, transactions with relative dates and generators, payments in any status, consents, sessions, settings. A mistake in it is 400 with line, column and field, and resets nothing. SANDBANK_SEED names one that every bank begins with and returns to. A bank can be exported as a seed.',
  },
  {
    id: 'CTRL-12',
    sentence:
      'Readiness checks the recorded payments against the rules of another date and profile, and says which would be refused and why.',
  },
  {
    id: 'CTRL-13',
    sentence:
      'A bank that begins with the text repeatable and a frozen clock gives byte-identical ids, dates and bodies to the same requests in the same order, on every store and under every name. By default nobody can guess an id.',
  },
  {
    id: 'CTRL-14',
    sentence:
      'What the control API, the console and the command line say of an SCA link, a session, a consent, a limit, a payment or a certificate is what the API answers at that time. GET {b}/_sandbox/people/{id} has all of a person, of links and payments the newest 100.',
  },
  {
    id: 'CTRL-15',
    sentence:
      'POST {b}/_sandbox/seed adds a seed to a bank as it is: what the seed names and the bank lacks is new, what the bank has is changed, all else stays. A balance that is set is a booking of the difference. With preview=true nothing is stored; the draw of its answer, sent with the same seed, adds exactly what it has shown, once, else 409.',
  },
  {
    id: 'SET-01',
    sentence:
      'Settings come from the environment. With an unknown SANDBANK_* name or a value that does not parse, the process does not start, and names it. createSandbank refuses unknown options, and values that an option cannot have, too.',
  },
] as const satisfies readonly Rule[];
