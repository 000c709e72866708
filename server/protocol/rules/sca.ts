// Rules of strong customer authentication: the SCA flow and the TPP session.
import type { Rule } from './rule.ts';

export const SCA_RULES = [
  {
    id: 'SCA-01',
    source: ['S'],
    state: 'built',
    sentence:
      'A call that needs SCA is answered with _links.scaRedirect, absolute and unguessable: 401 on reads, 201 where something was created or consent asked for.',
  },
  {
    id: 'SCA-02',
    source: ['S'],
    state: 'built',
    sentence:
      'The page asks for the national id, then the context, then shows what is being approved, with Approve and Cancel. It works without JavaScript, in a frame and on a phone, in English and Norwegian.',
  },
  {
    id: 'SCA-03',
    source: ['S'],
    state: 'built',
    sentence:
      'Success is a 302 to TPP-Redirect-URI, its own query kept, with psu-id, tpp-session-id, context and, in corporate context, psu-corporate-id set; a fragment stays last.',
  },
  {
    id: 'SCA-04',
    source: ['S'],
    state: 'built',
    sentence:
      'Failure is a 302 with status, code and message: SCA_INVALID or PAYMENT_FAILED on cancelling, PSU_CREDENTIALS_INVALID after three unknown persons, SCA_EXPIRED after 15 minutes. Server errors add system.',
  },
  {
    id: 'SCA-05',
    source: ['O'],
    state: 'built',
    sentence:
      'A link works once, in any browser: unknown is a 404 page, used a 410 page. Its forms carry a one-time token.',
  },
  {
    id: 'SCA-06',
    source: ['S'],
    state: 'built',
    sentence:
      'PSU-ID is a UUID, one per bank, TPP and person, the same for ever, issued in the redirect; PSU-Corporate-ID likewise per agreement.',
  },
  {
    id: 'SCA-07',
    source: ['S'],
    state: 'built',
    sentence:
      'PSU-Context or X-PSU-IDENTITY sent with the request fill the page and cannot be changed on it.',
  },
  {
    id: 'SCA-08',
    source: ['O'],
    state: 'built',
    sentence:
      'POST {b}/_sandbox/sca/{id} completes a link without a browser; PUT {b}/_sandbox/sca-policy makes links answer at once by themselves. A person who does not bank here is 400 RESOURCE_UNKNOWN; HEAD never uses a link up.',
  },
  {
    id: 'SCA-09',
    source: ['S'],
    state: 'built',
    sentence:
      "TPP-Redirect-Preferred: false with a known PSU opens a page that waits for approval in the simulated bank's app.",
  },
  {
    id: 'SES-01',
    source: ['S'],
    state: 'built',
    sentence:
      'An SCA within a TPP-Session-ID is good for one hour of bank time; within it no new SCA but for dynamic linking.',
  },
  {
    id: 'SES-02',
    source: ['S'],
    state: 'built',
    exercisedBy: 'refusal',
    sentence: 'After that hour: 401 SCA_EXPIRED with scaRedirect.',
  },
  {
    id: 'SES-03',
    source: ['S', 'O'],
    state: 'built',
    sentence:
      'A new TPP-Session-ID needs a new SCA: completed, the old id is dead; aborted, it lives. There is one living id per TPP and person, and a new SCA under the same id restarts its hour.',
  },
  {
    id: 'SES-04',
    source: ['S'],
    state: 'built',
    sentence: 'One SCA counts for account information and payments of the same TPP and PSU.',
  },
  {
    id: 'SES-05',
    source: ['O'],
    state: 'built',
    sentence: 'A session id that another PSU or TPP uses is never shared: each needs its own SCA.',
  },
  {
    id: 'SES-06',
    source: ['S', 'O'],
    state: 'built',
    sentence:
      "Each payment, bulk, basket and cancellation needs its own approval (dynamic linking), except between the same person's own accounts in this bank inside a valid session.",
  },
  {
    id: 'SES-07',
    source: ['S'],
    state: 'built',
    sentence:
      'The SCA policy can demand a fresh SCA on every call, or exempt payments from it, as a bank may by risk.',
  },
] as const satisfies readonly Rule[];
