// What the sentence about a mistake must say, whatever else it does: what was done, in words of its own.
import type { MistakeName } from '../../../server/insight/explain/mistake-names.ts';

/** Of every mistake in the string that is signed. */
export const SAYS: Readonly<Partial<Record<MistakeName, RegExp>>> = {
  crlf: /joined the lines with CRLF \(\\r\\n\); join them with a single LF/,
  cr: /joined the lines with CR \(\\r\); join them with a single LF/,
  'joined-with-comma': /joined the lines with commas \(",/,
  'joined-with-space': /joined the lines with spaces;/,
  'joined-with-nothing': /joined the lines with nothing between;/,
  'joined-with-blank-line': /joined the lines with a blank line between;/,
  'joined-with-escaped-newline':
    /joined the lines with (a backslash and the letter n|the characters \\r\\n)/,
  'joined-with-semicolon': /joined the lines with semicolons \(";/,
  'joined-with-ampersand': /joined the lines with "&";/,
  'joined-with-bar': /joined the lines with vertical bars \("\|"\);/,
  'lines-indented': /indented by (a tab|2 tabs|a space|\d+ spaces),/,
  'no-space-after-colon':
    /wrote no space after the colon in each line; write the name, a colon, one space/,
  'two-spaces-after-colon': /wrote two spaces after the colon/,
  'tab-after-colon': /wrote a tab after the colon/,
  'space-before-colon': /wrote a space before the colon/,
  'equals-sign': /wrote "=" instead of a colon/,
  'no-colon': /wrote a space instead of a colon/,
  'trailing-newline':
    /ended the string with (a newline \(LF\)|CRLF|two newlines|a blank line \(CRLF CRLF\)|a CR|a backslash and the letter n) after the last line; nothing follows/,
  'leading-newline': /began the string with a newline;/,
  'names-left-out': /signed the values without their names;/,
  'names-quoted': /wrote the names in quotation marks(, ".*" for instance)?; in the signing string/,
  'names-in-capitals': /wrote the names? .*in capitals.*; in the signing string/,
  'another-order':
    /joined the lines in the order .*, but the Signature lists headers=".*"; list the names in the order/,
  'header-left-out':
    /left (\S+ out of the string, but the Signature's headers list it|\S.* and \S+ out of the string, but the Signature's headers list them);/,
  'header-put-in':
    /signed (\S+|\S.* and \S+) as well, (which the Signature's headers do not list; (list it too, or )?leave|with .+, but (the request does not carry th(at header|ose headers)|an empty header counts as one that was not sent); leave|the digest of an empty body)/,
  'header-empty':
    /signed \S+ with (an empty value|the word (null|None|undefined)) but sent it as ".+";/,
  'value-encoded-word': /signed \S+ as an RFC 2047 encoded word but sent it plain;/,
  'value-decoded': /sent \S+ as an RFC 2047 encoded word but signed what it decodes to;/,
  'value-quoted': /in quotation marks;/,
  'value-trailing-space': /with a (space|tab) after its value;/,
  'value-leading-space': /signed \S+ with a space before its value,/,
  'value-trailing-newline': /with (a newline|a CR|CRLF) after its value/,
  'value-spaces-collapsed': /runs of white space made one space;/,
  'date-format': /signed date as ".*" but sent ".*"[;,]/,
  'date-other-second':
    /signed date as ".*" but sent ".*": the signed one is (1 second|\d+ seconds) (earlier|later);|which is another second as well; make the Date once/,
  'id-case': /signed \S+ as ".*" but sent ".*";/,
  'id-form': /signed \S+ as ".*" but sent ".*";/,
  'redirect-without-query': /tpp-redirect-uri without its query( and fragment)? \("/,
  'redirect-without-fragment': /tpp-redirect-uri without its fragment \("/,
  'redirect-trailing-slash':
    /tpp-redirect-uri (with a slash|without the slash) at the end of its path \("/,
  'redirect-percent-decoded':
    /tpp-redirect-uri (percent-decoded( but for reserved characters)?|with the brackets of its query percent-decoded) \("/,
  'redirect-percent-encoded':
    /tpp-redirect-uri (percent-encoded|with its percent escapes in (lower|upper) case|with the brackets of its query percent-encoded|with (\+|%20) in its query instead of each (\+|%20)|with its query encoded as a form)/,
  'redirect-query-order': /tpp-redirect-uri with the parameters of its query in another order \("/,
  'redirect-normalised':
    /tpp-redirect-uri (as a URL parser prints it|with the port 443|without its port|in lower case) \("/,
  'request-target-capitals': /\(request-target\) with the method in capitals/,
  'request-target-without-query': /without the query;/,
  'request-target-absolute': /\(request-target\) (as an absolute address|with the host);/,
  'request-target-without-bank': /without \/banks\/acme/,
  'request-target-without-method':
    /\(request-target\) (without the method|as the path alone);|signed @request-target, as RFC 9421 has it,/,
  'request-target-with-version': /\(request-target\) (with the HTTP version|as the request line);/,
  'request-target-decoded':
    /\(request-target\) (percent-decoded|with the brackets of its query percent-decoded);/,
  'request-target-encoded':
    /\(request-target\) (with the brackets of its query percent-encoded|with (\+|%20) in its query instead of each (\+|%20)|with its query encoded as a form|with its percent escapes in (upper|lower) case);/,
  'request-target-query-order':
    /\(request-target\) with the parameters of its query in another order;/,
  'request-target-trailing-slash':
    /\(request-target\) (with a slash|without the slash) at the end of the path;/,
  'request-target-other-prefix': /\(request-target\) with another path \("/,
  'request-target-name':
    /named the line \S+; its name is \(request-target\)|signed @\S+( and @\S+)*, as RFC 9421 has it, instead of \(request-target\)/,
  'digest-is-body': /put the body itself into the digest line;/,
  'digest-without-algorithm': /signed the digest without \S+= before it;/,
  'digest-hex': /signed the digest (in hexadecimal|as base64 of the hexadecimal text)/,
  'digest-base64url': /signed the digest in base64url/,
  'digest-without-padding': /signed the digest without its padding/,
  'digest-algorithm-name':
    /began the value of the digest line with \S+ but sent \S+=;|wrote sha-256= before its value/,
  'digest-name': /named the line content-digest; its name is digest\./,
  'digest-quoted':
    /signed the digest (in quotation marks|between colons);|the value between colons;/,
  'digest-other-algorithm':
    /signed the SHA-(512 of the body but sent its SHA-256|256 of the body but sent its SHA-512);/,
  'body-pretty-printed': /pretty-printed with 2 spaces/,
  'body-minified': /that of the body minified;/,
  'body-crlf': /with CRLF line ends/,
  'body-spaced': /with a space after each colon and comma/,
  'body-keys-sorted': /with its keys sorted/,
  'body-trailing-newline': /with a newline after it/,
  'body-json-escaped': /with escaped slashes/,
  'body-bom': /with a byte order mark/,
  'body-empty': /taken as empty/,
  'body-latin1': /in ISO-8859-1/,
  'body-utf16': /in UTF-16/,
  'body-appended': /signed the body as well, .*; leave it out, the Digest header stands for it/,
  'body-only':
    /signed the body alone.*; sign the lines \(request-target\), date, .*, and leave it out/,
  'digest-only': /signed the digest alone;/,
  'json-escaped': /JSON/,
  'html-escaped': /HTML escapes/,
  'url-encoded': /percent-encoded the whole string/,
  'string-quoted': /signed the string in quotation marks \(["']\);/,
  'latin1-instead-of-utf8':
    /in (Windows-1252 but sent it in UTF-8|UTF-8 but sent it in Windows-1252|ISO-8859-1|ASCII|UTF-8 but sent it in ISO-8859-1)/,
  'utf8-twice': /encoded \S+ as UTF-8 twice/,
  utf16: /signed the string in UTF-16;/,
  'bom-in-front': /signed a byte order mark before the string;/,
  'lower-cased': /whole string in lower case;/,
  'base64-of-string': /signed the base64 of the string;/,
  'unicode-normalised': /another Unicode normal form/,
  'hashed-twice': /hashed the string before signing/,
  'hex-of-hash': /hash of the string in hexadecimal; give the string itself/,
  'base64-of-hash': /hash of the string in base64; give the string itself/,
  'nothing-signed': /signed nothing:/,
};
