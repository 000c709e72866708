// Every mistake that an explanation can name, with its meaning. docs/mistakes.md is printed from it, and
// the inspector's filter uses the names.

const GROUPS = {
  'Joining the lines': {
    crlf: 'CRLF between the lines instead of LF',
    cr: 'CR between the lines instead of LF',
    'joined-with-comma': 'commas between the lines',
    'joined-with-space': 'spaces between the lines',
    'joined-with-nothing': 'nothing between the lines',
    'joined-with-escaped-newline': 'a backslash and an n between the lines',
    'joined-with-blank-line': 'a blank line between the lines',
    'joined-with-semicolon': 'semicolons between the lines',
    'joined-with-ampersand': 'ampersands between the lines',
    'joined-with-bar': 'vertical bars between the lines',
    'trailing-newline': 'a newline after the last line',
    'trailing-characters': 'a comma, a separator or an escape such as \\c after the last line',
    'lines-as-list': 'the lines as a language prints a list, [a, b]',
    'lines-as-object': 'names and values as a language prints an object, {"a":"b"}',
    'leading-newline': 'a newline before the first line',
    'leading-characters': 'other characters before the first line, such as the -n of an echo',
    'lines-indented': 'the indentation of the source code before each line',
  },
  'Name and value': {
    'no-space-after-colon': 'no space after the colon',
    'two-spaces-after-colon': 'two spaces after the colon',
    'tab-after-colon': 'a tab after the colon',
    'space-before-colon': 'a space before the colon',
    'equals-sign': '`name=value`',
    'no-colon': '`name value`, or `name,value`',
    'names-left-out': 'values without their names',
    'names-in-capitals': 'names in capitals',
    'names-underscored': 'names with underscores instead of hyphens',
    'names-quoted': 'names in quotation marks, as RFC 9421 writes them',
  },
  'Which lines, and in which order': {
    'another-order': "another order than that of the Signature's headers",
    'header-left-out': 'a header that is listed is not in the string',
    'header-put-in': 'a header that is not listed, or was not sent, is in the string',
    'header-empty': 'a header is in the string without its value',
  },
  Values: {
    'value-encoded-word': 'signed as an RFC 2047 encoded word, sent plain',
    'value-decoded': 'sent as an RFC 2047 encoded word, signed decoded',
    'value-quoted': 'signed in quotation marks or brackets',
    'value-trailing-space': 'signed with a space or a tab after it',
    'value-spaces-collapsed': 'signed with several spaces or tabs replaced by one space',
    'value-trailing-newline': 'signed with a line end after it',
    'value-cut': 'signed only up to a colon, a comma or another mark in it',
    'variable-unresolved': 'the name of a variable, such as {{id}}, instead of its value',
    'value-percent-encoded': 'signed percent-encoded, sent plain',
    'value-percent-decoded': 'sent percent-encoded, signed plain',
    'date-format': 'Date signed in another form than it was sent',
    'date-other-second': 'the signed Date is up to a minute off the Date that was sent',
    'id-case': 'X-Request-ID, PSU-ID or PSU-Corporate-ID signed in another case',
    'id-form': 'one of them with braces, without hyphens, or as a URN',
    'redirect-percent-decoded': 'TPP-Redirect-URI signed percent-decoded',
    'redirect-percent-encoded': 'TPP-Redirect-URI signed percent-encoded otherwise',
    'redirect-without-query': 'TPP-Redirect-URI signed without its query',
    'redirect-without-fragment': 'TPP-Redirect-URI signed without its fragment',
    'redirect-trailing-slash': 'TPP-Redirect-URI signed with a slash more or less',
    'redirect-query-order':
      'TPP-Redirect-URI signed with the parameters of its query in another order',
    'redirect-normalised': 'TPP-Redirect-URI signed as a URL parser prints it',
  },
  '(request-target)': {
    'request-target-capitals': 'the method in capitals',
    'request-target-without-query': 'without the query',
    'request-target-empty-query': 'with a question mark and no query',
    'request-target-absolute': 'with scheme or host',
    'request-target-without-bank': 'without /banks/{bank}',
    'request-target-other-prefix': 'with another prefix, such as that of a proxy',
    'request-target-without-method': 'without the method',
    'request-target-with-version': 'with the HTTP version',
    'request-target-decoded': 'percent-decoded',
    'request-target-encoded': 'percent-encoded otherwise',
    'request-target-query-order': 'with the parameters of its query in another order',
    'request-target-trailing-slash': 'with a slash more or less, at its end or inside',
    'request-target-method': 'with another method',
    'request-target-name': 'named without its parentheses, or with an @',
  },
  Digest: {
    'digest-is-body': 'the body itself in the digest line',
    'digest-without-algorithm': 'without its algorithm',
    'digest-hex': 'in hexadecimal',
    'digest-base64url': 'in base64url',
    'digest-without-padding': 'without the padding =',
    'digest-algorithm-name': 'the algorithm written otherwise',
    'digest-name': 'in a line that is named content-digest',
    'digest-quoted': 'in quotation marks, or between colons',
    'digest-other-algorithm': 'of another algorithm',
    'digest-base64-twice': 'in base64 twice',
    'body-pretty-printed': 'of the body pretty-printed',
    'body-minified': 'of the body minified',
    'body-spaced': 'of the body with a space after each colon and comma',
    'body-keys-sorted': 'of the body with its keys sorted',
    'body-crlf': 'of the body with other line ends',
    'body-bom': 'of the body with, or without, a byte order mark',
    'body-trailing-newline': 'of the body with a newline more or less after it',
    'body-empty': 'of nothing',
    'body-json-escaped': 'of the body with other JSON escapes',
    'body-latin1': 'of the body in ISO-8859-1 or Windows-1252',
    'body-utf8-twice': 'of the body encoded as UTF-8 once more, or once less',
    'body-utf16': 'of the body in UTF-16',
    'body-members': 'of the body without its nulls, or with empty members written otherwise',
    'body-numbers': 'of the body with its numbers written otherwise, such as 10 for 10.00',
    'body-stringified': 'of the body as a JSON string in JSON',
    'body-as-object': 'of the body as a language prints an object, such as [object Object]',
    'body-as-form': 'of the body as a form, a=1&b=2, or of JSON that was sent as a form',
    'body-html-escaped': 'of the body with, or without, HTML escapes',
    'body-base64': 'of the base64 of the body',
    'body-compressed': 'of the body before, or after, it was compressed',
  },
  'The whole string': {
    'body-appended': 'the body after the headers',
    'body-only': 'the body alone',
    'nothing-signed': 'no string at all',
    'digest-only': 'the digest alone',
    'json-escaped': 'with JSON escapes',
    'html-escaped': 'with HTML escapes',
    'url-encoded': 'percent-encoded',
    'string-quoted': 'in quotation marks',
    'latin1-instead-of-utf8':
      'one of ISO-8859-1 (or Windows-1252) and UTF-8 signed, the other sent',
    'utf8-twice': 'encoded as UTF-8 twice',
    utf16: 'in UTF-16',
    'bom-in-front': 'a byte order mark before it',
    'lower-cased': 'in lower case',
    'string-cut': 'without its first or last character',
    'base64-of-string': 'in base64',
    'hex-of-string': 'in hexadecimal',
    'unicode-normalised': 'in another Unicode normal form',
  },
  'Hash, padding and key': {
    'hash-md5': 'MD5 instead of SHA-256',
    'hash-sha1': 'SHA-1 instead of SHA-256',
    'hash-sha224': 'SHA-224 instead of SHA-256',
    'hash-sha384': 'SHA-384 instead of SHA-256',
    'hash-sha512': 'SHA-512 instead of SHA-256',
    'hash-other': 'another hash instead of SHA-256, such as SHA-3',
    'hashed-twice': 'hashed before it was signed with a hash, or the body hashed twice',
    'hex-of-hash': 'the hash in hexadecimal was signed',
    'base64-of-hash': 'the hash in base64 was signed',
    'not-hashed': 'not hashed at all',
    'no-digest-info': 'the bare hash without its DigestInfo',
    'digest-info-without-null': 'a DigestInfo without the NULL of its parameters',
    pss: 'RSASSA-PSS instead of PKCS #1 v1.5',
    'no-padding': 'raw RSA without padding',
    ecdsa: 'an ECDSA signature, or as many bytes as one has',
    'not-signed': 'a hash, an HMAC or a text instead of a signature',
    'another-key': 'the key of another certificate that this bank knows',
    'byte-order': 'the bytes of the signature reversed',
  },
  'Encoding the signature': {
    'signature-hex': 'in hexadecimal',
    'signature-base64url': 'in base64url',
    'signature-base64-twice': 'in base64 twice',
    'signature-without-padding': 'base64 without its padding =',
    'signature-percent-encoded': 'percent-encoded',
    'signature-quoted': "in quotation marks inside the quotes, or as Python's b'…'",
    'signature-white-space': 'with line ends or white space inside',
    'signature-pem': 'in PEM armour',
    'signature-plus-lost': 'its + turned into spaces',
    'signature-as-text': 'its bytes read as text before base64',
    'signature-header-inside': 'the whole Signature header inside its signature',
    'signature-container': 'a CMS, a JWS, a certificate or a key instead of the bare signature',
    'signature-cut': 'cut short',
    'signature-longer': 'a zero byte before it or a line end after it',
    'signature-in-text': 'with other text around its base64, such as XML or JSON',
  },
  'TPP-Signature-Certificate': {
    'another-certificate': 'another certificate than the keyId names',
    'authority-certificate': "a certificate authority's certificate instead of your own",
  },
  keyId: {
    'key-id-form': 'not of the form SN=…,CA=…',
    'serial-decimal': 'the serial number in decimal',
    'serial-colons': 'with colons between its bytes',
    'serial-prefix': 'with 0x before it',
    'serial-of-another-certificate': 'of another certificate that this bank knows',
    'serial-wrong': 'of no certificate that this bank knows',
    'issuer-is-subject': "the certificate's subject instead of its issuer",
    'issuer-of-root': 'an authority further up the chain',
    'issuer-reversed': 'in reversed order',
    'issuer-one-line': 'in the form /C=NO/O=…',
    'issuer-separator': 'slashes or bars between its parts',
    'issuer-rdn-missing': 'a part is missing',
    'issuer-rdn-extra': 'a part too many',
    'issuer-value': 'a part has another value',
    'issuer-case': 'capitals differ',
    'issuer-percent-encoded': 'percent-encoded',
    'issuer-quoted': 'in quotation marks inside the quotes',
    'issuer-normal-form': 'in another Unicode normal form',
    'issuer-letters-lost': 'letters that are not ASCII were lost',
    'issuer-encoded-twice': 'UTF-8 that was read as ISO-8859-1',
    'issuer-attribute-unknown': 'an unknown attribute type',
    'issuer-wrong': 'a completely different name, or no name',
  },
} as const satisfies MistakeGroups;

