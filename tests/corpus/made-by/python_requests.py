# requests and cryptography: how most Python programs sign.
import base64, hashlib, json, os, textwrap, time, uuid
from datetime import datetime, timedelta
from email.utils import formatdate
import requests
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding
from client import KEY_ID, SIGNABLE, kit, run, sha256

os.environ['TZ'] = 'Europe/Oslo'
time.tzset()
key = serialization.load_pem_private_key(kit('own.key'), None)
letters_key = serialization.load_pem_private_key(kit('letters.key'), None)
certificate = x509.load_pem_x509_certificate(kit('own.pem'))
letters = x509.load_pem_x509_certificate(kit('letters.pem'))
sign = lambda data: key.sign(data, padding.PKCS1v15(), hashes.SHA256())
send = lambda r: requests.request(r.method, r.url, headers=r.headers, data=r.body)
as_json = lambda r: requests.request(r.method, r.url, headers=r.headers, json=r.object)
digest = lambda write: {'digest': lambda body, o: 'SHA-256=' + sha256(write(o).encode()), 'send': as_json}
target = lambda write: {'names': ['(request-target)', *[n for n in SIGNABLE if n not in ('psu-corporate-id',)]], 'value': lambda n, v, c: write(c) if n == '(request-target)' else v}
POSTS = ['date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri']
REQUESTS_6049 = 'https://github.com/psf/requests/issues/6049'

