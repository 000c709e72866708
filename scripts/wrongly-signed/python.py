"""Requests signed wrongly the way Python developers do: standard library, openssl for RSA.

Run by make-wrongly-signed.mjs: python3 python.py <folder with keys>; prints a JSON array.
"""
import base64
import datetime
import email.header
import email.utils
import hashlib
import html
import json
import unicodedata
import urllib.parse

from python_client import DATE, REDIRECT, PAYMENT, COMPACT, NOW, entries, b64, sha256, sign, key_id, payment, reading, lines, text, add, one

P, G = payment(), reading()
add('right: payment', P, text(P), None, '', COMPACT, refused=None)
add('right: accounts', G, text(G), None, '', refused=None)

# ---- joining
add('each line ends with a newline', P, ''.join(l + '\n' for l in lines(P)), one('trailing-newline'),
    'writes the lines in a loop, each with its \\n', COMPACT)
add('the list of headers turned into text with its comma', G, ', '.join(lines(G)), one('joined-with-comma'),
    "', '.join, as for the value of a header")
add('one blank between the lines', P, ' '.join(lines(P)), one('joined-with-space'), "' '.join, copied from the headers parameter", COMPACT)
add('raw string: backslash n', P, r'\n'.join(lines(P)), {'anyOf': [['joined-with-escaped-newline'], ['json-escaped']]},
    "r'\\n' or a '\\\\n' from a configuration file; json.dumps(text)[1:-1] gives the same bytes", COMPACT)
add('repr of the string without its quotes', G, repr(text(G))[1:-1], {'anyOf': [['joined-with-escaped-newline'], ['json-escaped']]},
    'logs the string with repr and signs what the log shows')
add('json.dumps of the string', G, json.dumps(text(G)), one('json-escaped'), 'passes the string to a signing service as JSON and signs that')
add('no newline at all', P, ''.join(lines(P)), one('joined-with-nothing'), "''.join", COMPACT)
add('blank line between', G, '\n\n'.join(lines(G)), one('joined-with-blank-line'), 'print with a text that ends in a newline already')
add('starts with a newline from a triple-quoted text', P, '\n' + text(P), one('leading-newline'), "f'''<newline>date: …", COMPACT)
add('triple-quoted: newline at both ends', G, '\n' + text(G) + '\n', one('leading-newline', 'trailing-newline'), "f'''<newline>…<newline>'''")
add('triple-quoted with the indent of the code', P, '\n    '.join(lines(P)), {'mistakes': None, 'wish': ['lines-indented']},
    'a multi-line literal inside a function keeps its indentation', COMPACT)

# ---- colon
add('no space after the colon', P, '\n'.join(lines(P, ':')), one('no-space-after-colon'), 'f"{name}:{value}"', COMPACT)
add('equals signs, as in urlencode', G, '\n'.join(lines(G, '=')), one('equals-sign'), "'='.join(pair)")
add('values alone', P, '\n'.join(P.values()), one('names-left-out'), "'\\n'.join(headers.values())", COMPACT)
add('values alone in one piece', G, ''.join(G.values()), one('names-left-out', 'joined-with-nothing'), "''.join(headers.values())")
add('two values that are the same, names left out', dict(P, **{'X-Request-ID': P['PSU-ID']}),
    '\n'.join(dict(P, **{'X-Request-ID': P['PSU-ID']}).values()), one('names-left-out'),
    'uses the PSU-ID as X-Request-ID; the order of the two cannot be told, and need not', COMPACT)
add('the dict itself', G, str({n.lower(): v for n, v in G.items()}), {'mistakes': None, 'wish': ['map-printed']}, 'str(headers)')
add('the dict as JSON', G, json.dumps({n.lower(): v for n, v in G.items()}), {'mistakes': None, 'wish': ['json-object']}, 'json.dumps(headers)')

