# requests, httpx, urllib3 and aiohttp with cryptography and PyCryptodome.
import asyncio, base64, gzip, hashlib, http.client, io, json, os, time, urllib.parse, uuid, warnings
from collections import OrderedDict
from datetime import datetime, timedelta
from email.utils import formatdate
warnings.simplefilter('ignore')
import aiohttp, httpx, requests, urllib3
from Cryptodome.Hash import SHA256, SHA512
from Cryptodome.PublicKey import RSA
from Cryptodome.Signature import pkcs1_15, pss
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding
from client import KEY_ID, SIGNABLE, kit, run, sha256

os.environ['TZ'] = 'Europe/Berlin'
time.tzset()
load = lambda name: serialization.load_pem_private_key(kit(name), None)
keys = {name: load(name + '.key') for name in ('own', 'letters', 'multi', 'transport')}
certs = {name: x509.load_pem_x509_certificate(kit(name + '.pem')) for name in ('own', 'letters', 'multi')}
by_key = lambda name, hash=hashes.SHA256: (lambda data: keys[name].sign(data, padding.PKCS1v15(), hash()))
sign = by_key('own')
AFTER = KEY_ID['own'].split(',', 1)[1]

by_requests = lambda r: requests.request(r.method, r.url, headers=r.headers, data=r.body)
as_json = lambda r: requests.request(r.method, r.url, headers=r.headers, json=r.object)
by_httpx = lambda r: httpx.request(r.method, r.url, headers=r.headers, content=r.body)
by_urllib3 = lambda r: urllib3.PoolManager().request(r.method, r.url, headers=r.headers, body=r.body)


def by_aiohttp(r):
    async def go():
        async with aiohttp.ClientSession() as s:
            await s.request(r.method, r.url, headers=r.headers, data=r.body)
    asyncio.run(go())


on = lambda wanted, change: {'value': lambda name, value, context: change(value) if name == wanted else value}
digest = lambda write: {'digest': lambda body, o: 'SHA-256=' + sha256(write(body, o))}
target = lambda write: {'names': ['(request-target)', 'date', 'x-request-id', 'psu-id', 'tpp-redirect-uri'], 'value': lambda n, v, c: write(c) if n == '(request-target)' else v}
post_target = lambda write: {**target(write), 'names': ['(request-target)', 'date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri']}
stack = lambda name, **more: {'stack': name, **more}
req, hx, ah, u3 = (stack(n) for n in ("requests", "httpx", "aiohttp", "urllib3"))
NAMES = {'date': 'Date', 'digest': 'Digest', 'x-request-id': 'X-Request-ID', 'psu-id': 'PSU-ID', 'psu-corporate-id': 'PSU-Corporate-ID', 'tpp-redirect-uri': 'TPP-Redirect-URI'}


def printed(lines, **how):
    out = io.StringIO()
    for line in lines:
        print(line, file=out, **how)
    return out.getvalue()


