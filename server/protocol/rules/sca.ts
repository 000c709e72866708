// Rules of strong customer authentication: the SCA flow and the TPP session.
import type { Rule } from './rule.ts';

export const SCA_RULES = [
  {
    id: 'SCA-01',
    source: ['S'],
    sentence:
      'A call that needs SCA is answered with _links.scaRedirect, absolute and unguessable: 401 for a read, 201 if it created something or asked for consent.',
  },
  {
    id: 'SCA-02',
    source: ['S'],
    sentence:
      'The page asks for the national id, then the context, then shows what the PSU approves, with Approve and Cancel. It works without JavaScript, in a frame and on a phone, in English and Norwegian.',
  },
  {
    id: 'SCA-03',
    source: ['S'],
    sentence:
      'Success is a 302 to TPP-Redirect-URI with psu-id, tpp-session-id, context and, in corporate context, psu-corporate-id added. Its own query stays, and a fragment stays last.',
  },
  {
    id: 'SCA-04',
    source: ['S'],
    sentence:
      'Failure is a 302 with status, code and message: SCA_INVALID or PAYMENT_FAILED if the PSU cancels, PSU_CREDENTIALS_INVALID after three unknown people, SCA_EXPIRED after 15 minutes. A server error also has system.',
  },
  {
    id: 'SCA-05',
    sentence:
      'A link works once, in any browser. An unknown link is a 404 page, a used one a 410 page. Its forms have a one-time token.',
  },
  {
    id: 'SCA-06',
    source: ['S'],
    sentence:
      'PSU-ID is a UUID, one per bank, TPP and person. It never changes, and the redirect contains it. The same holds for PSU-Corporate-ID, one per agreement.',
  },
  {
    id: 'SCA-07',
    source: ['S'],
    sentence:
      'PSU-Context or X-PSU-IDENTITY in the request fill in the page, and the PSU cannot change them there.',
  },
  {
    id: 'SCA-08',
    sentence:
      'POST {b}/_sandbox/sca/{id} completes a link without a browser; PUT {b}/_sandbox/sca-policy makes links redirect at once, or after a time in which a known person answers in the app; with secondApproval a payment or basket stays RCVD until a second person approves. A person who is not a customer is 400 RESOURCE_UNKNOWN. HEAD never uses a link up.',
  },
  {
    id: 'SCA-09',
    source: ['S'],
    sentence:
      "TPP-Redirect-Preferred: false with a known PSU opens a page that waits for approval in the simulated bank's app.",
  },
  {
    id: 'SES-01',
    source: ['S'],
    sentence:
      'An SCA within a TPP-Session-ID is valid for one hour of bank time. Within it only dynamic linking needs a new SCA.',
  },
  {
    id: 'SES-02',
    source: ['S'],
    exercisedBy: 'refusal',
    sentence: 'After that hour: 401 SCA_EXPIRED with scaRedirect.',
  },
  {
    id: 'SES-03',
    source: ['S', 'O'],
    sentence:
      'A new TPP-Session-ID needs a new SCA. If it is completed, the old id is no longer valid; if it is aborted, the old id stays valid. There is one valid id per TPP and person, and a new SCA with the same id restarts its hour.',
  },
  {
    id: 'SES-04',
    source: ['S'],
    sentence: 'One SCA counts for account information and payments of the same TPP and PSU.',
  },
  {
    id: 'SES-05',
    sentence:
      'A session is never shared with another PSU or TPP, even with the same id: each needs its own SCA.',
  },
  {
    id: 'SES-06',
    source: ['S', 'O'],
    sentence:
      "Each payment, bulk, basket and cancellation needs its own approval (dynamic linking), except between the same person's own accounts in this bank inside a valid session.",
  },
  {
    id: 'SES-07',
    source: ['S'],
    sentence:
      'The SCA policy can demand a new SCA for every call, or exempt payments from it, as a bank may depending on risk.',
  },
] as const satisfies readonly Rule[];