# ---- names, order, coverage
add('names as the interface writes them', P, '\n'.join(f'{n}: {v}' for n, v in P.items()), one('names-in-capitals'), 'lower() is missing', COMPACT)
add('title case, as http.client and aiohttp normalise', G, '\n'.join(f'{n.title()}: {v}' for n, v in G.items()), one('names-in-capitals'), 'X-Request-Id, Psu-Id')
add('sorted by name', dict(reversed(G.items())), text(dict(sorted(G.items()))), one('another-order'), 'sorted() for the string, not for the list')
add('PSU-ID listed, and forgotten', P, text({n: v for n, v in P.items() if n != 'PSU-ID'}), one('header-left-out'),
    'the PSU-ID was added to the list later', COMPACT, says=['psu-id'])
add('PSU-ID and PSU-Corporate-ID both forgotten', reading(**{'PSU-Corporate-ID': '0b9e486c-7580-4fac-a44b-cbdfcbe628ad'}),
    text({n: v for n, v in G.items() if n != 'PSU-ID'}), one('header-left-out'), 'signs only what every call carries', says=['psu-id', 'psu-corporate-id'])
add('None for a header that the dict has under another case', P, text(dict(P, **{'PSU-ID': 'None'})), one('header-empty'),
    "f'{headers.get(\"psu-id\")}' on a case-sensitive dict", COMPACT, says=['psu-id'])
add('empty Digest line on a body', P, text(dict(P, Digest='')), one('header-empty'), 'the Digest is computed after signing', COMPACT, says=['digest'])
add('Content-Type signed along', P, text(P) + '\ncontent-type: application/json', one('header-put-in'),
    'signs all headers of the session', COMPACT, says=['content-type'])
add('(request-target) signed, not listed', G, '(request-target): get /v1/accounts?withBalance=true\n' + text(G), one('header-put-in'),
    'a library that always signs it, with a list written by hand', says=['request-target'])

# ---- values
RAW = 'https://tpp.example/blåbær?side=1'
U = reading(RAW)
add('signed as latin-1', U, text(U).encode('latin-1'), one('latin1-instead-of-utf8'), "encode('latin-1'), as http.client does for headers")
add('encoded twice', U, text(U).encode().decode('latin-1').encode(), one('utf8-twice'), 'decode(latin-1) of what was UTF-8 already')
add('decomposed letters, as file names on a Mac', U, unicodedata.normalize('NFD', text(U)), one('unicode-normalised'), 'the address comes from a file name')
add('ASCII with question marks', U, text(U).encode('ascii', 'replace'), one('latin1-instead-of-utf8'),
    "encode('ascii', 'replace'); Encoding.ASCII in .NET and US_ASCII in Java do this in silence", says=['TPP-Redirect-URI|ASCII'])
add('non-ASCII letters dropped', U, text(U).encode('ascii', 'ignore'), {'mistakes': None, 'wish': ['letters-dropped']}, "encode('ascii', 'ignore')")
add('escaped as XML references', U, text(U).encode('ascii', 'xmlcharrefreplace'), {'mistakes': None, 'wish': ['html-escaped']}, "encode('ascii', 'xmlcharrefreplace')")
WORD = email.header.Header(RAW, 'utf-8').encode()
add('signed the encoded word of email.header, sent the text', U, text(dict(U, **{'TPP-Redirect-URI': WORD})), one('value-encoded-word'),
    'email.header.Header for the string, the plain text for the wire', says=['TPP-Redirect-URI'])
W = reading('=?UTF-8?B?%s?=' % b64(RAW.encode()))
add('sent an encoded word, signed the text', W, text(U), one('value-decoded'), 'the HTTP library wraps it after signing', says=['TPP-Redirect-URI'])
add('latin-1 on the wire, UTF-8 signed', U, text(U), {'anyOf': [['latin1-instead-of-utf8'], ['utf8-twice']]},
    'http.client encodes header values in latin-1, the string was signed in UTF-8', sent=dict(U, **{'TPP-Redirect-URI': RAW.encode('latin-1')}))
