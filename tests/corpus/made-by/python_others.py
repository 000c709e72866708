# httpx, urllib, aiohttp, httpsig, PyCryptodome, pyOpenSSL, jwcrypto and python-jose.
import asyncio, base64, hashlib, json, urllib.request, warnings
warnings.simplefilter('ignore')
import aiohttp, httpx
from Cryptodome.Hash import SHA, SHA256, SHA3_256
from Cryptodome.PublicKey import RSA
from Cryptodome.Signature import pkcs1_15, pss
from httpsig import HeaderSigner
from jose import jws
from OpenSSL import crypto
from client import KEY_ID, SIGNABLE, kit, run, sha256

key = RSA.import_key(kit('own.key'))
openssl = crypto.load_certificate(crypto.FILETYPE_PEM, kit('own.pem'))
sign = lambda data: pkcs1_15.new(key).sign(SHA256.new(data))
with_httpx = lambda r: httpx.request(r.method, r.url, headers=r.headers, content=r.body)
httpx_json = lambda r: httpx.request(r.method, r.url, headers={k: v for k, v in r.headers.items()}, json=r.object)


def with_urllib(r):
    urllib.request.urlopen(urllib.request.Request(r.url, data=r.body, headers=r.headers, method=r.method))


def with_aiohttp(r):
    async def go():
        async with aiohttp.ClientSession() as session:
            await session.request(r.method, r.url, headers=r.headers, data=r.body)
    asyncio.run(go())


def aiohttp_json(r):
    async def go():
        async with aiohttp.ClientSession() as session:
            await session.request(r.method, r.url, headers={k: v for k, v in r.headers.items() if k != 'Content-Type'}, json=r.object)
    asyncio.run(go())


def by_httpsig(headers, prefix='Signature ', into='Signature'):
    """The library's own signer; what it returns for Authorization goes into the header of that name."""
    def send(r):
        signer = HeaderSigner(KEY_ID['own'], kit('own.key'), algorithm='rsa-sha256', headers=headers)
        r.headers.pop('Signature')
        out = signer.sign(dict(r.headers, Host='127.0.0.1:8080'), host='127.0.0.1:8080', method=r.method, path=r.path)
        r.headers[into] = out['authorization'].replace('Signature ', prefix, 1)
        with_urllib(r)
    return send


def httpsig_text(headers):
    from httpsig.utils import generate_message
    def text(r):
        from httpsig.utils import CaseInsensitiveDict
        return generate_message(headers, CaseInsensitiveDict(dict(r.headers, Host='127.0.0.1:8080')), '127.0.0.1:8080', r.method, r.path)
    return text


jose_header = base64.urlsafe_b64encode(json.dumps({'alg': 'RS256', 'typ': 'JWT'}, separators=(',', ':'), sort_keys=True).encode()).decode().rstrip('=')
HTTPSIG = ['date', 'x-request-id', 'tpp-redirect-uri']

