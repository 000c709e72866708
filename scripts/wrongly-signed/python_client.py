"""A signing client as a Python developer writes it, for the hand-made corpus: nothing of Sandbank in it."""
import base64
import datetime
import email.header
import email.utils
import hashlib
import json
import subprocess
import sys

WORK = sys.argv[1]
NOW = datetime.datetime(2026, 11, 3, 9, 5, 7, tzinfo=datetime.timezone.utc)
DATE = email.utils.format_datetime(NOW, usegmt=True)
REDIRECT = 'https://tpp.example/retur?state=a%2Fb%20c&kunde=Bl%C3%A5b%C3%A6r#ferdig'
PAYMENT = {
    'instructedAmount': {'currency': 'NOK', 'amount': '1250.00'},
    'creditorName': 'Blåbær & Søstre AS',
    'creditorAccount': {'bban': '15032080119'},
    'remittanceInformationUnstructured': 'Leie for høsten',
}
COMPACT = json.dumps(PAYMENT, ensure_ascii=False, separators=(',', ':')).encode()
entries = []


def openssl(*args, data=b''):
    return subprocess.run(['openssl', *args], input=data, cwd=WORK, check=True, capture_output=True).stdout


def b64(data):
    return base64.b64encode(data).decode()


def sha256(data):
    return b64(hashlib.sha256(data).digest())


def sign(data, key='tpp', digest='sha256'):
    return openssl('dgst', '-' + digest, '-sign', key + '.key', data=data)


def key_id(cert='tpp'):
    def ask(what):
        out = openssl('x509', '-in', cert + '.pem', '-noout', what, '-nameopt', 'RFC2253').decode()
        return out.strip().split('=', 1)[1]
    return 'SN=%s,CA=%s' % (ask('-serial'), ask('-issuer'))


def payment(body=COMPACT, redirect=REDIRECT, **more):
    """The headers to sign of a payment, in order."""
    headers = {
        'Date': DATE,
        'Digest': 'SHA-256=' + sha256(body),
        'X-Request-ID': '99391c7e-ad88-49ec-a2ad-99ddcb1f7721',
        'PSU-ID': '6c875382-8963-4617-a931-738c9b8bae7f',
        'TPP-Redirect-URI': redirect,
    }
    headers.update(more)
    return headers


def reading(redirect=REDIRECT, **more):
    headers = payment(b'', redirect, **more)
    del headers['Digest']
    return headers


def lines(headers, colon=': '):
    return [name.lower() + colon + value for name, value in headers.items()]


def text(headers):
    return '\n'.join(lines(headers))


def add(title, headers, signed, expect, note, body=b'', target=None, refused='SIG-10', says=(),
        listed=None, cert='tpp', key='tpp', signature=None, value=None, keyid=None, sent=None):
    """signed: text or bytes; signature: what stands between the quotes; value: the whole header."""
    raw = signed.encode() if isinstance(signed, str) else signed
    if signature is None:
        signature = b64(sign(raw, key))
    names = listed or ' '.join(headers).lower()
    if value is None:
        value = 'keyId="%s",algorithm="rsa-sha256",headers="%s",signature="%s"' % (
            keyid or key_id(cert), names, signature)
    on_wire = dict(sent or headers)
    on_wire['TPP-Signature-Certificate'] = b64(open(f'{WORK}/{cert}.der', 'rb').read())
    on_wire['Signature'] = value
    if body:
        on_wire['Content-Type'] = 'application/json'
    method = 'POST' if body else 'GET'
    entries.append({
        'title': title, 'madeWith': 'Python 3.11 and openssl', 'method': method,
        'target': target or ('/v1/payments/norwegian-domestic-credit-transfers' if body else '/v1/accounts?withBalance=true'),
        'headers': [[n, v.encode('utf-8').decode('latin-1') if isinstance(v, str) else v.decode('latin-1')]
                    for n, v in on_wire.items()],
        'body': b64(body), 'refusedBy': refused, 'expect': expect, 'says': list(says), 'note': note})


def one(*names):
    return {'mistakes': list(names)}