add('every value in quotes', P, text({n: json.dumps(v) for n, v in P.items()}), one('value-quoted'), 'json.dumps of each value', COMPACT)
add('HTML escaping of a template engine', P, html.escape(text(P)), one('html-escaped'), 'autoescape in Jinja', COMPACT)
add('quoted for a URL as a whole', G, urllib.parse.quote(text(G)), one('url-encoded'), 'quote(); leaves the slash as it is')
add('quote_plus as a whole', G, urllib.parse.quote_plus(text(G)), one('url-encoded'), 'quote_plus(): blanks become +')
add('base64 of the string', P, b64(text(P).encode()), one('base64-of-string'), 'a signing service that wants base64 and signs that', COMPACT)
add('UTF-16 with its mark', G, text(G).encode('utf-16'), {'anyOf': [['utf16'], ['utf16', 'bom-in-front']]}, "encode('utf-16')")
add('UTF-8 with its mark', P, text(P).encode('utf-8-sig'), one('bom-in-front'), "encode('utf-8-sig')", COMPACT)

# ---- TPP-Redirect-URI
ADDRESS = ['TPP-Redirect-URI']


def redirect(title, signed_address, expect, note, sent_address=REDIRECT):
    headers = reading(sent_address)
    add(title, headers, text(reading(signed_address)), expect, note, says=ADDRESS)


redirect('redirect unquoted', urllib.parse.unquote(REDIRECT), one('redirect-percent-decoded'), 'taken from a framework that decodes')
redirect('redirect unquote_plus', urllib.parse.unquote_plus('https://tpp.example/cb?navn=Kari+Nordmann%21'), one('redirect-percent-decoded'),
         'unquote_plus', 'https://tpp.example/cb?navn=Kari+Nordmann%21')
redirect('redirect quoted', urllib.parse.quote(REDIRECT, safe=''), one('redirect-percent-encoded'), "quote(uri, safe='')")
redirect('redirect quoted but for slash', urllib.parse.quote('https://tpp.example/retur'), one('redirect-percent-encoded'),
         'quote(uri) leaves the slash, turns : into %3A', 'https://tpp.example/retur')
parts = urllib.parse.urlsplit(REDIRECT)
redirect('redirect without query and fragment', f'{parts.scheme}://{parts.netloc}{parts.path}',
         {'anyOf': [['redirect-without-query'], ['redirect-without-query', 'redirect-without-fragment']]}, 'scheme, netloc and path glued together')
redirect('redirect without fragment', urllib.parse.urldefrag(REDIRECT).url, one('redirect-without-fragment'), 'urldefrag')
redirect('an empty query disappears', urllib.parse.urlsplit('https://tpp.example/cb?').geturl(),
         {'anyOf': [['redirect-without-query'], ['redirect-normalised']]}, 'geturl() drops the question mark', 'https://tpp.example/cb?')
redirect('escapes in lower case', REDIRECT.replace('%C3%A5', '%c3%a5').replace('%C3%A6', '%c3%a6').replace('%2F', '%2f'),
         {'anyOf': [['redirect-percent-encoded'], ['redirect-normalised']]}, 'HttpUtility.UrlEncode in .NET writes %c3')
redirect('trailing slash added', 'https://tpp.example/cb/', one('redirect-trailing-slash'), 'base address and path joined', 'https://tpp.example/cb')
redirect('no path: a slash added', 'https://tpp.example/', {'either': [['redirect-trailing-slash'], ['redirect-normalised']]},
         'a slash by hand, or a URL parser', 'https://tpp.example')
redirect('the state of the session before', 'https://tpp.example/cb?state=41', {'mistakes': None, 'wish': ['redirect-other']},
         'a stale value: only the string shows it', 'https://tpp.example/cb?state=42')

