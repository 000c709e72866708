# Two slips at once in Python: requests, httpx and urllib3 with cryptography.
import base64, hashlib, json, urllib.parse, uuid, warnings
from datetime import datetime
warnings.simplefilter('ignore')
import httpx, requests, urllib3
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding
from client import KEY_ID, kit, run, sha256

key = serialization.load_pem_private_key(kit('own.key'), None)
multi = serialization.load_pem_private_key(kit('multi.key'), None)
certificate = x509.load_pem_x509_certificate(kit('multi.pem'))
AFTER = KEY_ID['own'].split(',', 1)[1]
MULTI = KEY_ID['multi'].split(',', 1)[1]
by = lambda hash: (lambda data: key.sign(data, padding.PKCS1v15(), hash))
sign = by(hashes.SHA256())
pss = lambda data: key.sign(data, padding.PSS(padding.MGF1(hashes.SHA256()), padding.PSS.DIGEST_LENGTH), hashes.SHA256())
of_multi = {'certificate': 'multi', 'sign': lambda data: multi.sign(data, padding.PKCS1v15(), hashes.SHA256())}
by_requests = lambda r: requests.request(r.method, r.url, headers=r.headers, data=r.body)
as_json = lambda r: requests.request(r.method, r.url, headers=r.headers, json=r.object)
by_httpx = {'send': lambda r: httpx.request(r.method, r.url, headers=r.headers, content=r.body)}
by_urllib3 = {'send': lambda r: urllib3.PoolManager().request(r.method, r.url, headers=r.headers, body=r.body)}
req, hx, u3 = {'stack': 'requests'}, {'stack': 'httpx'}, {'stack': 'urllib3'}
NAMES = {'date': 'Date', 'digest': 'Digest', 'x-request-id': 'X-Request-ID', 'psu-id': 'PSU-ID', 'psu-corporate-id': 'PSU-Corporate-ID', 'tpp-redirect-uri': 'TPP-Redirect-URI', '(request-target)': '(request-target)'}
sent = {'line': lambda n, v: f'{NAMES[n]}: {v}'}
title = {'line': lambda n, v: f"{n if n[0] == '(' else n.title()}: {v}"}
tight = {'line': lambda n, v: f'{n}:{v}'}
under = {'line': lambda n, v: f"{n.replace('-', '_')}: {v}"}
end = {'join': lambda l: '\n'.join(l) + '\n'}
crlf = {'join': '\r\n'.join}
hexed = {'encode': bytes.hex}
url64 = {'encode': lambda raw: base64.urlsafe_b64encode(raw).decode()}
compact = lambda o: json.dumps(o, separators=(',', ':'))
digest = lambda write: {'digest': lambda body, o: 'SHA-256=' + sha256(write(body, o))}
hex_digest = {'digest': lambda body, o: 'SHA-256=' + hashlib.sha256(body).hexdigest()}
on = lambda wanted, change: {'value': lambda n, v, c: change(v) if n == wanted else v}
target = lambda write, names=('date', 'x-request-id', 'psu-id', 'tpp-redirect-uri'): {'names': ['(request-target)', *names], 'value': lambda n, v, c: write(c) if n == '(request-target)' else v}
iso = on('date', lambda v: datetime.strptime(v, '%a, %d %b %Y %H:%M:%S GMT').isoformat())