/** By title. */
export type MistakeGroups = Readonly<Record<string, Readonly<Record<string, string>>>>;
export const MISTAKE_GROUPS: MistakeGroups = GROUPS;

type NamesOf<Group> = Group extends unknown ? keyof Group : never;
/** `crlf`, `trailing-newline`, … */
export type MistakeName = NamesOf<(typeof GROUPS)[keyof typeof GROUPS]>;

export const MISTAKE_NAMES = Object.values(GROUPS).flatMap(
  (mistakes) => Object.keys(mistakes) as MistakeName[],
);

const HEAD = `# Mistakes that Sandbank names

When the bank refuses a signature, digest or keyId, it compares it with these mistakes (SIG-15). Their names are in the
request log (\`explanation.mistakes\`), which you can filter by them: \`/_sandbox/requests?mistake=crlf\`. The bank
finds several mistakes at once as well, the likelier the more of them.

Printed from \`server/insight/explain/mistake-names.ts\` by \`npm run rules\`; edit it there.
`;

/** docs/mistakes.md as Markdown text. */
export function renderMistakes(groups: MistakeGroups): string {
  const parts = Object.entries(groups).map(([title, mistakes]) => {
    const rows = Object.entries(mistakes).map(([name, means]) => `| \`${name}\` | ${means} |`);
    return `## ${title}\n\n| Name | What was done |\n|---|---|\n${rows.join('\n')}\n`;
  });
  return `${HEAD}\n${parts.join('\n')}`;
}