# ---- Date
for title, value, note in [
    ('ISO 8601', NOW.isoformat(), 'isoformat(): +00:00'),
    ('ISO 8601 with Z', NOW.strftime('%Y-%m-%dT%H:%M:%SZ'), 'strftime'),
    ('epoch', str(int(NOW.timestamp())), 'time.time()'),
    ('epoch with fraction', str(NOW.timestamp()), 'str(time.time()): 1793696707.0'),
    ('zone -0000', email.utils.formatdate(NOW.timestamp()), 'email.utils.formatdate without usegmt'),
    ('str(datetime)', str(NOW.replace(tzinfo=None)), '2026-11-03 09:05:07'),
    ('asctime', NOW.ctime(), 'ctime()'),
    ('Oslo time with its zone', NOW.astimezone(datetime.timezone(datetime.timedelta(hours=1))).strftime('%a, %d %b %Y %H:%M:%S +0100'), 'local time'),
    ('UTC instead of GMT', DATE.replace('GMT', 'UTC'), 'strftime %Z'),
]:
    add('Date signed as ' + title, G, text(dict(G, Date=value)), one('date-format'), note, says=['date'])
add('Oslo time under the name GMT', G, text(dict(G, Date=DATE.replace('09:05', '10:05'))), {'mistakes': None, 'wish': ['date-hours-off']},
    'datetime.now() without zone, GMT glued on; the header is set by the HTTP library', says=['date'])
for seconds in (1, -3, 60):
    late = email.utils.format_datetime(NOW + datetime.timedelta(seconds=seconds), usegmt=True)
    add(f'Date taken again, {seconds} s off', P, text(dict(P, Date=late)), one('date-other-second'), 'now() is called twice', COMPACT, says=['date'])

# ---- Digest line and body
BODY_WORDS = ['body', 'digest']


def digest_line(title, value, expect, note, body=COMPACT):
    headers = payment(body)
    add(title, headers, text(dict(headers, Digest=value)), expect, note, body, says=['digest'])


digest_line('digest line in hexadecimal', 'SHA-256=' + hashlib.sha256(COMPACT).hexdigest(), one('digest-hex'), 'hexdigest()')
digest_line('digest line: base64 of the hexadecimal', 'SHA-256=' + b64(hashlib.sha256(COMPACT).hexdigest().encode()),
            {'mistakes': None, 'wish': ['digest-base64-of-hex']}, 'b64encode(hexdigest()), seen in every forum')
digest_line('digest line: bytes literal', 'SHA-256=' + str(base64.b64encode(hashlib.sha256(COMPACT).digest())),
            {'mistakes': None, 'wish': ['python-bytes-literal']}, "str(bytes) is b'…'")
digest_line('digest line without the algorithm', sha256(COMPACT), one('digest-without-algorithm'), 'the name is added for the wire only')
digest_line('digest line SHA-512 while the header is SHA-256', 'SHA-512=' + b64(hashlib.sha512(COMPACT).digest()), one('digest-other-algorithm'), 'two code paths')
digest_line('digest line sha-256 in lower case', 'sha-256=' + sha256(COMPACT), one('digest-algorithm-name'), 'f"{algorithm}={…}"')
digest_line('the body instead of its digest', COMPACT.decode(), one('digest-is-body'), 'forgot to hash')
digest_line('digest line of json.dumps as it prints by default', 'SHA-256=' + sha256(json.dumps(PAYMENT).encode()),
            one('body-spaced', 'body-json-escaped'), 'requests sends json=, the digest is of json.dumps: ", ", ": " and \\u00e5')
