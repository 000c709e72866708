// Card accounts.
import { both, done, everyPage, good, isList } from '../judgements.ts';
import { scenariosOf } from '../scenario.ts';
import { KARI, kari } from './people.ts';
import { atRead, readAgain, sessionEnds } from './read-parts.ts';

const card = (count: number) => [
  {
    customerNumber: KARI,
    currency: 'NOK',
    creditLimit: 30000,
    maskedPan: '492500******1026',
    openingBalance: 0,
    transactions: Array.from({ length: count }, (_, i) => ({
      transactionAmount: -(i + 1),
      bookingDate: `today-${Math.floor(i / 5)}d`,
      cardAcceptorName: 'Kiosk',
      ...(i % 3 === 0 ? { originalAmount: { amount: `${i + 1}.50`, currency: 'SEK' } } : {}),
    })),
  },
];

const readsCards = good('reads card transactions', 'CARD-01').sends(
  both(isList, done),
  'No card transactions were read.',
);

export const CARDS = scenariosOf('cards', [
  {
    name: 'cards-in-pages',
    title: 'Card transactions in pages, in another currency',
    happens: 'The card has 250 transactions, some of them bought in SEK.',
    why: 'transactionAmount is in the currency of the card, originalAmount in that of the purchase.',
    right:
      'Follow cardTransactions._links.next.href, and show originalAmount beside what was charged.',
    setup: { person: KARI, seed: kari({ cards: card(250) }) },
    must: [readsCards, everyPage(250)],
  },
  {
    name: 'cards-session-ends',
    title: 'The session ends before the card transactions',
    happens: 'At the first request for card transactions the session is over: 401 SCA_EXPIRED.',
    why: 'The hour of a session is for accounts and cards together.',
    right: 'Send the person to the link of the answer, then go on; or stop and say so.',
    setup: atRead({ advance: 'PT61M' }, 'getCardAccountTransactions'),
    ...sessionEnds,
  },
  {
    name: 'cards-not-json',
    title: '502 with an HTML page, for cards',
    happens: 'Once, the card transactions are answered by a proxy, with a page.',
    why: 'Card systems are often others than those of accounts, and fail by themselves.',
    right: 'Look at the status first, and try again after a pause. Show the accounts meanwhile.',
    setup: atRead({ status: 502, html: true }, 'getCardAccountTransactions'),
    should: [readAgain('html')],
  },
]);
