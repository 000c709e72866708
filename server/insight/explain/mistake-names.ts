// The name of every mistake that an explanation can name; docs/mistakes.md says what each means.

const NAMES = [
  'crlf cr joined-with-comma joined-with-space joined-with-nothing joined-with-escaped-newline',
  'joined-with-blank-line joined-with-semicolon joined-with-ampersand joined-with-bar',
  'trailing-newline trailing-characters lines-as-list lines-as-object leading-newline',
  'leading-characters lines-indented no-space-after-colon two-spaces-after-colon tab-after-colon',
  'space-before-colon equals-sign no-colon names-left-out names-in-capitals names-underscored',
  'names-quoted another-order header-left-out header-put-in header-empty names-signed',
  'values-swapped request-parts-signed value-quoted value-trailing-space value-spaces-collapsed',
  'value-trailing-newline value-cut invisible-character variable-unresolved value-in-base64',
  'value-twice value-percent-encoded value-percent-decoded date-format date-other-second id-case',
  'id-form redirect-percent-decoded redirect-percent-encoded redirect-without-query',
  'redirect-without-fragment redirect-trailing-slash redirect-query-order redirect-normalised',
  'request-target-capitals request-target-without-query request-target-empty-query',
  'request-target-absolute request-target-without-bank request-target-other-prefix',
  'request-target-without-method request-target-with-version request-target-decoded',
  'request-target-encoded request-target-query-order request-target-trailing-slash',
  'request-target-method digest-is-body digest-without-algorithm digest-hex digest-base64url',
  'digest-without-padding digest-algorithm-name digest-name digest-quoted digest-damaged',
  'digest-other-algorithm digest-base64-twice body-pretty-printed body-minified body-spaced',
  'body-keys-sorted body-crlf body-bom body-trailing-newline body-empty body-json-escaped',
  'body-latin1 body-utf8-twice body-utf16 body-members body-numbers body-stringified',
  'body-as-object body-as-form body-html-escaped body-normal-form body-base64 body-compressed',
  'body-chunked body-twice body-cut body-keys-renamed body-appended body-only nothing-signed',
  'digest-only json-escaped html-escaped url-encoded string-quoted latin1-instead-of-utf8',
  'utf8-twice utf16 bom-in-front lower-cased string-cut base64-of-string hex-of-string',
  'unicode-normalised hash-md5 hash-sha1 hash-sha224 hash-sha384 hash-sha512 hash-other',
  'hashed-twice hex-of-hash base64-of-hash not-hashed no-digest-info pss no-padding',
  'encryption-padding ecdsa not-signed another-key byte-order http-message-signatures jws jades',
  'aws-signature hmac pseudo-headers another-standard signature-hex signature-base64url',
  'signature-base64-twice signature-without-padding signature-percent-encoded signature-quoted',
  'signature-white-space signature-pem signature-plus-lost signature-as-text',
  'signature-header-inside signature-container signature-cut signature-longer signature-in-text',
  'signature-header-encoded another-certificate authority-certificate certificate-header',
  'certificate-damaged certificate-hex certificate-percent-encoded certificate-base64-twice certificate-list',
  'certificate-quoted certificate-plus-lost certificate-in-text key-id-form serial-decimal',
  'serial-colons serial-prefix serial-of-another-certificate serial-wrong issuer-is-subject',
  'issuer-of-root issuer-reversed issuer-order issuer-one-line issuer-separator',
  'issuer-rdn-missing issuer-rdn-extra issuer-value issuer-case issuer-percent-encoded',
  'issuer-quoted issuer-normal-form issuer-letters-lost issuer-encoded-twice',
  'issuer-attribute-unknown issuer-wrong earlier-request',
] as const;

type Word<Text> = Text extends `${infer First} ${infer Rest}` ? First | Word<Rest> : Text;
/** `crlf`, `trailing-newline`, … */
export type MistakeName = Word<(typeof NAMES)[number]>;

export const MISTAKE_NAMES = NAMES.flatMap((some) => some.split(' ') as MistakeName[]);
