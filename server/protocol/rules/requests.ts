// Rules for every request: tenants, the order of checks, headers and errors.
import type { Rule } from './rule.ts';

export const REQUEST_RULES = [
  {
    id: 'BANK-01',
    sentence:
      'A bank is a tenant: /v1 is the bank `default`, /banks/{bank}/v1 any other bank. Its first validly signed request or control write creates it from the starting set. Banks share nothing.',
  },
  {
    id: 'BANK-02',
    sentence:
      'The rows of at most SANDBANK_BANKS_IN_MEMORY banks (10000), which take at most 64 MiB as stored, are in memory: the one that was used least recently leaves, and is read again when it is next used or work of it falls due. If nothing is stored on disk, nothing can leave: a bank or snapshot more is refused with 503.',
  },
  {
    id: 'ORD-01',
    sentence:
      'Checks run in one order on every /v1 route, the order of the table below, and the first that fails answers.',
  },
  {
    id: 'ERR-01',
    source: ['S', 'O'],
    exercisedBy: 'refusal',
    sentence:
      'An error is {tppMessages, psuMessage?, _links?} with the HTTP status of its code. path is a header, a query parameter or a JSON pointer, text is at most 512 characters, and it never contains a stack trace, file name or SQL.',
  },
  {
    id: 'HDR-01',
    source: ['S'],
    exercisedBy: 'refusal',
    sentence:
      'The create operations require x-accept-fix, X-Request-ID, TPP-Session-ID, TPP-Redirect-URI, Digest, the signature set, PSU-IP-Address, and PSU-ID or what may replace it. If some are missing, the answer is 400 HTTP_HEADER_REQUIRED: path is the first one, and the others follow as more messages.',
  },
  {
    id: 'HDR-02',
    source: ['S', 'L'],
    exercisedBy: 'refusal',
    sentence:
      'Every other call about a PSU requires X-Request-ID and TPP-Redirect-URI. Without TPP-Session-ID the bank creates one and returns it in the redirect.',
  },
  {
    id: 'HDR-03',
    source: ['L'],
    exercisedBy: 'refusal',
    sentence:
      '/v1/sandbox/** and /v1/tpps/** require X-Request-ID and the signature set, and no PSU, session or redirect headers.',
  },
  {
    id: 'HDR-04',
    source: ['S'],
    exercisedBy: 'refusal',
    sentence:
      'X-PSU-IDENTITY, an 11-digit national or D-number with valid check digits, may replace PSU-ID. To create a payment, PSU-Context alone may replace it too (single SCA).',
  },
  {
    id: 'HDR-05',
    exercisedBy: 'refusal',
    sentence:
      'An empty header counts as absent. A header of the wrong form is 400 FORMAT_ERROR with its name as path.',
  },
  {
    id: 'HDR-06',
    source: ['S', 'O'],
    exercisedBy: 'refusal',
    sentence:
      'Request bodies are JSON in UTF-8 of at most 1 MiB: other content types and encodings are 415, an Accept without JSON 406, a larger body 413, and bad JSON 400 with line and column.',
  },
  {
    id: 'HDR-07',
    sentence:
      'Responses are application/json;charset=utf-8, echo X-Request-ID, are never cached, and are gzipped if the client accepts gzip. psuMessage is in English or Norwegian, by Accept-Language.',
  },
  {
    id: 'HDR-08',
    source: ['S'],
    exercisedBy: 'refusal',
    sentence: 'x-accept-fix is a comma-separated list; unknown values are ignored with a finding.',
  },
  {
    id: 'HDR-09',
    source: ['S'],
    sentence:
      'With PSU-IP-Address the PSU is present. Without it the PSU is absent, and the limits for that apply.',
  },
  {
    id: 'HDR-10',
    source: ['S'],
    exercisedBy: 'refusal',
    sentence:
      'In corporate context a request without PSU-Corporate-ID is 400 HTTP_HEADER_REQUIRED, unless there is no PSU-ID yet. GET /v1/agreements and GET /v1/user do not need it, because they answer the id.',
  },
] as const satisfies readonly Rule[];
