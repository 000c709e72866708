// The person is absent: the client reads by itself.
import { both, done, good, hasCode, isList, nextRun, stopsAt } from '../judgements.ts';
import { type Judgement, scenariosOf } from '../scenario.ts';

const honest: Judgement = good(
  'sends no PSU-IP-Address while the person is absent',
  'HDR-09',
).never(
  ({ headers }) => headers.has('psu-ip-address'),
  'PSU-IP-Address says that the person is present.',
);

export const REFRESH = scenariosOf('refresh', [
  {
    name: 'person-is-absent',
    title: 'The person is absent',
    happens: 'The hour of the session is long over. The consent is valid for 180 days.',
    why: 'PSU-IP-Address says that the person is there now. A client that makes one up gets around the limits that the law sets, and banks look for that.',
    right: 'Without the person, send PSU-ID, and neither PSU-IP-Address nor TPP-Session-ID.',
    setup: { advance: 'P2D' },
    must: [
      honest,
      good('reads transactions without a session', 'HDR-09').sends(
        both(isList, done),
        'No transactions were read.',
      ),
    ],
  },
  {
    name: 'sca-too-old',
    title: 'The last SCA is older than 180 days',
    happens: 'Every read answers 401 CONSENT_EXPIRED with a link for the person.',
    why: 'The law wants an SCA every 180 days. Only the person can give it.',
    right: 'Stop, ask the person to come back, and send them to the link then.',
    setup: { access: { lastSca: 'today-190d' } },
    must: [stopsAt('CONSENT_EXPIRED', 'CONS-07'), honest],
  },
  {
    name: 'daily-limit',
    title: 'The daily limit of reads is reached',
    happens:
      'Your client runs six times in a day. From the fifth read of an account on, the bank answers 429 ACCESS_EXCEEDED with Retry-After.',
    why: 'Without the person, an account may be read four times in 24 hours. A refused read is tried again by many clients at once, and the bank blocks them.',
    right: 'Remember Retry-After for each account, and do not ask before.',
    setup: {
      again: ['PT1H', 'PT1H', 'PT1H', 'PT1H', 'PT1H'].map((advance) => ({ advance })),
    },
    must: [stopsAt('ACCESS_EXCEEDED', 'ACC-06'), honest],
    should: [
      good('remembers Retry-After in its next run', 'ACC-06').unless(({ requests }) => {
        const refused = requests.filter(({ codes }) => codes.includes('ACCESS_EXCEEDED'));
        const at = refused.find((one) =>
          refused.some((before) => before.path === one.path && before.run < one.run),
        );
        return at && { at, text: 'The same was refused in the run before, for a day.' };
      }),
    ],
  },
  {
    name: 'revoked-while-absent',
    title: 'The person has revoked the consent',
    happens: 'The person has revoked the consent at the bank. Reads answer 403 CONSENT_UNKNOWN.',
    why: 'The bank does not tell the TPP. To go on asking is to ask without permission.',
    right: 'Stop, mark the connection as ended, and delete what you may not store any more.',
    setup: { access: 'revoked' },
    must: [stopsAt('CONSENT_UNKNOWN', 'CONS-08')],
    should: [
      good('stops at the first such answer', 'CONS-08').atMost(
        1,
        hasCode('CONSENT_UNKNOWN'),
        'The client asked for the next account after the bank had said so.',
      ),
    ],
  },
  {
    name: 'too-far-back',
    title: 'A client that was off for half a year',
    happens:
      'The last run was 120 days ago. Without the person the bank shows the last 90 days; who asks for more gets 401.',
    why: 'A client that asks from its last run on asks for too much, and never gets anything again.',
    right: 'Ask for 90 days at most while the person is absent; for the rest ask the person.',
    setup: { again: [{ advance: 'P120D' }] },
    must: [
      good('reads transactions in its next run', 'ACC-07').sends(
        both(nextRun, isList, done),
        'After the pause of 120 days no transactions were read.',
      ),
    ],
  },
]);