run([
    ('httpx-json', 'The digest is of compact JSON; httpx 0.23 sends json= with spaces', ['body-minified'], 'body bulk', {'digest': lambda b, o: 'SHA-256=' + sha256(json.dumps(o, separators=(',', ':')).encode()), 'send': httpx_json}, {'stack': 'httpx'}),
    ('httpx-newer', 'The digest is of json.dumps with spaces, as httpx sent it before 0.28; the body is sent compact, as it does now', ['body-spaced'], 'body bulk', {'serialize': lambda o: json.dumps(o, separators=(',', ':'), ensure_ascii=False), 'digest': lambda b, o: 'SHA-256=' + sha256(json.dumps(o).encode())}, {'stack': 'httpx'}),
    ('httpx-newer-letters', 'The same with letters that are not ASCII', ['body-spaced', '? body-json-escaped'], 'body letters', {'serialize': lambda o: json.dumps(o, separators=(',', ':'), ensure_ascii=False), 'digest': lambda b, o: 'SHA-256=' + sha256(json.dumps(o).encode())}, {'stack': 'httpx'}),
    ('httpx-names', 'response.request.headers in its own order, with host and accept', ['SIG-08'], 'get', {'names': ['accept', 'date', 'x-request-id', 'tpp-redirect-uri'], 'headers': {'Accept': '*/*'}}, {'stack': 'httpx'}),
    ('httpx-no-end', 'A file with the string ends in a line feed', ['trailing-newline'], 'get query', {'join': lambda lines: '\n'.join(lines) + '\n'}, {'stack': 'httpx'}),
    ('urllib-capitals', "urllib writes the names as 'X-request-id', and so does the string", ['names-in-capitals'], 'get', {'line': lambda n, v: f'{n.capitalize()}: {v}', 'send': with_urllib}, {'stack': 'urllib'}),
    ('urllib-quote-target', '(request-target) is quoted once more', ['request-target-encoded'], 'encoded', {'names': ['(request-target)', 'date', 'x-request-id', 'psu-id', 'tpp-redirect-uri'], 'value': lambda n, v, c: c['method'].lower() + ' ' + urllib.request.quote(c['path'], safe='/?&=') if n == '(request-target)' else v, 'send': with_urllib}, {'stack': 'urllib'}),
    ('urllib-form', 'urlencode(payload) is sent, json.dumps(payload) is hashed', [], 'body bulk', {'sent': lambda b, o: urllib.parse.urlencode(o).encode(), 'send': with_urllib}, {'stack': 'urllib', 'cause': 'the body was sent as a form, the digest is of JSON', 'says': ['form|urlencoded|name=value']}),
    ('aiohttp-json', 'The digest is of JSON in UTF-8 without escapes; aiohttp sends json= with escapes', ['body-json-escaped'], 'body letters', {'digest': lambda b, o: 'SHA-256=' + sha256(json.dumps(o, ensure_ascii=False).encode()), 'send': aiohttp_json}, {'stack': 'aiohttp'}),
    ('aiohttp-yarl', 'yarl writes the address of the redirect anew, %2F becomes /', ['redirect-percent-decoded | redirect-normalised | redirect-percent-encoded'], 'query psu', {'value': lambda n, v, c: str(__import__('yarl').URL(v)) if n == 'tpp-redirect-uri' else v, 'send': with_aiohttp}, {'stack': 'aiohttp'}),
    ('aiohttp-target', 'aiohttp writes %20 as it was; str(url.relative()) is human-readable', ['request-target-decoded'], 'encoded', {'names': ['(request-target)', 'date', 'x-request-id', 'psu-id', 'tpp-redirect-uri'], 'value': lambda n, v, c: c['method'].lower() + ' ' + __import__('yarl').URL('http://x' + c['path'], encoded=True).relative().human_repr() if n == '(request-target)' else v, 'send': with_aiohttp}, {'stack': 'aiohttp'}),
    ('httpsig-authorization', 'HeaderSigner.sign() puts the signature into Authorization', ['SIG-01 | SIG-03'], 'get', {'send': by_httpsig(HTTPSIG, into='Authorization'), 'signed': httpsig_text(HTTPSIG)}, {'stack': 'httpsig'}),
    ('httpsig-prefix', "What httpsig made for Authorization is put into Signature with its word 'Signature'", ['SIG-03'], 'get', {'send': by_httpsig(HTTPSIG), 'signed': httpsig_text(HTTPSIG)}, {'stack': 'httpsig'}),
    ('httpsig-host', "httpsig signs (request-target) and host, the example of its readme", ['SIG-08'], 'get', {'send': by_httpsig(['(request-target)', 'host', 'date'], prefix=''), 'signed': httpsig_text(['(request-target)', 'host', 'date'])}, {'stack': 'httpsig'}),
    ('httpsig-default', "httpsig's default: only date is signed", ['SIG-08'], 'get', {'send': by_httpsig(['date'], prefix=''), 'signed': httpsig_text(['date'])}, {'stack': 'httpsig'}),
    ('crypto-sha', 'SHA of Crypto.Hash, which is SHA-1', ['hash-sha1'], 'body', {'sign': lambda d: pkcs1_15.new(key).sign(SHA.new(d))}, {'stack': 'pycryptodome'}),
    ('crypto-pss', 'pss.new(key)', ['pss'], 'get', {'sign': lambda d: pss.new(key).sign(SHA256.new(d))}, {'stack': 'pycryptodome'}),
    ('crypto-sha3', 'SHA3_256 was taken for SHA256', ['hash-other'], 'body', {'sign': lambda d: pkcs1_15.new(key).sign(SHA3_256.new(d))}, {'stack': 'pycryptodome'}),
    ('crypto-hash-of-hex', 'SHA256.new(hexdigest)', ['hex-of-hash'], 'delete', {'bytes': lambda t: hashlib.sha256(t.encode()).hexdigest().encode()}, {'stack': 'pycryptodome'}),
    ('crypto-str', 'str(signature) in base64: the text of the bytes literal', ['signature-as-text | signature-quoted'], 'get', {'encode': lambda raw: base64.b64encode(raw.decode('latin1').encode('utf8')).decode()}, {'stack': 'pycryptodome'}),
    ('openssl-issuer', 'get_issuer().get_components(), in the order of the certificate', ['issuer-reversed'], 'get', {'key_id': 'SN=%X,CA=%s' % (openssl.get_serial_number(), ','.join(f'{k.decode()}={v.decode()}' for k, v in openssl.get_issuer().get_components()))}, {'stack': 'pyOpenSSL'}),
    ('openssl-issuer-object', 'The X509Name object is formatted', ['issuer-attribute-unknown | issuer-one-line | issuer-wrong'], 'body', {'key_id': 'SN=%X,CA=%s' % (openssl.get_serial_number(), openssl.get_issuer())}, {'stack': 'pyOpenSSL', 'cause': "pyOpenSSL's <X509Name object '/C=…'> instead of a name"}),
    ('openssl-digest', "crypto.sign(key, text, 'sha512')", ['hash-sha512'], 'get', {'sign': lambda d: crypto.sign(crypto.load_privatekey(crypto.FILETYPE_PEM, kit('own.key')), d, 'sha512')}, {'stack': 'pyOpenSSL'}),
    ('jws-detached', 'A detached JWS instead of the bare signature, as in the UK and with JAdES', ['signature-container'], 'body', {'bytes': lambda t: (jose_header + '.' + base64.urlsafe_b64encode(t.encode()).decode().rstrip('=')).encode(), 'encode': lambda raw: jose_header + '..' + base64.urlsafe_b64encode(raw).decode().rstrip('=')}, {'stack': 'python-jose'}),
], sign, with_httpx)