run([
    ('json-compact', 'The digest is of compact JSON; json= sends it with spaces', ['body-minified'], 'body bulk', digest(lambda o: json.dumps(o, separators=(',', ':'))), {'source': REQUESTS_6049}),
    ('json-compact-letters', 'The digest is of compact JSON in UTF-8; json= sends spaces and \\u escapes', ['body-minified', '? body-json-escaped'], 'body letters', digest(lambda o: json.dumps(o, separators=(',', ':'), ensure_ascii=False)), {'source': 'https://github.com/prebid/salesagent/issues/1104'}),
    ('json-unescaped', 'The digest is of JSON with ensure_ascii=False; json= escapes all but ASCII', ['body-json-escaped'], 'body letters', digest(lambda o: json.dumps(o, ensure_ascii=False))),
    ('json-sorted', 'The digest is of JSON with sort_keys=True', ['body-keys-sorted', '? body-json-escaped', '? body-spaced'], 'body', digest(lambda o: json.dumps(o, sort_keys=True))),
    ('json-indented', 'The digest is of JSON with indent=4, as it was logged', ['body-pretty-printed', '? body-json-escaped'], 'body', digest(lambda o: json.dumps(o, indent=4))),
    ('repr', 'str(payload) is hashed, which is the form of Python and no JSON', [], 'body', digest(str), {'source': 'https://github.com/Polymarket/py-clob-client-v2/issues/108', 'cause': "the digest is of Python's own form of the dictionary", 'says': ['python|quot|repr']}),
    ('dumps-twice', 'The payload is a string already and json= writes it as a JSON string', [], 'body', {'send': lambda r: requests.request(r.method, r.url, headers=r.headers, json=r.body.decode())}, {'cause': 'the body was serialised twice before it was sent', 'says': ['twice|string|quot']}),
    ('form', 'data=payload sends a form instead of JSON', [], 'body bulk', {'send': lambda r: requests.request(r.method, r.url, headers=r.headers, data=r.object)}, {'cause': 'the body was sent as a form, the digest is of JSON', 'says': ['form|urlencoded|name=value']}),
    ('hexdigest', 'hexdigest() in the Digest header', ['digest-hex'], 'body', {'digest': lambda b, o: 'SHA-256=' + hashlib.sha256(b).hexdigest()}),
    ('b64-hexdigest', 'base64 of hexdigest()', ['digest-hex'], 'body', {'digest': lambda b, o: 'SHA-256=' + base64.b64encode(hashlib.sha256(b).hexdigest().encode()).decode()}),
    ('digest-bytes', 'The base64 of the digest is bytes and is formatted with its b and quotes', ['digest-quoted | SIG-12'], 'body', {'digest': lambda b, o: 'SHA-256=%s' % base64.b64encode(hashlib.sha256(b).digest())}),
    ('signature-bytes', 'The base64 of the signature is bytes and is formatted with its b and quotes', ['signature-quoted'], 'get', {'encode': lambda raw: '%s' % base64.b64encode(raw)}),
    ('sha256-lower-name', 'The digest is named sha256=', ['SIG-12 | digest-algorithm-name'], 'body', {'digest': lambda b, o: 'sha256=' + sha256(b)}),
    ('local-as-gmt', "datetime.now() with 'GMT' behind it, on a machine in Oslo", ['SIG-11'], 'get', {'date': lambda: datetime.now().strftime('%a, %d %b %Y %H:%M:%S GMT')}, {'says': ['zone|local time|hour']}),
    ('isoformat', 'utcnow().isoformat() in Date', ['SIG-11'], 'body', {'date': lambda: datetime.utcnow().isoformat()}),
    ('ctime', 'time.ctime() in Date', ['SIG-11'], 'get', {'date': time.ctime}),
    ('date-signed-local', 'Date is sent in GMT and signed with the numeric zone of formatdate(localtime=True)', ['date-format'], 'psu', {'value': lambda n, v, c: formatdate(localtime=True) if n == 'date' else v}),
    ('date-signed-zero', "formatdate() is signed, which ends in -0000; the header has usegmt=True", ['date-format'], 'body', {'value': lambda n, v, c: formatdate() if n == 'date' else v}, {'source': 'https://github.com/astral-sh/uv/issues/8747'}),
    ('triple-quoted', 'A triple-quoted f-string in an indented function', ['leading-newline', 'lines-indented', 'trailing-newline'], 'get', {'join': lambda lines: '\n' + ''.join(f'    {line}\n' for line in lines)}),
    ('triple-dedent', 'textwrap.dedent of a triple-quoted string, so a line end stays at each end', ['leading-newline', 'trailing-newline'], 'delete', {'join': lambda lines: textwrap.dedent('\n' + ''.join(f'    {line}\n' for line in lines))}),
    ('linesep', 'os.linesep on Windows', ['crlf'], 'get query', {'join': '\r\n'.join}),
    ('raw-string', "r'\\n'.join", ['joined-with-escaped-newline'], 'body', {'join': r'\n'.join}),
    ('empty-join', "''.join(lines)", ['joined-with-nothing'], 'post', {'join': ''.join}),
    ('comma-space', "', '.join(lines)", ['joined-with-comma'], 'body', {'join': ', '.join}),
    ('title-case', 'The names as in the dictionary of headers', ['names-in-capitals'], 'get bank', {'line': lambda n, v: f'{n.title()}: {v}'}),
    ('dict-repr', 'str(headers) is signed', [], 'get', {'bytes': lambda t: str(dict(line.split(': ', 1) for line in t.split('\n'))).encode()}, {'cause': "Python's form of a dictionary of the headers is signed", 'says': ['dict|JSON|python|other form']}),
    ('pss', "padding.PSS with MAX_LENGTH, the first example of cryptography's documentation", ['pss'], 'body', {'sign': lambda d: key.sign(d, padding.PSS(padding.MGF1(hashes.SHA256()), padding.PSS.MAX_LENGTH), hashes.SHA256())}),
    ('hash-then-sign', 'The SHA-256 of the string is handed to sign() with SHA256() instead of Prehashed', ['hashed-twice'], 'get', {'bytes': lambda t: hashlib.sha256(t.encode()).digest()}),
    ('hexdigest-then-sign', 'hexdigest() of the string is handed to sign()', ['hex-of-hash'], 'body', {'bytes': lambda t: hashlib.sha256(t.encode()).hexdigest().encode()}),
    ('sha1', 'hashes.SHA1()', ['hash-sha1'], 'psu', {'sign': lambda d: key.sign(d, padding.PKCS1v15(), hashes.SHA1())}),
    ('sha512-signature', 'hashes.SHA512(), as the bank before wanted', ['hash-sha512'], 'body', {'sign': lambda d: key.sign(d, padding.PKCS1v15(), hashes.SHA512())}),
    ('hex-signature', 'signature.hex()', ['signature-hex'], 'get', {'encode': bytes.hex}),
    ('urlsafe', 'urlsafe_b64encode', ['signature-base64url'], 'body', {'encode': lambda raw: base64.urlsafe_b64encode(raw).decode()}),
    ('encodebytes-spaces', 'encodebytes, its line ends replaced by spaces since requests refuses them', ['signature-white-space'], 'get', {'encode': lambda raw: base64.encodebytes(raw).decode().strip().replace('\n', ' ')}, {'source': 'https://github.com/OCA/connector-magento/pull/157'}),
    ('serial-int', 'certificate.serial_number, a number', ['serial-decimal'], 'get', {'key_id': f"SN={certificate.serial_number},{KEY_ID['own'].split(',', 1)[1]}"}),
    ('serial-hex-prefix', 'hex(certificate.serial_number)', ['serial-prefix'], 'body', {'key_id': f"SN={hex(certificate.serial_number)},{KEY_ID['own'].split(',', 1)[1]}"}),
    ('issuer-str', 'str(certificate.issuer), which is <Name(…)>', ['issuer-attribute-unknown | issuer-wrong'], 'get', {'key_id': f'SN={certificate.serial_number:X},CA={certificate.issuer}'}, {'cause': "Python's form <Name(…)> around the name"}),
    ('issuer-loop', 'A loop over the attributes with their long names, in the order of the certificate', ['issuer-reversed', 'issuer-attribute-unknown'], 'body', {'key_id': f'SN={certificate.serial_number:X},CA=' + ', '.join(f'{a.oid._name}={a.value}' for a in certificate.issuer)}),
    ('issuer-letters-loop', 'The same loop for an issuer with letters and a comma that is not escaped; http.client sends it in ISO-8859-1', ['SIG-04', '? issuer-wrong', '? key-id-form', '? issuer-reversed'], 'get', {'certificate': 'letters', 'sign': lambda d: letters_key.sign(d, padding.PKCS1v15(), hashes.SHA256()), 'key_id': f'SN={letters.serial_number:X},CA=' + ','.join(f'{a.rfc4514_attribute_name}={a.value}' for a in letters.issuer)}),
    ('subject', 'certificate.subject.rfc4514_string()', ['issuer-is-subject'], 'delete', {'key_id': f'SN={certificate.serial_number:X},CA={certificate.subject.rfc4514_string()}'}),
    ('two-uuids', 'uuid4() is called once for the header and once for the string', [], 'get', {'value': lambda n, v, c: str(uuid.uuid4()) if n == 'x-request-id' else v}, {'cause': 'the id that was signed is not known to anyone else'}),
    ('uuid-hex', 'uuid.hex is signed, str(uuid) is sent', ['id-form'], 'psu', {'value': lambda n, v, c: uuid.UUID(v).hex if n == 'x-request-id' else v}),
    ('redirect-latin1', 'A redirect with ø as a str: http.client sends ISO-8859-1, the string is signed in UTF-8', ['latin1-instead-of-utf8'], 'get', {'headers': {'TPP-Redirect-URI': 'https://app.betallett.example/retur?kunde=Rør'}}),
    ('quote', 'urllib.parse.quote(redirect) is signed', ['redirect-percent-encoded'], 'body', {'value': lambda n, v, c: requests.utils.quote(v) if n == 'tpp-redirect-uri' else v}),
    ('unquote', 'urllib.parse.unquote(redirect) is signed', ['redirect-percent-decoded'], 'body corporate', {'value': lambda n, v, c: requests.utils.unquote(v) if n == 'tpp-redirect-uri' else v}),
    ('none-body', "The digest of a body-less request is signed, the Digest header is left out", ['SIG-08'], 'get', {'names': ['date', 'digest', 'x-request-id', 'tpp-redirect-uri'], 'value': lambda n, v, c: 'SHA-256=' + sha256(b'') if n == 'digest' else v}),
    ('target-url', '(request-target) with response.request.url', ['request-target-absolute'], 'body letters psu', {**target(lambda c: f"{c['method'].lower()} http://127.0.0.1:8080{c['path']}"), 'names': ['(request-target)', *POSTS]}),
    ('target-upper', '(request-target) with request.method, which requests keeps in capitals', ['request-target-capitals'], 'delete', {**target(lambda c: f"{c['method']} {c['path']}"), 'names': ['(request-target)', 'date', 'x-request-id', 'psu-id', 'tpp-redirect-uri']}),
    ('newline-and-hex', 'print() wrote the string to a file, and the signature is hexadecimal', ['trailing-newline', 'signature-hex'], 'get', {'join': lambda lines: '\n'.join(lines) + '\n', 'encode': bytes.hex}),
    ('compact-and-serial', 'json= sends spaces, and the serial number is a number', ['body-minified', 'serial-decimal'], 'body bulk', {**digest(lambda o: json.dumps(o, separators=(',', ':'))), 'key_id': f"SN={certificate.serial_number},{KEY_ID['own'].split(',', 1)[1]}"}),
    ('sha1-and-crlf', 'SHA1 and CRLF', ['hash-sha1', 'crlf'], 'body', {'join': '\r\n'.join, 'sign': lambda d: key.sign(d, padding.PKCS1v15(), hashes.SHA1())}),
    ('headers-with-commas', 'The names in headers are separated by commas', ['SIG-08 | SIG-03'], 'get', {'header': lambda k, h, s: f'keyId="{k}",algorithm="rsa-sha256",headers="{h.replace(" ", ",")}",signature="{s}"'}),
    ('unquoted', 'The parameters stand without quotation marks', ['SIG-03'], 'body', {'header': lambda k, h, s: f'keyId={k},algorithm=rsa-sha256,headers={h},signature={s}'}),
    ('semicolons', 'The parameters are separated by semicolons', ['SIG-03'], 'get', {'header': lambda k, h, s: f'keyId="{k}";algorithm="rsa-sha256";headers="{h}";signature="{s}"'}),
], sign, send)