run([
    ('tight-end', 'name:value, and a line feed at the end', ['no-space-after-colon', 'trailing-newline'], 'get state', {**tight, **end}, req),
    ('title-crlf', 'name.title(), and CRLF', ['names-in-capitals', 'crlf'], 'body small', {**title, **crlf, **by_httpx}, hx),
    ('sent-hex-digest', 'The names as sent, and hexdigest()', ['names-in-capitals', 'digest-hex'], 'body ndct', {**sent, **hex_digest}, req),
    ('end-hex', 'A line feed at the end, and signature.hex()', ['trailing-newline', 'signature-hex'], 'delete', {**end, **hexed, **by_urllib3}, u3),
    ('end-sha512', 'A line feed at the end, and SHA512()', ['trailing-newline', 'hash-sha512'], 'body periodic', {**end, 'sign': by(hashes.SHA512())}, req),
    ('sha512-decimal', 'SHA512(), and serial_number', ['hash-sha512', 'serial-decimal'], 'get query', {'sign': by(hashes.SHA512()), 'key_id': f'SN={0x4f3ac29b07d1e86c},{AFTER}'}, req),
    ('decimal-hex-digest', 'serial_number, and hexdigest()', ['serial-decimal', 'digest-hex'], 'body nested', {'key_id': f'SN={0x4f3ac29b07d1e86c},{AFTER}', **hex_digest, **by_httpx}, hx),
    ('prefix-end', 'hex(serial_number), and a line feed at the end', ['serial-prefix', 'trailing-newline'], 'get state', {'key_id': f'SN={hex(0x4f3ac29b07d1e86c)},{AFTER}', **end}, req),
    ('decimal-order', 'serial_number, and the attributes of the issuer in their order', ['serial-decimal', 'issuer-reversed'], 'get state', {**of_multi, 'key_id': f'SN={certificate.serial_number},CA=' + ','.join(a.rfc4514_string() for a in certificate.issuer)}, req),
    ('order-crlf', 'The attributes of the issuer in their order, and CRLF', ['issuer-reversed', 'crlf'], 'body small', {**of_multi, 'key_id': 'SN=20190417,CA=' + ','.join(a.rfc4514_string() for a in certificate.issuer), **crlf}, req),
    ('percent-end', 'quote(issuer), and a line feed at the end', ['issuer-percent-encoded', 'trailing-newline'], 'get query', {**of_multi, 'key_id': 'SN=20190417,CA=' + urllib.parse.quote(MULTI[3:], safe='=,'), **end}, req),
    ('compact-end', 'json= sends spaces, compact JSON is hashed; a line feed at the end', ['body-minified', 'trailing-newline'], 'body small', {**digest(lambda b, o: compact(o).encode()), **end, 'send': as_json}, req),
    ('compact-names', 'json= sends spaces, compact JSON is hashed; the names as sent', ['body-minified', 'names-in-capitals'], 'body periodic', {**digest(lambda b, o: compact(o).encode()), **sent, 'send': as_json}, req),
    ('indent-crlf', 'The digest is of indented JSON, and CRLF', ['body-pretty-printed', 'crlf'], 'body corporate', {**digest(lambda b, o: json.dumps(o, indent=4).encode()), **crlf}, req),
    ('file-end-tight', 'The digest is of a file with its last line feed, name:value', ['body-trailing-newline', 'no-space-after-colon'], 'body nested', {**digest(lambda b, o: b + b'\n'), **tight, **by_httpx}, hx),
    ('sorted-sha1', 'sort_keys in the digest, and SHA1()', ['body-keys-sorted', 'hash-sha1'], 'body ndct', {'serialize': lambda o: compact(o), **digest(lambda b, o: json.dumps(o, sort_keys=True, separators=(',', ':')).encode()), 'sign': by(hashes.SHA1())}, req),
    ('url64-both', 'urlsafe_b64encode for digest and signature', ['digest-base64url', 'signature-base64url'], 'body nested', {'digest': lambda b, o: 'SHA-256=' + base64.urlsafe_b64encode(hashlib.sha256(b).digest()).decode(), **url64}, req),
    ('hex-both', 'hexdigest() and hex()', ['digest-hex', 'signature-hex'], 'body periodic', {**hex_digest, **hexed, **by_urllib3}, u3),
    ('pss-end', 'PSS, and a line feed at the end', ['pss', 'trailing-newline'], 'get state', {'sign': pss, **end}, req),
    ('pss-names', 'PSS, and the names as sent', ['pss', 'names-in-capitals'], 'body small', {'sign': pss, **sent, **by_httpx}, hx),
    ('under-tight', 'x_request_id:value', ['names-underscored', 'no-space-after-colon'], 'get query', {'line': lambda n, v: f"{n.replace('-', '_')}:{v}"}, req),
    ('iso-end', 'isoformat() in the string, and a line feed at the end', ['date-format', 'trailing-newline'], 'get state', {**iso, **end}, req),
    ('iso-tight', 'isoformat() in the string, name:value', ['date-format', 'no-space-after-colon'], 'body ndct', {**iso, **tight}, req),
    ('quote-names', 'quote(redirect), and the names as sent', ['redirect-percent-encoded', 'names-in-capitals'], 'get query', {**on('tpp-redirect-uri', lambda v: urllib.parse.quote(v, safe='')), **sent}, req),
    ('no-query-end', 'The redirect without its query, and a line feed at the end', ['redirect-without-query', 'trailing-newline'], 'body ndct', {**on('tpp-redirect-uri', lambda v: v.split('?')[0]), **end}, req),
    ('hex-id-names', 'uuid.hex, and the names as sent', ['id-form', 'names-in-capitals'], 'get state', {**on('x-request-id', lambda v: uuid.UUID(v).hex), **sent, **by_httpx}, hx),
    ('upper-target-end', 'GET in (request-target), and a line feed at the end', ['request-target-capitals', 'trailing-newline'], 'get query', {**target(lambda c: f"GET {c['path']}"), **end}, req),
    ('url-target-upper', 'POST and the whole address in (request-target)', ['request-target-capitals', 'request-target-absolute'], 'body ndct', target(lambda c: f"POST http://127.0.0.1:8080{c['path']}", ('date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri')), req),
    ('path-target-crlf', 'No query in (request-target), and CRLF', ['request-target-without-query', 'crlf'], 'get query', {**target(lambda c: 'get ' + c['path'].split('?')[0]), **crlf, **by_urllib3}, u3),
    ('reversed-names', 'The names as sent, from the last to the first', ['another-order', 'names-in-capitals'], 'body small', {**sent, 'join': lambda l: '\n'.join(reversed(l))}, req),
    ('comma-hex', 'Commas between the lines, and hex()', ['joined-with-comma', 'signature-hex'], 'get state', {'join': ','.join, **hexed}, req),
    ('nothing-names', 'Nothing between the lines, and the names as sent', ['joined-with-nothing', 'names-in-capitals'], 'delete', {'join': ''.join, **sent}, req),
    ('hash-hex-end', 'hexdigest() of a string that ends in a line feed is signed', ['hex-of-hash', 'trailing-newline'], 'body periodic', {**end, 'bytes': lambda t: hashlib.sha256(t.encode()).hexdigest().encode()}, req),
    ('hash-twice-crlf', 'digest() of a string with CRLF is signed', ['hashed-twice', 'crlf'], 'get query', {**crlf, 'bytes': lambda t: hashlib.sha256(t.encode()).digest()}, req),
    ('latin1-sha512', 'The body hashed in cp1252, and SHA512()', ['body-latin1', 'hash-sha512'], 'body nested', {'serialize': lambda o: json.dumps(o, ensure_ascii=False), **digest(lambda b, o: b.decode().encode('cp1252')), 'sign': by(hashes.SHA512())}, req),
    ('bare-digest-names', 'The string has the digest without its algorithm, and the names as sent', ['digest-without-algorithm', 'names-in-capitals'], 'body ndct', {**on('digest', lambda v: v[8:]), **sent, **by_httpx}, hx),
    ('quoted-end', "b'…' of the signature, and a line feed at the end", ['signature-quoted', 'trailing-newline'], 'get state', {**end, 'encode': lambda raw: str(base64.b64encode(raw))}, req),
    ('client-id-names', 'keyId is a client id, and the names as sent', ['key-id-form', 'names-in-capitals'], 'get query', {'key_id': '5ca1ab1e-c0ca-c01a-cafe-154deadbea75', **sent}, req),
    ('ascii-end', 'Escaped JSON is hashed, UTF-8 is sent; a line feed at the end', ['body-json-escaped', 'trailing-newline'], 'body nested', {'serialize': lambda o: json.dumps(o, ensure_ascii=False), **digest(lambda b, o: json.dumps(o).encode()), **end}, req),
    ('urlencoded-crlf', 'quote(signature), and CRLF', ['signature-percent-encoded', 'crlf'], 'body small', {**crlf, 'encode': lambda raw: urllib.parse.quote(base64.b64encode(raw).decode(), safe='')}, req),
], sign, by_requests)