run([
    ('print-each', 'print(line, file=buffer) for each line', ['trailing-newline'], 'get', {'join': printed}, req),
    ('print-doubled', "print(line + '\\n', file=buffer) for each line", ['joined-with-blank-line', 'trailing-newline'], 'body small', {'join': lambda l: printed(x + '\n' for x in l)}, req),
    ('file-windows', "open('string.txt', 'w') on Windows, then rb", ['crlf', 'trailing-newline'], 'delete', {'join': lambda l: ''.join(x + '\r\n' for x in l)}, req),
    ('continued-string', 'An f-string over several source lines, without \\n in two of its parts', ['joined-with-nothing'], 'get query', {'join': ''.join, 'send': by_httpx}, hx),
    ('str-list', 'str(lines)', ['lines-as-list', '? value-quoted', '? joined-with-comma'], 'body nested', {'join': str}, req),
    ('one-f-string', "f'date: {date}' is followed by a comma instead of \\n: a tuple is formatted", ['joined-with-comma'], 'get bank', {'join': ','.join}, req),
    ('escaped-config', 'The separator comes from configparser: \\n stays two characters', ['joined-with-escaped-newline'], 'body ndct', {'join': '\\n'.join, 'send': by_urllib3}, u3),
    ('dedent-strip', 'dedent() was forgotten, strip() takes only the ends', ['lines-indented'], 'get', {'join': '\n        '.join, 'send': by_aiohttp}, ah),
    ('wsgi-names', 'Names as in a WSGI environment, small: x_request_id', ['names-underscored'], 'get query', {'line': lambda n, v: f"{n.replace('-', '_')}: {v}"}, req),
    ('dict-keys', 'The keys of the dictionary that is sent', ['names-in-capitals'], 'body periodic', {'line': lambda n, v: f'{NAMES[n]}: {v}', 'send': by_httpx}, hx),
    ('upper-names', 'name.upper()', ['names-in-capitals'], 'delete', {'line': lambda n, v: f'{n.upper()}: {v}'}, req),
    ('no-space', "':'.join((name, value))", ['no-space-after-colon'], 'body nested', {'line': lambda n, v: ':'.join((n, v)), 'send': by_requests}, req),
    ('equals', "f'{name}={value}'", ['equals-sign'], 'get', {'line': lambda n, v: f'{n}={v}', 'send': by_httpx}, hx),
    ('json-dumps', 'json.dumps(headers)', ['lines-as-object'], 'get query', {'join': lambda l: json.dumps(OrderedDict(x.split(': ', 1) for x in l))}, req),
    ('values-newline', "'\\n'.join(headers.values())", ['names-left-out'], 'body small', {'line': lambda n, v: v, 'send': by_urllib3}, u3),
    ('values-bar', "'|'.join(values), as at a card gateway", ['names-left-out', 'joined-with-bar'], 'get', {'line': lambda n, v: v, 'join': '|'.join}, req),
    ('sorted-dict', 'sorted(headers.items()) is signed, the list is a constant', ['another-order'], 'body corporate', {'join': lambda l: '\n'.join(sorted(l, reverse=True))}, req),
    ('lower-all', 'message.lower()', ['lower-cased | date-format'], 'get', {'join': lambda l: '\n'.join(l).lower()}, req),
    ('none-digest', "headers.get('digest') before it is set: the text None", ['? header-empty'], 'body ndct', {**on('digest', lambda v: 'None')}, stack('requests', cause='the word None stands where the digest should be', says=['digest.{0,60}(None|empty|nothing|"")|None'])),
    ('empty-digest', "headers.get('digest', '') before it is set", ['header-empty'], 'body small', {**on('digest', lambda v: '')}, req),
    ('bytes-digest', "The string has f'SHA-256={b64encode(hash)}' with b and quotes; the header has .decode()", ['digest-quoted | value-quoted'], 'body nested', {**on('digest', lambda v: "SHA-256=b'%s'" % v[8:])}, stack('requests', source='https://github.com/OCA/connector-magento/pull/157')),
    ('missing-psu', 'The list of names is that of the account service of another bank', ['SIG-08'], 'get', {'names': ['date', 'x-request-id']}, req),
    ('request-target-name', "headers='request-target date …', without its parentheses", ['SIG-08'], 'get query', {'names': ['request-target', 'date', 'x-request-id', 'psu-id', 'tpp-redirect-uri'], 'value': lambda n, v, c: 'get ' + c['path'] if n == 'request-target' else v}, req),
    ('duplicate-name', 'x-request-id was added to a list that had it', ['SIG-08'], 'get', {'names': ['date', 'x-request-id', 'psu-id', 'tpp-redirect-uri', 'x-request-id']}, stack('requests')),
    ('get-digest-unlisted', 'A session adds the Digest of an empty body to every request; it is not signed', ['SIG-08'], 'get bank', {'headers': {'Digest': 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='}, 'names': ['date', 'x-request-id', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri']}, req),
    ('now-twice', 'datetime.utcnow() once for the header and once for the string', ['date-other-second'], 'delete', {**on('date', lambda v: (datetime.strptime(v, '%a, %d %b %Y %H:%M:%S GMT') + timedelta(seconds=1)).strftime('%a, %d %b %Y %H:%M:%S GMT'))}, req),
    ('str-datetime', 'str(datetime) in the string', ['date-format'], 'get', {**on('date', lambda v: str(datetime.strptime(v, '%a, %d %b %Y %H:%M:%S GMT')))}, req),
    ('timezone-cest', "strftime('%a, %d %b %Y %H:%M:%S %Z') in Berlin: CET", ['SIG-11'], 'get query', {'date': lambda: time.strftime('%a, %d %b %Y %H:%M:%S %Z')}, stack('requests')),
    ('utcnow-micro', "utcnow().strftime('%a, %d %b %Y %H:%M:%S.%f GMT')", ['SIG-11'], 'body ndct', {'date': lambda: datetime.utcnow().strftime('%a, %d %b %Y %H:%M:%S.%f GMT')}, req),
    ('twelve-hours', '%I instead of %H, at six in the evening', ['SIG-11'], 'get', {'date': lambda: datetime.utcnow().strftime('%a, %d %b %Y %I:%M:%S GMT')}, req),
    ('hour-ahead', 'formatdate(time.time() + 7200), since the server seemed to be behind', ['SIG-11'], 'body periodic', {'date': lambda: formatdate(time.time() + 7200, usegmt=True)}, req),
    ('quote-plus', 'quote_plus(redirect) in the string', ['redirect-percent-encoded'], 'get', {**on('tpp-redirect-uri', urllib.parse.quote_plus), 'send': by_httpx}, hx),
    ('urlparse-no-query', 'urlparse(redirect)._replace(query="").geturl()', ['redirect-without-query'], 'body ndct', {**on('tpp-redirect-uri', lambda v: urllib.parse.urlparse(v)._replace(query='').geturl())}, req),
    ('rstrip-slash', 'The header is written with a slash at its end, the string from the settings without', ['redirect-trailing-slash'], 'get', {'headers': {'TPP-Redirect-URI': 'https://tpp.kontohjelp.example/psd2/'}, **on('tpp-redirect-uri', lambda v: v.rstrip('/'))}, req),
    ('localhost-redirect', 'settings.REDIRECT is of the development machine where the string is built', [], 'get query', {**on('tpp-redirect-uri', lambda v: 'http://localhost:8000/psd2/callback?state=b81f3a7c')}, stack('requests', cause='another redirect was signed, of the development settings')),
    ('uuid-hex-both', 'uuid4().hex is signed, the header has hyphens', ['id-form'], 'get', {**on('x-request-id', lambda v: uuid.UUID(v).hex)}, req),
    ('uuid-urn', 'uuid4().urn is signed', ['id-form'], 'body corporate', {**on('x-request-id', lambda v: uuid.UUID(v).urn)}, req),
    ('urljoin', 'urljoin(base, path) in (request-target)', ['request-target-absolute'], 'get', target(lambda c: 'get https://127.0.0.1:8080' + c['path']), req),
    ('params-dict', 'requests writes params=; the string has only the path', ['request-target-without-query'], 'get query', target(lambda c: 'get ' + c['path'].split('?')[0]), req),
    ('quote-target', 'quote(path, safe="") in (request-target)', ['request-target-encoded'], 'get state', target(lambda c: 'get ' + urllib.parse.quote(c['path'], safe='')), req),
    ('request-method', "prepared.method is 'POST'", ['request-target-capitals'], 'body nested', post_target(lambda c: f"{c['method']} {c['path']}"), req),
    ('path-url-bank', 'The path after base_url, which has /banks/sparebank/v1', ['request-target-without-bank | request-target-other-prefix'], 'body periodic', post_target(lambda c: 'post ' + c['path'].replace('/banks/sparebank/v1', '')), req),
    ('target-version', 'The request line as http.client logs it', ['request-target-with-version', 'request-target-capitals'], 'get query', target(lambda c: f"GET {c['path']} HTTP/1.1"), req),
    ('json-spaces', 'json.dumps is hashed, with its spaces; the session of the company sends compact JSON', ['body-spaced'], 'body ndct', {'serialize': lambda o: json.dumps(o, separators=(',', ':')), **digest(lambda b, o: json.dumps(o).encode())}, req),
    ('json-compact', "separators=(',', ':') is hashed, json= sends", ['body-minified', '? body-json-escaped'], 'body small', {**digest(lambda b, o: json.dumps(o, separators=(',', ':')).encode()), 'send': as_json}, stack('requests', source='https://github.com/psf/requests/issues/6049')),
    ('httpx-changed', 'json.dumps is hashed, as httpx once sent it; httpx 0.28 sends it compact', ['body-spaced', '? body-json-escaped'], 'body numbers', {'serialize': lambda o: json.dumps(o, separators=(',', ':'), ensure_ascii=False), **digest(lambda b, o: json.dumps(o).encode()), 'send': by_httpx}, hx),
    ('indent-4', 'The digest is of json.dumps(indent=4), the text of the test file', ['body-pretty-printed', '? body-json-escaped'], 'body periodic', {**digest(lambda b, o: json.dumps(o, indent=4).encode()), 'send': as_json}, req),
    ('sort-keys', 'sort_keys=True in the digest, compact', ['body-keys-sorted', '? body-minified', '? body-json-escaped'], 'body ndct', {**digest(lambda b, o: json.dumps(o, sort_keys=True, separators=(',', ':')).encode()), 'serialize': lambda o: json.dumps(o, separators=(',', ':'))}, req),
    ('ascii-digest', 'json.dumps with \\u escapes is hashed, orjson sends UTF-8', ['body-json-escaped'], 'body nested', {'serialize': lambda o: json.dumps(o, separators=(',', ':'), ensure_ascii=False), **digest(lambda b, o: json.dumps(o, separators=(',', ':')).encode())}, req),
    ('str-dict', 'hashlib.sha256(str(payload).encode())', ['body-as-object'], 'body ndct', {**digest(lambda b, o: str(o).encode()), 'send': as_json}, stack('requests', source='https://github.com/Polymarket/py-clob-client-v2/issues/108')),
    ('cp1252', "encode('cp1252') where the body is hashed", ['body-latin1'], 'body numbers', {'serialize': lambda o: json.dumps(o, ensure_ascii=False), **digest(lambda b, o: b.decode().encode('cp1252'))}, req),
    ('utf8-twice', "body.decode('latin1').encode() where the body is hashed", ['body-utf8-twice'], 'body nested', {'serialize': lambda o: json.dumps(o, ensure_ascii=False), **digest(lambda b, o: b.decode('latin1').encode())}, req),
    ('read-text-end', "open('payment.json').read() is hashed, with its last line feed; the body goes stripped", ['body-trailing-newline'], 'body small', {**digest(lambda b, o: b + b'\n')}, req),
    ('windows-file', 'The file has CRLF, opened as text it is hashed with LF', ['body-crlf'], 'body nested', {'serialize': lambda o: json.dumps(o, indent=2).replace('\n', '\r\n'), **digest(lambda b, o: b.replace(b'\r\n', b'\n'))}, req),
    ('hex-digest', "f'SHA-256={sha256(body).hexdigest()}'", ['digest-hex'], 'body periodic', {'digest': lambda b, o: 'SHA-256=' + hashlib.sha256(b).hexdigest(), 'send': by_httpx}, hx),
    ('hex-digest-b64', 'b64encode(hexdigest().encode())', ['digest-hex'], 'body corporate', {'digest': lambda b, o: 'SHA-256=' + base64.b64encode(hashlib.sha256(b).hexdigest().encode()).decode(), 'send': by_aiohttp}, ah),
    ('urlsafe-digest', 'urlsafe_b64encode of the hash', ['digest-base64url'], 'body nested', {'digest': lambda b, o: 'SHA-256=' + base64.urlsafe_b64encode(hashlib.sha256(b).digest()).decode()}, req),
    ('md5-digest', 'Digest: MD5=…, as Content-MD5 was', ['SIG-12'], 'body small', {'digest': lambda b, o: 'MD5=' + base64.b64encode(hashlib.md5(b).digest()).decode()}, req),
    ('digest-of-digest', 'The digest is hashed once more by a helper', [], 'body ndct', {'digest': lambda b, o: 'SHA-256=' + sha256(hashlib.sha256(b).digest())}, stack('requests', cause='the body was hashed twice', says=['twice|again|hash of the hash'])),
    ('gzip-sent', 'gzip.compress(body) with Content-Encoding; the digest is of the JSON', ['body-compressed'], 'body periodic', {'headers': {'Content-Encoding': 'gzip'}, 'sent': lambda b, o: gzip.compress(b, mtime=0)}, req),
    ('form-data', 'data=payload sends the nested object as a form', ['body-as-form'], 'body corporate', {'send': lambda r: requests.request(r.method, r.url, headers=r.headers, data=r.object)}, stack('requests', says=['form'])),
    ('pss-max', 'padding.PSS with PSS.MAX_LENGTH', ['pss'], 'body ndct', {'sign': lambda d: keys['own'].sign(d, padding.PSS(padding.MGF1(hashes.SHA256()), padding.PSS.MAX_LENGTH), hashes.SHA256())}, stack('requests', source='https://community.intersystems.com/print/433881')),
    ('cryptodome-pss', 'pss.new(key).sign(SHA256.new(text))', ['pss'], 'get', {'sign': lambda d: pss.new(RSA.import_key(kit('own.key'))).sign(SHA256.new(d)), 'send': by_httpx}, hx),
    ('cryptodome-sha512', 'SHA512.new(text)', ['hash-sha512'], 'get query', {'sign': lambda d: pkcs1_15.new(RSA.import_key(kit('own.key'))).sign(SHA512.new(d))}, stack('requests', source='https://developer.rabobank.nl/signing-requests-psd2-apis')),
    ('sha384', 'hashes.SHA384(), since the certificate was signed with it', ['hash-sha384'], 'delete', {'sign': by_key('own', hashes.SHA384)}, req),
    ('sha1', 'hashes.SHA1() of an old answer', ['hash-sha1'], 'body small', {'sign': by_key('own', hashes.SHA1), 'send': by_urllib3}, u3),
    ('b64-then-sign', 'The base64 of the hash is signed', ['base64-of-hash'], 'get', {'bytes': lambda t: base64.b64encode(hashlib.sha256(t.encode()).digest())}, req),
    ('hexdigest-sign', 'sha256(text).hexdigest().encode() is signed', ['hex-of-hash'], 'body nested', {'bytes': lambda t: hashlib.sha256(t.encode()).hexdigest().encode()}, req),
    ('hash-sign', 'sha256(text).digest() is signed with SHA256()', ['hashed-twice'], 'body periodic', {'bytes': lambda t: hashlib.sha256(t.encode()).digest()}, req),
    ('sign-digest', 'Only the digest is signed', ['digest-only'], 'body small', {'join': lambda l: next(x for x in l if x.startswith('digest'))[8:]}, req),
    ('utf16', "text.encode('utf-16')", ['utf16', '? bom-in-front'], 'get', {'bytes': lambda t: t.encode('utf-16')}, req),
    ('url64', 'urlsafe_b64encode of the signature, as in a JWT', ['signature-base64url'], 'get query', {'encode': lambda raw: base64.urlsafe_b64encode(raw).decode()}, req),
    ('hex', 'signature.hex()', ['signature-hex'], 'delete', {'encode': bytes.hex, 'send': by_httpx}, hx),
    ('str-bytes', "f'signature=\"{b64encode(raw)}\"'", ['signature-quoted'], 'body nested', {'encode': lambda raw: str(base64.b64encode(raw))}, req),
    ('urlencoded', 'quote(signature), since it has + and /', ['signature-percent-encoded'], 'get', {'encode': lambda raw: urllib.parse.quote(base64.b64encode(raw).decode(), safe='')}, req),
    ('plus-lost', 'unquote_plus took the + of the signature', ['signature-plus-lost'], 'body corporate', {'encode': lambda raw: urllib.parse.unquote_plus(base64.b64encode(raw).decode())}, req),
    ('encodebytes', 'encodebytes; its line feeds are taken for spaces', ['signature-white-space'], 'body small', {'encode': lambda raw: base64.encodebytes(raw).decode().strip().replace('\n', ' ')}, req),
    ('serial-int', 'certificate.serial_number', ['serial-decimal'], 'get bank', {'key_id': f"SN={certs['own'].serial_number},{AFTER}", 'send': by_httpx}, hx),
    ('serial-hex', 'hex(serial_number)', ['serial-prefix'], 'body periodic', {'key_id': f"SN={hex(certs['own'].serial_number)},{AFTER}"}, req),
    ('issuer-object', 'certificate.issuer in an f-string', ['issuer-attribute-unknown | issuer-wrong | issuer-value', '? issuer-reversed'], 'get query', {'certificate': 'multi', 'sign': by_key('multi'), 'key_id': f"SN={certs['multi'].serial_number:X},CA={certs['multi'].issuer}"}, stack('requests', cause="Python's form <Name(…)> around the name")),
    ('issuer-order', 'A comprehension over certificate.issuer, in the order of the certificate', ['issuer-reversed'], 'get', {'certificate': 'multi', 'sign': by_key('multi'), 'key_id': f"SN={certs['multi'].serial_number:X},CA=" + ','.join(a.rfc4514_string() for a in certs['multi'].issuer)}, req),
    ('subject-4514', 'certificate.subject.rfc4514_string()', ['issuer-is-subject'], 'body nested', {'certificate': 'multi', 'sign': by_key('multi'), 'key_id': f"SN={certs['multi'].serial_number:X},CA=CN=Seddel Pay GmbH,2.5.4.97=PSDDE-BAFIN-104523,O=Seddel Pay GmbH,L=K\\C3\\B6ln,C=DE"}, req),
    ('common-name', 'Only the common name of the issuer, without CN=', ['key-id-form | issuer-wrong | issuer-rdn-missing'], 'get', {'certificate': 'multi', 'sign': by_key('multi'), 'key_id': f"SN={certs['multi'].serial_number:X},CA=Tillitsrot Seal CA 2-1 2024"}, req),
    ('unidecode', 'unidecode(issuer), since requests refuses letters', ['issuer-letters-lost | issuer-value'], 'get', {'certificate': 'letters', 'sign': by_key('letters'), 'key_id': 'SN=D7B20A5E9914C3F18A6620,CA=CN=Blabaer Tillit Utsteder\\, Klasse 2,OU=Kvalifisert segl,O=Blabaer Tillit AS,C=NO'}, req),
    ('letters-quote', 'quote(issuer), since requests refuses letters', ['issuer-percent-encoded'], 'get query', {'certificate': 'letters', 'sign': by_key('letters'), 'key_id': 'SN=D7B20A5E9914C3F18A6620,CA=' + urllib.parse.quote('CN=Blåbær Tillit Utsteder\\, Klasse 2,OU=Kvalifisert segl,O=Blåbær Tillit AS,C=NO', safe='=,\\')}, req),
    ('pem-in-header', 'The PEM without its line feeds in TPP-Signature-Certificate, as one bank shows it', ['SIG-02'], 'get', {'later': {'TPP-Signature-Certificate': kit('own.pem').decode().replace('\n', '')}}, stack('requests', source='https://web.xs2a-sandbox.bngbank.nl/developer-portal/guides/signature-setup')),
    ('pem-str', 'The PEM with spaces for its line feeds, its armour too', ['SIG-02'], 'body small', {'later': {'TPP-Signature-Certificate': kit('own.pem').decode().strip().replace('\n', ' ')}}, req),
    ('rfc9421-style', 'Signature: sig1=:…:, and the rest in Signature-Input', ['SIG-03'], 'get', {'header': lambda k, h, s: f'sig1=:{s}:', 'later': {'Signature-Input': 'sig1=("date" "x-request-id" "psu-id" "tpp-redirect-uri");alg="rsa-v1_5-sha256"'}}, stack('requests', source='https://developer-docs.amazon.com/sp-api/docs/tpp-faq')),
    ('spaces-around', 'keyId = "…", with spaces around the equals signs', ['SIG-03'], 'get query', {'header': lambda k, h, s: f'keyId = "{k}", algorithm = "rsa-sha256", headers = "{h}", signature = "{s}"'}, req),
    ('end-and-decimal', 'A triple-quoted string with its last line feed, and serial_number', ['trailing-newline', 'serial-decimal'], 'body ndct', {'join': lambda l: '\n'.join(l) + '\n', 'key_id': f"SN={certs['own'].serial_number},{AFTER}"}, req),
    ('spaced-and-hex', 'json= sends spaces, the hexdigest is of compact JSON', ['digest-hex', 'body-minified'], 'body small', {'digest': lambda b, o: 'SHA-256=' + hashlib.sha256(json.dumps(o, separators=(',', ':')).encode()).hexdigest(), 'send': as_json}, req),
    ('underscored-and-pss', 'Names with underscores, and PSS', ['names-underscored', 'pss'], 'get', {'line': lambda n, v: f"{n.replace('-', '_')}: {v}", 'sign': lambda d: keys['own'].sign(d, padding.PSS(padding.MGF1(hashes.SHA256()), 32), hashes.SHA256())}, req),
    ('query-and-capitals', 'No query in (request-target), and title-cased names', ['request-target-without-query', 'names-in-capitals'], 'get query', {**target(lambda c: 'get ' + c['path'].split('?')[0]), 'line': lambda n, v: f"{n if n[0] == '(' else n.title()}: {v}"}, req),
    ('date-and-url64', 'An ISO date in the string, and base64url', ['date-format', 'signature-base64url'], 'delete', {**on('date', lambda v: datetime.strptime(v, '%a, %d %b %Y %H:%M:%S GMT').isoformat() + 'Z'), 'encode': lambda raw: base64.urlsafe_b64encode(raw).decode()}, req),
    ('quote-and-newlines', 'quote(redirect), and CRLF', ['redirect-percent-encoded', 'crlf'], 'body nested', {**on('tpp-redirect-uri', lambda v: urllib.parse.quote(v, safe='')), 'join': '\r\n'.join}, req),
], sign, by_requests)
