// Rules of PSU and consent, in the order in which they are checked (CONS-01 … CONS-08).
import type { Rule } from './rule.ts';

export const CONSENT_RULES = [
  {
    id: 'CONS-01',
    source: ['S'],
    exercisedBy: 'refusal',
    sentence: 'Neither PSU-ID nor X-PSU-IDENTITY: 401 CONSENT_INVALID with scaRedirect.',
  },
  {
    id: 'CONS-02',
    exercisedBy: 'refusal',
    sentence: 'PSU-ID and X-PSU-IDENTITY of different people: 400 BAD_REQUEST.',
  },
  {
    id: 'CONS-03',
    exercisedBy: 'refusal',
    sentence:
      'A PSU-ID that this bank does not know for this TPP: 401 PSU_CREDENTIALS_INVALID with scaRedirect.',
  },
  {
    id: 'CONS-04',
    exercisedBy: 'refusal',
    sentence:
      'X-PSU-IDENTITY of a person unknown to the bank: 401 PSU_CREDENTIALS_INVALID; of a known person, without PSU-ID: 401 CONSENT_INVALID with scaRedirect.',
  },
  {
    id: 'CONS-05',
    exercisedBy: 'refusal',
    sentence:
      'PSU present and no session: 401 CONSENT_INVALID with scaRedirect; for an expired session see SES-02.',
  },
  {
    id: 'CONS-06',
    exercisedBy: 'refusal',
    sentence: 'A corporate session and a PSU-Corporate-ID that is not its own: 403 FORBIDDEN.',
  },
  {
    id: 'CONS-07',
    source: ['S'],
    exercisedBy: 'refusal',
    sentence:
      "PSU absent and the account's last SCA over 180 days ago: 401 CONSENT_EXPIRED with scaRedirect.",
  },
  {
    id: 'CONS-08',
    source: ['L', 'O'],
    exercisedBy: 'refusal',
    sentence:
      'Consent revoked by the PSU: 403 CONSENT_UNKNOWN; no consent: 401 CONSENT_INVALID with scaRedirect; account without consent, or unknown: 404 RESOURCE_UNKNOWN.',
  },
  {
    id: 'CONS-09',
    source: ['S', 'L'],
    exercisedBy: 'success',
    sentence:
      'POST /v1/bank-offered-consents ignores its body and answers 201 with only _links.scaRedirect, where the PSU ticks accounts; deprecated POST /v1/consents does the same and adds a warning.',
  },
  {
    id: 'CONS-10',
    source: ['S'],
    sentence:
      'The PSU can revoke a consent at the bank at any time (in a test: through the control API). The TPP gets no message.',
  },
  {
    id: 'CONS-11',
    source: ['S'],
    exercisedBy: 'refusal',
    sentence:
      'The bank may block payments from an account that the TPP can still read; payments from it are then 403 FORBIDDEN.',
  },
  {
    id: 'USER-01',
    source: ['S', 'L'],
    exercisedBy: 'success',
    sentence:
      'GET /v1/user (and /v1/users) answers psuId and context. Without a matching valid session it starts an SCA. It needs no AISP role and gives no access to accounts.',
  },
  {
    id: 'AGR-01',
    source: ['S'],
    exercisedBy: 'success',
    sentence:
      'GET /v1/agreements lists the agreements of a PSU with a valid session, each with its psuCorporateId.',
  },
] as const satisfies readonly Rule[];
