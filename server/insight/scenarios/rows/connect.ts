// A person gives access, or does not.
import { both, done, good, hasEffect, isConsent, isRead } from '../judgements.ts';
import { scenariosOf } from '../scenario.ts';
import { atTheLink, CALLBACK_TWICE } from './people.ts';

const ODD = '12085592767';

/** After an SCA that failed there is no person to read for. */
const readsNothing = good('reads no account of a person whose SCA has failed', 'SCA-04').never(
  isRead,
  'The redirect said that the SCA failed, and the client read accounts.',
);

const asksOnce = good('waits for the person before it starts another SCA', 'SCA-04').atMost(
  2,
  isConsent,
  'The client started one SCA after another by itself.',
);

const WHY =
  'The callback of a failed SCA has status, code and message, and no psu-id. A client that looks only at the path of its callback takes it for a success.';

const FAILED = { why: WHY, must: [readsNothing], should: [asksOnce] };

export const CONNECT = scenariosOf('connect', [
  {
    name: 'person-cancels-sca',
    title: 'The person cancels the SCA',
    happens: 'The person opens the link and presses Cancel. The callback has code=SCA_INVALID.',
    right: 'If the callback has a code, store nothing. Say so, and let the person try again.',
    setup: { sca: { outcome: 'cancel' } },
    ...FAILED,
  },
  {
    name: 'sca-fails',
    title: 'The SCA fails: the bank does not know the person',
    happens: 'The bank knows none of three national ids. The callback has PSU_CREDENTIALS_INVALID.',
    right: 'If the callback has a code, store nothing. Perhaps the person banks somewhere else.',
    setup: { sca: { outcome: 'wrong-id' } },
    ...FAILED,
  },
  {
    name: 'sca-system-fails',
    title: "The bank's SCA system fails",
    happens: 'The callback has status=500, code=SYSTEM_ERROR and the name of a system.',
    right: 'Store nothing. Offer the person another try, in a while.',
    setup: { sca: { outcome: 'error' } },
    ...FAILED,
    why: `${WHY} Here trying again later helps.`,
  },
  {
    name: 'sca-link-expires',
    title: 'The link has expired when the person opens it',
    happens: 'The person opens the link after 16 minutes. The callback has code=SCA_EXPIRED.',
    why: 'A link is valid for 15 minutes, and people leave their desk. The old link stays dead.',
    right: 'Ask the bank for a new link, and send the person there.',
    setup: atTheLink({ advance: 'PT16M' }),
    must: [
      good('opens a link once, and asks for a new one after that', 'SCA-05').unless(
        ({ opened, links }) =>
          opened > links
            ? { text: `The bank gave out ${links} links, and pages were opened ${opened} times.` }
            : undefined,
      ),
    ],
    should: [asksOnce],
  },
  {
    name: 'another-person-logs-in',
    title: 'Another person logs in than the one expected',
    happens:
      'Your client knows a person (PSU-ID), and asks for access once more. Somebody else logs in, in a household with one computer.',
    why: 'The callback names the PSU-ID of the one who logged in. With the PSU-ID of the other, the session belongs to nobody, and accounts of two people get mixed.',
    right: 'Take the PSU-ID from the callback. If it is not the one that you expected, ask.',
    setup: { access: { lastSca: 'today-190d' }, sca: { nationalId: ODD } },
    must: [
      good('uses the PSU-ID of the callback with the session of the callback', 'SES-05').unless(
        ({ requests, connected }) => {
          const asked = requests.find((one) => isConsent(one, {} as never));
          const session = asked?.headers.get('tpp-session-id');
          const at = requests.find(
            ({ headers, operation }) =>
              operation !== asked?.operation &&
              headers.get('psu-id') === connected?.psuId &&
              headers.get('tpp-session-id') === session,
          );
          return at && { at, text: "This request has the expected PSU-ID in the other's session." };
        },
      ),
    ],
  },
  {
    name: 'foreign-state',
    title: 'A callback comes with a foreign state',
    happens: 'The callback has another state than your client put into its TPP-Redirect-URI.',
    why: 'Somebody makes a victim open the callback of an SCA of their own, and the victim pays from, or shows, the wrong account. The bank returns the query of your TPP-Redirect-URI unchanged, so that you can notice.',
    right:
      'Put a random state into TPP-Redirect-URI, store it with the session of the browser, and drop a callback that has another.',
    setup: { faults: [{ match: { path: '/sca/*' }, effect: { callback: { state: 'foreign' } } }] },
    must: [
      good('ignores a callback whose state is not its own', 'SCA-03').never(
        ({ headers }) => headers.has('psu-id'),
        'The client accepted the callback: this request has the PSU-ID of it.',
      ),
    ],
    should: [
      good('sends a state of its own in TPP-Redirect-URI', 'SCA-03').never(
        (one, seen) =>
          isConsent(one, seen) && !/[?&]state=/.test(one.headers.get('tpp-redirect-uri') ?? ''),
        'TPP-Redirect-URI of this request has no state.',
      ),
    ],
  },
  {
    name: 'callback-twice',
    title: 'The callback comes twice',
    ...CALLBACK_TWICE,
    why: 'People reload a page, and browsers do it by themselves. The session that began with the first is as good as before.',
    right: 'Answer as you did the first time: the person is connected.',
    should: [
      good('needs no new SCA for a callback that it has had', 'SCA-03').never(
        (one, seen) => one.run === 2 && isConsent(one, seen),
        'There was only the callback of the first run, and the client asked for access anew.',
      ),
    ],
  },
  {
    name: 'sca-page-down',
    title: 'The SCA page is down for a moment',
    happens: 'The link answers 503 with a page, once. It stays valid, and works when opened again.',
    why: "Banks' login pages are down more often than their APIs. The person presses reload.",
    right: 'Let the person open the same link again. Do not start another SCA for that.',
    setup: atTheLink({ scaPageDown: true }),
    must: [
      good('can open the same link again', 'SCA-05').unless(({ opened, requests }) =>
        opened === 1 && requests.length === 1
          ? { at: requests[0], text: 'The client gave up when the page was down.' }
          : undefined,
      ),
    ],
    should: [
      good('needs one SCA for that', 'SCA-05').atMost(
        1,
        isConsent,
        'The client started a second SCA, although the first link was valid.',
      ),
    ],
  },
  {
    name: 'consent-answer-lost',
    title: 'The answer with the link is lost',
    happens: 'The bank answers the request for a link, and the connection breaks before that.',
    why: 'A link that nobody has seen expires by itself. Nothing is lost, so asking again is safe.',
    right: 'Send the request again, once.',
    setup: {
      faults: [
        { match: { method: 'POST', path: '/v1/*consents' }, effect: { loseReply: true }, times: 1 },
      ],
    },
    must: [
      good('asks again', 'CONS-09').sends(
        both(isConsent, done),
        'The client gave up after a lost answer, although nothing had happened.',
        hasEffect('loseReply'),
      ),
    ],
  },
]);
