// Rules of signing and trust: SIG and TPP.
import type { Rule } from './rule.ts';

export const SIGNING_RULES = [
  {
    id: 'SIG-01',
    source: ['S'],
    exercisedBy: 'refusal',
    sentence:
      'A request must have TPP-Signature-Certificate, Signature and Date. A missing one is 400 HTTP_HEADER_REQUIRED with the header as path.',
  },
  {
    id: 'SIG-02',
    source: ['S', 'O'],
    exercisedBy: 'refusal',
    sentence:
      'TPP-Signature-Certificate is the base64 of the DER certificate on one line. Base64 of a PEM file, or white space inside, is accepted with a finding.',
  },
  {
    id: 'SIG-03',
    source: ['S'],
    exercisedBy: 'refusal',
    sentence:
      'Signature has keyId, algorithm, headers and signature once each, as name="value" joined by commas, in any order. Unknown parameters are ignored with a finding; an unquoted value, or the signature in Authorization, is refused.',
  },
  {
    id: 'SIG-04',
    source: ['S', 'L'],
    exercisedBy: 'refusal',
    sentence:
      'RFC 2047 encoded words (utf-8 or iso-8859-1, B or Q) may wrap the whole Signature value, or only the value of its signature parameter.',
  },
  {
    id: 'SIG-05',
    source: ['S', 'L'],
    exercisedBy: 'refusal',
    sentence:
      'keyId is SN=<hex>,CA=<DN>, and SN is the certificate serial number in upper-case hexadecimal. Lower case and leading zeros are accepted with a finding; decimal and colons are not.',
  },
  {
    id: 'SIG-06',
    source: ['S'],
    exercisedBy: 'refusal',
    sentence:
      "CA in keyId is the certificate's issuer in RFC 2253 order and escaping. The bank compares parsed names, not text, so every usual spelling passes. Reversed order and %20 are refused. Other forms that the bank accepts are a finding.",
  },
  {
    id: 'SIG-07',
    source: ['S', 'O'],
    exercisedBy: 'refusal',
    sentence: 'The algorithm is rsa-sha256 and the key is RSA of 2048 bits or more.',
  },
  {
    id: 'SIG-08',
    source: ['S', 'L'],
    exercisedBy: 'refusal',
    sentence:
      'Signed are those of date, digest, x-request-id, psu-id, psu-corporate-id and tpp-redirect-uri that the request has, optionally (request-target), and nothing else. The order is the listed one. A listed header that is absent or listed twice is refused.',
  },
  {
    id: 'SIG-09',
    source: ['S', 'O'],
    sentence:
      'The signing string is `name: value` per listed header, joined by one LF, over the bytes on the wire. (request-target) is the lower-case method, a space, and path and query as sent.',
  },
  {
    id: 'SIG-10',
    source: ['S'],
    exercisedBy: 'refusal',
    sentence:
      'The signature is base64 of RSASSA-PKCS1-v1_5 with SHA-256 over the signing string; otherwise 400 BAD_REQUEST, path Signature.',
  },
  {
    id: 'SIG-11',
    source: ['S', 'O'],
    exercisedBy: 'refusal',
    sentence:
      "Date is at most 60 seconds before or after the real time, whatever the bank's own clock shows. It has a form of RFC 7231; a one-digit day or a numeric zone is accepted with a finding.",
  },
  {
    id: 'SIG-12',
    source: ['S', 'L'],
    exercisedBy: 'refusal',
    sentence:
      'A request with a body has Digest: SHA-256= or SHA-512= and base64, over the bytes as received. A request without a body may leave it out.',
  },
  {
    id: 'SIG-13',
    exercisedBy: 'refusal',
    sentence:
      'A header that belongs to the signature and is sent twice is refused with FORMAT_ERROR.',
  },
  {
    id: 'SIG-14',
    source: ['S'],
    sentence:
      "With SANDBANK_SIGN_RESPONSES every /v1 response has Date, Digest, X-Request-ID and a Signature over them by the bank's seal certificate.",
  },
  {
    id: 'SIG-15',
    sentence:
      'When the bank refuses a signature, digest or keyId, it says what is wrong and what would be right. It tries the usual mistakes, one and two at a time, and names those that fit, in the text and in the request log. The effort is bounded, and an explanation never makes a request pass.',
  },
  {
    id: 'TPP-01',
    source: ['S'],
    exercisedBy: 'refusal',
    sentence:
      'A certificate outside its validity period (real time) is refused with 403 FORBIDDEN.',
  },
  {
    id: 'TPP-02',
    source: ['S', 'O'],
    exercisedBy: 'refusal',
    needs: 'SANDBANK_TRUST',
    sentence:
      "Any certificate is trusted by default. With SANDBANK_TRUST, its chain must end in that bundle and it must have PSD2 QCStatements, otherwise 403 FORBIDDEN. The bank's own test CA is always trusted.",
  },
  {
    id: 'TPP-03',
    source: ['S'],
    exercisedBy: 'refusal',
    sentence:
      'If the certificate states PSD2 roles, account information needs PSP_AI and payments need PSP_PI, otherwise 403 FORBIDDEN. No statement means all roles, with a finding.',
  },
  {
    id: 'TPP-04',
    sentence:
      'A TPP is identified by its organizationIdentifier, or without one by its subject name. A renewed certificate changes nothing.',
  },
  {
    id: 'TPP-05',
    source: ['S'],
    exercisedBy: 'refusal',
    sentence:
      "The control API can take a TPP's registration away. Its requests are then 403 FORBIDDEN until the registration is given back.",
  },
  {
    id: 'TPP-06',
    exercisedBy: 'refusal',
    sentence:
      'A certificate that the test CA has revoked is refused with 403 FORBIDDEN. Its certificates name the list (CRL), {b}/_sandbox/certificates/crl. The control API lists those that a bank has seen and issued, and revokes one.',
  },
] as const satisfies readonly Rule[];