digest_line('digest line of json.dumps without ASCII escapes', 'SHA-256=' + sha256(json.dumps(PAYMENT, ensure_ascii=False).encode()), one('body-spaced'), 'ensure_ascii=False')
digest_line('digest line of compact JSON with escapes', 'SHA-256=' + sha256(json.dumps(PAYMENT, separators=(',', ':')).encode()), one('body-json-escaped'), 'separators without ensure_ascii=False')
digest_line('digest line of sorted compact JSON', 'SHA-256=' + sha256(json.dumps(PAYMENT, sort_keys=True, ensure_ascii=False, separators=(',', ':')).encode()), one('body-keys-sorted'), 'canonical JSON for the hash')
digest_line('digest line of sorted, spaced JSON', 'SHA-256=' + sha256(json.dumps(PAYMENT, sort_keys=True, ensure_ascii=False).encode()), {'anyOf': [['body-keys-sorted', 'body-spaced'], ['body-keys-sorted']]}, 'sort_keys=True')
digest_line('digest line of four-space pretty print', 'SHA-256=' + sha256(json.dumps(PAYMENT, indent=4, ensure_ascii=False).encode()), one('body-pretty-printed'), 'indent=4')
digest_line('digest line of tab-indented JSON', 'SHA-256=' + sha256(json.dumps(PAYMENT, indent='\t', ensure_ascii=False).encode()), one('body-pretty-printed'), "indent='\\t'")
digest_line('digest line of str(dict)', 'SHA-256=' + sha256(str(PAYMENT).encode()), {'mistakes': None, 'wish': ['python-dict']}, 'str(payload): single quotes')
SPACED = json.dumps(PAYMENT, ensure_ascii=False).encode()
digest_line('sent spaced, signed the digest of the compact form', 'SHA-256=' + sha256(COMPACT), one('body-minified'), 'the library prints again', SPACED)
PRETTY = json.dumps(PAYMENT, ensure_ascii=False, indent=2).encode()
digest_line('sent pretty and a newline, signed without the newline', 'SHA-256=' + sha256(PRETTY),
            {'either': [['body-trailing-newline'], ['body-pretty-printed']]}, 'strip(), or printed again: the same bytes', PRETTY + b'\n')
digest_line('sent compact and a newline, signed without', 'SHA-256=' + sha256(COMPACT),
            {'either': [['body-trailing-newline'], ['body-minified']]}, 'strip(), or printed again: the same bytes', COMPACT + b'\n')


def digest_header(title, value, expect, note, body=COMPACT, says=BODY_WORDS):
    headers = payment(body, Digest=value)
    add(title, headers, text(headers), expect, note, body, refused='SIG-12', says=says)


digest_header('Digest header: hexadecimal', 'SHA-256=' + hashlib.sha256(COMPACT).hexdigest(), one('digest-hex'), 'hexdigest()', says=['digest', 'base64'])
digest_header('Digest header: hexadecimal in base64', 'SHA-256=' + b64(hashlib.sha256(COMPACT).hexdigest().encode()),
              one('digest-hex'), 'b64encode(hexdigest())', says=['digest', 'base64'])
digest_header('Digest header: SHA-512 under the name of SHA-256', 'SHA-256=' + b64(hashlib.sha512(COMPACT).digest()), one('digest-other-algorithm'), 'changed the hash, not the name', says=['digest', 'SHA-512'])
digest_header('Digest header: of json.dumps', 'SHA-256=' + sha256(json.dumps(PAYMENT).encode()), one('body-spaced', 'body-json-escaped'), 'requests prints the body itself')
digest_header('Digest header: of nothing', 'SHA-256=' + sha256(b''), one('body-empty'), 'the stream had been read already')
digest_header('Digest header: body in latin-1', 'SHA-256=' + sha256(COMPACT.decode().encode('latin-1')), one('body-latin1'), "encode('latin-1')")
digest_header('Digest header: body in UTF-16', 'SHA-256=' + sha256(COMPACT.decode().encode('utf-16')), {'anyOf': [['body-utf16'], ['body-utf16', 'body-bom']]}, "encode('utf-16'), with its mark")
digest_header('Digest header: body with the mark of utf-8-sig', 'SHA-256=' + sha256(COMPACT.decode().encode('utf-8-sig')), one('body-bom'), 'utf-8-sig')
digest_header('Digest header: sorted and spaced', 'SHA-256=' + sha256(json.dumps(PAYMENT, sort_keys=True, ensure_ascii=False).encode()), {'anyOf': [['body-keys-sorted', 'body-spaced'], ['body-keys-sorted']]}, 'sort_keys=True')
digest_header('Digest header: of another body altogether', 'SHA-256=' + sha256(b'{"amount":1}'), {'mistakes': []}, 'the body changed after hashing')
digest_header('Digest header: sent CRLF, hashed LF', 'SHA-256=' + sha256(PRETTY), {'either': [['body-crlf'], ['body-pretty-printed']]},
              'written in text mode on Windows: CRLF; printed again it is the same', PRETTY.replace(b'\n', b'\r\n'))
