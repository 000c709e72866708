// What the sentence about a mistake must say, as regular expressions in any case. They ask for the mistake
// and the fix, never for a certain wording.
const LF = '\\bLF\\b';
const REDIRECT = 'TPP-Redirect-URI';
const TARGET = '\\(request-target\\)';
const DATE = '\\bDate\\b';
const DIGEST = 'digest';
const BODY = 'body';
const HASH = 'SHA-256';
const ISSUER = 'issuer|\\bCA\\b';
const SERIAL = 'serial|\\bSN\\b';

const WORDS = {
  crlf: [LF, 'CRLF|\\bCR\\b'],
  cr: [LF, '\\bCR\\b|carriage'],
  'trailing-newline': [
    '\\bends?\\b|\\blast\\b|trailing|\\bafter\\b',
    'newline|line (?:end|break|feed)|\\bLF\\b|CRLF',
  ],
  'leading-newline': ['\\bbegin|\\bstart|\\bfirst\\b|leading|front|before'],
  'joined-with-comma': [LF, 'comma'],
  'joined-with-space': [LF, 'space|blank'],
  'joined-with-nothing': [LF],
  'joined-with-escaped-newline': [LF, 'backslash|\\\\n'],
  'joined-with-blank-line': ['blank|empty|two (?:LF|newline|line)'],
  'joined-with-semicolon': [LF, 'semicolon'],
  'no-space-after-colon': ['space|blank', 'colon'],
  'two-spaces-after-colon': ['space|blank', 'colon'],
  'tab-after-colon': ['\\btab\\b', 'colon'],
  'space-before-colon': ['space|blank', 'colon'],
  'equals-sign': ['equals|=', 'colon|: '],
  'no-colon': ['colon'],
  'names-left-out': ['\\bnames?\\b'],
  'names-in-capitals': ['lower'],
  'another-order': ['\\border\\b'],
  'header-left-out': ['left|lack|miss|without|\\bnot\\b|\\bno\\b'],
  'header-put-in': ['list|headers'],
  'header-empty': ['empty|undefined|null|None|without (?:its|a) value|no value'],
  'value-encoded-word': ['RFC 2047|encoded[- ]word'],
  'value-decoded': ['RFC 2047|encoded[- ]word|as (?:it is )?sent|decode'],
  'value-quoted': ['quot'],
  'value-trailing-space': ['space|blank'],
  'value-spaces-collapsed': ['space|blank'],
  'redirect-percent-decoded': [REDIRECT, 'percent|decoded|escape|%'],
  'redirect-percent-encoded': [REDIRECT, 'percent|encoded|escape|%'],
  'redirect-without-query': [REDIRECT, 'query'],
  'redirect-trailing-slash': [REDIRECT, 'slash|/'],
  'redirect-without-fragment': [REDIRECT, 'fragment|#'],
  'redirect-normalised': [REDIRECT],
  'request-target-capitals': [TARGET, 'lower|\\bget\\b|\\bpost\\b'],
  'request-target-without-query': [TARGET, 'query'],
  'request-target-absolute': [TARGET, 'host|scheme|absolute|path'],
  'request-target-without-bank': [TARGET, '/banks/|bank'],
  'request-target-other-prefix': [TARGET, 'path|prefix'],
  'request-target-without-method': [TARGET, 'method|\\bget\\b|\\bpost\\b'],
  'request-target-name': [TARGET],
  'request-target-decoded': [TARGET, 'decode|percent|escape|as sent|%'],
  'request-target-with-version': [TARGET, 'version|HTTP/1\\.1|request line'],
  'request-target-trailing-slash': [TARGET, 'slash|/'],
  'date-format': [DATE],
  'date-other-second': [DATE],
  'id-case': ['case|capital|as (?:it is |they are )?sent'],
  'id-form': ['hyphen|brace|urn|form|exactly|as (?:it (?:is|was) )?sent'],
  'digest-is-body': [DIGEST, BODY],
  'digest-without-algorithm': [DIGEST, 'SHA-256='],
  'digest-hex': [DIGEST, 'hex', 'base64'],
  'digest-base64url': [DIGEST, 'base64'],
  'digest-without-padding': [DIGEST, 'padding|='],
  'digest-algorithm-name': [DIGEST, 'SHA-256|algorithm'],
  'digest-other-algorithm': [DIGEST, 'SHA-512'],
  'body-pretty-printed': [BODY, 'pretty|indent|printed'],
  'body-minified': [BODY, 'minif|compact|white space|whitespace|printed'],
  'body-crlf': [BODY, 'CRLF|\\bCR\\b|\\bLF\\b'],
  'body-bom': [BODY, '\\bBOM\\b|byte order mark'],
  'body-trailing-newline': [
    BODY,
    'newline|line (?:end|break|feed)|\\bLF\\b|CRLF',
    '\\bends?\\b|\\blast\\b|trailing|\\bafter\\b',
  ],
  'body-empty': [BODY, 'nothing|empty|no bytes'],
  'body-json-escaped': [BODY, 'escap|\\\\u|\\\\/'],
  'body-latin1': [BODY, 'ISO-8859-1|latin', 'UTF-8|bytes|sent'],
  'body-utf16': [BODY, 'UTF-16'],
  'body-keys-sorted': [BODY, 'sort|order'],
  'body-spaced': [BODY, 'space|blank'],
  'body-appended': [BODY],
  'body-only': [BODY],
  'digest-only': [DIGEST],
  'json-escaped': ['JSON|escap'],
  'html-escaped': ['HTML|&amp;|entit'],
  'url-encoded': ['percent|URL'],
  'latin1-instead-of-utf8': ['ISO-8859-1|latin|ASCII', 'UTF-8|bytes'],
  'utf8-twice': ['twice|UTF-8'],
  utf16: ['UTF-16', 'UTF-8|bytes'],
  'bom-in-front': ['\\bBOM\\b|byte order mark'],
  'lower-cased': ['lower'],
  'base64-of-string': ['base64'],
  'unicode-normalised': ['NF[CD]|normal|compos'],
  'hash-sha1': ['SHA-1\\b', HASH],
  'hash-sha224': ['SHA-224', HASH],
  'hash-sha384': ['SHA-384', HASH],
  'hash-sha512': ['SHA-512', HASH],
  'hash-md5': ['MD5', HASH],
  'no-digest-info': ['DigestInfo|PKCS'],
  'digest-info-without-null': ['NULL'],
  pss: ['PSS', 'PKCS|v1\\.5'],
  ecdsa: ['ECDSA|elliptic|\\bEC\\b', 'RSA'],
  'hashed-twice': ['twice|two times|hash'],
  'hex-of-hash': ['hex'],
  'base64-of-hash': ['base64', 'hash'],
  'not-hashed': ['hash|SHA-256'],
  'no-padding': ['padding|padded|PKCS'],
  'another-key': ['\\bkey\\b'],
  'byte-order': ['reverse|backward|byte order|little'],
  'signature-hex': ['hex', 'base64'],
  'signature-base64url': ['URL', 'base64'],
  'signature-pem': ['PEM|BEGIN'],
  'signature-cut': ['bytes|short|cut|truncat'],
  'signature-quoted': ['quot|apostrophe'],
  'signature-base64-twice': ['base64', 'twice|two times|again|once'],
  'signature-white-space': ['space|line'],
  'signature-without-padding': ['padding|='],
  'signature-percent-encoded': ['percent|%'],
  'serial-decimal': [SERIAL, 'decimal'],
  'serial-colons': [SERIAL, 'colon'],
  'serial-prefix': [SERIAL, '0x'],
  'serial-of-another-certificate': [SERIAL, 'certificate'],
  'serial-wrong': [SERIAL],
  'issuer-is-subject': ['subject', ISSUER],
  'issuer-reversed': ['order|reverse', ISSUER],
  'issuer-one-line': ['slash|/', ISSUER],
  'issuer-separator': ['comma', ISSUER],
  'issuer-rdn-missing': ['lack|miss|left|without|\\bno\\b', ISSUER],
  'issuer-rdn-extra': [ISSUER],
  'issuer-attribute-unknown': ['unknown|not know|type|keyword', ISSUER],
  'issuer-percent-encoded': ['percent|%', ISSUER],
  'issuer-case': ['case|capital', ISSUER],
  'issuer-of-root': [ISSUER],
  'issuer-value': [ISSUER],
  'issuer-wrong': [ISSUER],
  'key-id-form': ['SN=', 'CA='],
};

/** Every name of a mistake. */
export const NAMES = Object.keys(WORDS);

const SPECIAL = {
  // This key signed, but signed something else.
  '@other-string': '^(?!.*\\bnot (?:made|signed) (?:with|by)).*\\bkey\\b',
  // This key did not sign.
  '@other-key': '\\bnot\\b.*\\bkey\\b|\\bkey\\b.*\\bnot\\b|\\b(?:an)?other key\\b',
};

/** The words for an entry: those of its mistakes, if these are certain, and its own. */
export function wordsFor({ expect, says }) {
  const sure = [...(expect.mistakes ?? []), ...(expect.either ?? []).flat()];
  return [
    ...new Set([
      ...sure.flatMap((name) => WORDS[name]),
      ...says.map((word) => SPECIAL[word] ?? word),
    ]),
  ];
}
