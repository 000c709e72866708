// What answers say, and how they come: data that surprises, and the bad days of a bank and of the network.
import { calm, good, slowly, waits } from '../judgements.ts';
import { scenariosOf } from '../scenario.ts';
import { ofKari } from './people.ts';
import { atRead, getsThrough, readAgain } from './read-parts.ts';

const SAFE = 'A GET changes nothing, so it can always be sent again.';

export const ANSWERS = scenariosOf('read', [
  {
    name: 'texts',
    title: 'Texts with 140 characters, right-to-left, symbols and markup',
    happens: 'The remittance information of some transactions is as people write it.',
    why: 'Texts come from other banks and other countries. One of them must not stop the sync.',
    right: 'Read UTF-8, store texts as they are, and escape them where you show them.',
    setup: ofKari({
      accounts: [
        {
          accountName: 'Brukskonto æøå',
          transactions: [
            'x'.repeat(140),
            'Takk for middag ☃ ♥ e\u0301',
            'مرحبا بالعالم',
            ' spaces  inside and \u00a0 around ',
            '<script>alert(1)</script>',
            "Robert'); DROP TABLE students;--",
          ].map((remittanceInformationUnstructured) => ({
            transactionAmount: -10,
            bookingDate: 'today-1d',
            remittanceInformationUnstructured,
          })),
        },
        { accountName: 'Sparing' },
      ],
    }),
    must: getsThrough,
  },
  {
    name: 'amounts',
    title: 'Two currencies, overdrawn, and 0.00',
    happens: 'One account is in EUR and overdrawn, one in JPY without decimals, one has 0.00.',
    why: 'An amount is decimal text in its own currency. As a binary number it loses cents.',
    right:
      'Parse amounts as decimals, keep the currency beside each, and add up none of different ones.',
    setup: ofKari({
      accounts: [
        {
          accountName: 'Euro',
          currency: 'EUR',
          balance: -1234.56,
          creditLine: 5000,
          transactions: [{ transactionAmount: -0.01, bookingDate: 'today-1d' }],
        },
        { accountName: 'Yen', currency: 'JPY', balance: 1000000 },
        { accountName: 'Tom', balance: 0 },
      ],
    }),
    must: getsThrough,
  },
  {
    name: 'account-without-transactions',
    title: 'An account without transactions',
    happens: 'The first account is new, and its lists are empty. The second has transactions.',
    why: 'An empty list is an answer. Code that takes the first entry fails here.',
    right: 'Go on with the next account.',
    setup: ofKari({
      accounts: [
        { accountName: 'Ny' },
        {
          accountName: 'Brukskonto',
          transactions: [{ transactionAmount: -5, bookingDate: 'today-1d' }],
        },
      ],
    }),
    must: getsThrough,
  },
  {
    name: 'unknown-members',
    title: 'Answers have members that no document names',
    happens: 'Every object of every answer has a member more, with a code that nobody has seen.',
    why: 'Banks add members without a new version. That is allowed, and stops strict clients at night.',
    right: 'Ignore what you do not know.',
    setup: { faults: [{ match: { path: '/v1/accounts' }, effect: { extraMembers: true } }] },
    must: getsThrough,
  },
  {
    name: 'error-500-once',
    title: '500 once, then all is well',
    happens: 'One request for transactions is answered 500 SYSTEM_ERROR. The next one would work.',
    why: `A bank restarts a server now and then. ${SAFE}`,
    right: 'Try again after a pause, a few times, each pause longer than the last.',
    setup: atRead({ status: 500 }),
    should: [readAgain('status')],
  },
  {
    name: 'always-500',
    title: '500, all day long',
    happens: 'Every request for transactions is answered 500.',
    why: 'A bank that is down does not get up sooner because a thousand clients try without end.',
    right: 'Give up after a few tries, and come back in some hours.',
    setup: { faults: [{ match: { operation: 'getTransactions' }, effect: { status: 500 } }] },
    must: [calm(4, 'SCEN-02', 'tries a request at most four times')],
  },
  {
    name: 'busy-503',
    title: '503 with Retry-After: 20',
    happens: 'The bank is busy, and says that 20 seconds later it is not.',
    why: 'The bank says when to come back. Who comes sooner makes it worse, and gets blocked.',
    right:
      'Wait as long as Retry-After says, or give up. With Sandbank, POST /_sandbox/clock/advance {"by":"PT20S"} is a pause that takes no time.',
    setup: atRead({ status: 503, retryAfter: 20 }),
    must: [waits('SCEN-02')],
    should: [readAgain('retryAfter')],
  },
  {
    name: 'too-many-429',
    title: '429 with Retry-After: 60',
    happens: 'One request is answered 429 ACCESS_EXCEEDED, for a minute.',
    why: 'Banks count the requests of each TPP, and block those that do not wait.',
    right: 'Wait as long as Retry-After says, for all requests to this bank.',
    setup: atRead({ code: 'ACCESS_EXCEEDED', retryAfter: 60 }),
    must: [waits('SCEN-02')],
    should: [readAgain('retryAfter')],
  },
  {
    name: 'answer-cut',
    title: 'An answer is cut in half',
    happens: 'The connection breaks after 40 bytes of the body.',
    why: `A proxy was restarted. Half an answer is none. ${SAFE}`,
    right: 'Store nothing of it, and send the request again.',
    setup: atRead({ truncate: 40 }),
    should: [readAgain('truncate')],
  },
  {
    name: 'answer-not-json',
    title: '502 with an HTML page',
    happens: 'A proxy in front of the bank answers 502 with a page in HTML.',
    why: 'What parses JSON before it looks at the status reports a syntax error instead of a 502.',
    right: 'Look at the status first. Then try again after a pause.',
    setup: atRead({ status: 502, html: true }),
    should: [readAgain('html')],
  },
  {
    name: 'answer-damaged',
    title: '200 with JSON that cannot be parsed',
    happens: 'The status is 200, and half of the body is question marks.',
    why: `It is rare, and it is always the client that is called first. ${SAFE}`,
    right: 'Treat it like a 502: store nothing, and send the request again.',
    setup: atRead({ malformed: true }),
    should: [readAgain('malformed')],
  },
  {
    name: 'connection-reset',
    title: 'The connection is reset',
    happens: 'A connection that was kept alive is reset when the next request arrives on it.',
    why: `Servers and proxies close idle connections whenever they like. ${SAFE}`,
    right: 'Send it again on a new connection.',
    setup: atRead({ reset: true }, 'getBalances'),
    should: [readAgain('reset')],
  },
  {
    name: 'slow-answer',
    title: 'An answer after 15 seconds',
    happens: 'One read takes 15 seconds. This one takes them in real time.',
    why: 'Banks are slow on the first of a month. Who breaks off after ten seconds and asks again doubles the load, and never gets an answer.',
    right: 'Wait at least 30 seconds for an answer.',
    setup: atRead({ delayMs: 15_000 }),
    should: [
      good('waits for an answer at least 15 seconds', 'SCEN-02').unless(({ requests, open }) => {
        const slow = requests.find(({ effect }) => effect?.['delayMs'] !== undefined);
        const at = requests.find(({ path, number }) => slow?.path === path && number < slow.number);
        return open > 0 || at !== undefined
          ? { at, text: 'The client left the request before its answer.' }
          : undefined;
      }),
    ],
  },
  {
    name: 'clock-off',
    title: "Your clock is 90 seconds behind the bank's",
    happens: 'Every request is answered 400 with path Date: more than 60 seconds off.',
    why: 'Clocks of virtual machines drift. The same request never works, however often it is sent.',
    right:
      "Use the difference to the bank's clock, which the Date header of the answer has, or stop and say that your clock is wrong.",
    setup: { wallClock: 90_000 },
    must: [
      good('does not go on with a Date that was refused', 'SIG-11').unless(({ requests }) => {
        const refused = requests.filter(({ answer }) => answer?.tppMessages?.[0]?.path === 'Date');
        const at = refused[4];
        return at && { at, text: 'Four requests were refused for their Date, and then this one.' };
      }),
    ],
  },
  {
    name: 'flood',
    title: 'A person with 30 accounts',
    happens: 'The person has 30 accounts, so a sync has some 90 requests.',
    why: 'Banks limit requests per second, and do not publish the limit.',
    right: 'Send at most 20 requests a second. Waiting on the clock of the bank counts.',
    setup: ofKari({
      accounts: Array.from({ length: 30 }, () => ({ accountName: 'Konto' })),
    }),
    must: getsThrough,
    should: [slowly(20)],
  },
]);