digest_header('Digest header: padding stripped', 'SHA-256=' + sha256(COMPACT).rstrip('='), one('digest-without-padding'), "rstrip('=')", says=['digest'])
digest_header('Digest header: body with one more letter', 'SHA-256=' + sha256(COMPACT + b' '), {'mistakes': None, 'wish': ['body-trailing-space']}, 'a blank after the body', says=['digest'])

# ---- signature's text
SIGNATURE = sign(text(G).encode())
for title, between, expect, note, says in [
    ('hexadecimal', SIGNATURE.hex(), one('signature-hex'), 'signature.hex()', ['base64']),
    ('URL-safe', base64.urlsafe_b64encode(SIGNATURE).decode(), one('signature-base64url'), 'urlsafe_b64encode', []),
    ('URL-safe without padding', base64.urlsafe_b64encode(SIGNATURE).decode().rstrip('='),
     {'anyOf': [['signature-base64url'], ['signature-base64url', 'signature-without-padding']]}, 'as in a JWT', []),
    ('without padding', b64(SIGNATURE).rstrip('='), one('signature-without-padding'), "rstrip('=')", ['=|padding']),
    ('percent-encoded', urllib.parse.quote(b64(SIGNATURE), safe=''), one('signature-percent-encoded'), 'quote()', []),
    ('base64 twice', b64(b64(SIGNATURE).encode()), one('signature-base64-twice'), 'b64encode of what was text already', []),
    ('bytes literal', str(base64.b64encode(SIGNATURE)), {'mistakes': None, 'wish': ['python-bytes-literal']}, "str(bytes) is b'…'", []),
    ('lines of encodebytes joined by blanks', ' '.join(base64.encodebytes(SIGNATURE).decode().split()), one('signature-white-space'), 'encodebytes', []),
]:
    add('signature ' + title, G, text(G), expect, note, signature=between, says=says)
PLAIN = 'keyId="%s",algorithm="rsa-sha256",headers="%s",signature="%s"' % (
    key_id(), ' '.join(G).lower(), base64.encodebytes(SIGNATURE).decode())
add('newlines of encodebytes inside an encoded word', G, text(G), one('signature-white-space'), 'encodebytes, then the whole value in a word',
    value='=?utf-8?B?%s?=' % b64(PLAIN.encode()))

# ---- nobody can explain
add('another text, right key', P, 'hello world', {'mistakes': []}, 'the first example of a tutorial', COMPACT, says=['@other-string'])
add('the JSON of another program', G, json.dumps({'iat': 1793696707, 'iss': 'tpp'}), {'mistakes': []}, 'a JWT payload', says=['@other-string'])
OLD = text(dict(P, Date='Mon, 02 Nov 2026 14:11:00 GMT', **{'X-Request-ID': '0a4f3c5e-1d6b-4f0a-9a51-6e1c7f1f2b3d'}))
add('signature of the request before', P, OLD, {'mistakes': []}, 'cached signature: other Date, other X-Request-ID', COMPACT, says=['@other-string'])
add('key that nobody knows', P, text(P), {'mistakes': []}, 'the key of the production certificate', COMPACT, key='stranger', says=['@other-key'])
add('random bytes as long as a signature', G, b'', {'mistakes': []}, 'a stub', signature=b64(bytes([17]) + hashlib.shake_256(b'stub').digest(255)), says=['@other-key'])
print(json.dumps(entries, ensure_ascii=False))
