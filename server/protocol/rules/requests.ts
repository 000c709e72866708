// Rules that hold for every request: tenants, the order of checks, headers and errors.
import type { Rule } from './rule.ts';

export const REQUEST_RULES = [
  {
    id: 'BANK-01',
    source: ['O'],
    state: 'built',
    sentence:
      'A bank is a tenant: /v1 is the bank `default`, /banks/{bank}/v1 any other. It is created from the starting set by its first validly signed request or control write, and nothing leaks from one to another.',
  },
  {
    id: 'ORD-01',
    source: ['O'],
    state: 'built',
    sentence:
      'Checks run in one order on every /v1 route, the order of the table below, and the first that fails answers.',
  },
  {
    id: 'ERR-01',
    source: ['S', 'O'],
    state: 'built',
    exercisedBy: 'refusal',
    sentence:
      'An error is {tppMessages, psuMessage?, _links?} with the HTTP status of its code. path is a header, a query parameter or a JSON pointer, text is at most 512 characters, and no stack, file name or SQL is ever in it.',
  },
  {
    id: 'HDR-01',
    source: ['S'],
    state: 'built',
    exercisedBy: 'refusal',
    sentence:
      'The create operations require x-accept-fix, X-Request-ID, TPP-Session-ID, TPP-Redirect-URI, Digest, the signature set, PSU-IP-Address and PSU-ID or a stand-in. The first missing one is the path of the 400 HTTP_HEADER_REQUIRED; the others follow as further messages.',
  },
  {
    id: 'HDR-02',
    source: ['S', 'L'],
    state: 'built',
    exercisedBy: 'refusal',
    sentence:
      'Every other call about a PSU requires X-Request-ID and TPP-Redirect-URI. Without TPP-Session-ID the bank makes one up and returns it in the redirect.',
  },
  {
    id: 'HDR-03',
    source: ['L'],
    state: 'built',
    exercisedBy: 'refusal',
    sentence:
      '/v1/sandbox/** and /v1/tpps/** need X-Request-ID besides the signature set, and no PSU, session or redirect headers.',
  },
  {
    id: 'HDR-04',
    source: ['S'],
    state: 'built',
    exercisedBy: 'refusal',
    sentence:
      'X-PSU-IDENTITY, an 11-digit national or D-number with valid check digits, may stand for PSU-ID; for payment creation PSU-Context alone may too (single SCA).',
  },
  {
    id: 'HDR-05',
    source: ['O'],
    state: 'built',
    exercisedBy: 'refusal',
    sentence:
      'An empty header counts as absent. A header of the wrong form is 400 FORMAT_ERROR with its name as path.',
  },
  {
    id: 'HDR-06',
    source: ['S', 'O'],
    state: 'built',
    exercisedBy: 'refusal',
    sentence:
      'Request bodies are JSON in UTF-8 of at most 1 MiB: other content types and encodings are 415, an Accept without JSON 406, a larger body 413, and bad JSON 400 with line and column.',
  },
  {
    id: 'HDR-07',
    source: ['O'],
    state: 'built',
    sentence:
      'Responses are application/json;charset=utf-8, echo X-Request-ID, are never cached and are gzipped when asked for. psuMessage is in English or Norwegian, as Accept-Language wants.',
  },
  {
    id: 'HDR-08',
    source: ['S'],
    state: 'built',
    exercisedBy: 'refusal',
    sentence: 'x-accept-fix is a comma-separated list; unknown values are ignored with a finding.',
  },
  {
    id: 'HDR-09',
    source: ['S'],
    state: 'built',
    sentence:
      'PSU-IP-Address says that the PSU is present; without it the PSU is absent and the limits for that apply.',
  },
  {
    id: 'HDR-10',
    source: ['S'],
    state: 'built',
    exercisedBy: 'refusal',
    sentence:
      'In corporate context a request without PSU-Corporate-ID is 400 HTTP_HEADER_REQUIRED, except where there is no PSU-ID yet, and except GET /v1/agreements and GET /v1/user, which supply the id.',
  },
] as const satisfies readonly Rule[];
