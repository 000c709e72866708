// Rules of what a test needs: the signed sandbox operations and the unsigned control API.
import type { Rule } from './rule.ts';

export const SANDBOX_RULES = [
  {
    id: 'SBX-01',
    source: ['S', 'L'],
    state: 'built',
    exercisedBy: 'success',
    sentence:
      'POST /v1/sandbox/initialize makes this bank the starting set again, all or nothing, with the same PSU-IDs and account ids as before.',
  },
  {
    id: 'SBX-02',
    source: ['L', 'O'],
    state: 'built',
    exercisedBy: 'success',
    sentence:
      "The starting set is two private and two corporate persons, eight accounts, two cards and a year of transactions relative to the bank's today.",
  },
  {
    id: 'SBX-03',
    source: ['L', 'O'],
    state: 'built',
    exercisedBy: 'success',
    sentence:
      'Customers can be made, listed, read and deleted; a number already there is 409 CONFLICT, and a delete takes along what belongs to it.',
  },
  {
    id: 'SBX-04',
    source: ['L', 'O'],
    state: 'built',
    exercisedBy: 'success',
    sentence: 'Mock accounts can be made for a customer, read and deleted, and their balances set.',
  },
  {
    id: 'SBX-05',
    source: ['S', 'L'],
    state: 'built',
    exercisedBy: 'success',
    sentence:
      'Mock transactions can be posted to an account, up to 1000 at once and all or nothing, and move its balances; another account as debtor is 400 FORMAT_ERROR.',
  },
  {
    id: 'SBX-06',
    source: ['L'],
    state: 'built',
    exercisedBy: 'success',
    sentence:
      'Agreements and engagements can be made and ended; an account needs VIEW and REGISTER before it can be consented in corporate context.',
  },
  {
    id: 'TPPD-01',
    source: ['S', 'L'],
    state: 'built',
    exercisedBy: 'success',
    sentence:
      "PUT /v1/tpps/{tppId}/contact-information registers an e-mail address; tppId must be the certificate's own. It is a condition for nothing.",
  },
  {
    id: 'MAGIC-01',
    source: ['O'],
    state: 'built',
    exercisedBy: 'case',
    sentence:
      'Creditor names and national ids listed in fixtures/magic.json make any status and any error happen with unchanged TPP code.',
  },
  {
    id: 'FAULT-01',
    source: ['O'],
    state: 'planned',
    sentence:
      'Faults set at the control API delay, fail, cut, garble or reset matching requests, as often and as likely as told.',
  },
  {
    id: 'FIND-01',
    source: ['O'],
    state: 'built',
    sentence:
      'What is accepted but would be wise to fix is named in the response header Sandbank-Findings, each rule once, in the order of checks.',
  },
  {
    id: 'CLOCK-01',
    source: ['O'],
    state: 'built',
    sentence:
      'Each bank has its own clock, read by every rule but SIG-11 and TPP-01. It can be set, frozen and advanced; advancing runs what falls due in order, once, and reports it.',
  },
  {
    id: 'CTRL-01',
    source: ['O'],
    state: 'built',
    sentence: '/health is 200 only when the bank can answer, 503 while its store is down.',
  },
  {
    id: 'CTRL-02',
    source: ['O'],
    state: 'built',
    sentence:
      'POST {b}/_sandbox/certificates makes a QSealC with PSD2 statements at run time and answers certificate, chain, key, PKCS#12 and the ready keyId.',
  },
  {
    id: 'CTRL-03',
    source: ['O'],
    state: 'built',
    sentence:
      'POST {b}/_sandbox/reset is initialize without a signature. A body that is no seed document is 400 and resets nothing; there are no seed documents yet.',
  },
  {
    id: 'CTRL-04',
    source: ['O'],
    state: 'planned',
    sentence:
      'A bank can be saved under a name, restored, exported and imported as one JSON document.',
  },
  {
    id: 'CTRL-05',
    source: ['O'],
    state: 'built',
    sentence:
      'The inspector keeps the last 1000 exchanges of a bank, bounded in bytes, with the verdict of every check; they are listed, filtered, waited for and shown by X-Request-ID, masked.',
  },
  {
    id: 'CTRL-06',
    source: ['O'],
    state: 'planned',
    sentence: 'A catcher can be used as TPP-Redirect-URI and tells what arrived there.',
  },
  {
    id: 'CTRL-07',
    source: ['O'],
    state: 'built',
    sentence:
      'Rules are listed at the control API, and the tolerated forms of a rule can be set to error, warn or off per bank, one by one or by the presets strict, lenient and as-observed; the core of a rule has no level.',
  },
  {
    id: 'CTRL-08',
    source: ['O'],
    state: 'built',
    sentence:
      'Coverage tells which operations, codes, statuses, SCA outcomes and rules a run has exercised, as JSON, HTML and JUnit, and advises on the client that was seen.',
  },
  {
    id: 'CTRL-09',
    source: ['O'],
    state: 'planned',
    sentence: 'Metrics are served in the Prometheus text format.',
  },
  {
    id: 'CTRL-10',
    source: ['O'],
    state: 'built',
    sentence:
      'On any address but loopback the control API needs a bearer token; the process refuses to start without one or an explicit SANDBANK_CONTROL=open.',
  },
  {
    id: 'CTRL-11',
    source: ['O'],
    state: 'planned',
    sentence:
      'reset takes a seed document (YAML or JSON) of customers, accounts and transactions with relative dates; SANDBANK_SEED names one for every start.',
  },
  {
    id: 'CTRL-12',
    source: ['O'],
    state: 'built',
    sentence:
      'Readiness holds the recorded payments against the rules of another date and profile, and says which would be refused and why.',
  },
  {
    id: 'SET-01',
    source: ['O'],
    state: 'built',
    sentence:
      'Settings come from the environment; an unknown SANDBANK_* name or a value that does not parse refuses to start and is named, as is an unknown option of createSandbank.',
  },
] as const satisfies readonly Rule[];
