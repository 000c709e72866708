# requests and cryptography: how most Python programs sign.
import base64, hashlib, json, os, uuid
from email.utils import formatdate
import requests
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding

KIT, NOTES, BANK = (os.environ[name] for name in ('KIT', 'NOTES', 'BANK'))
CONTEXTS = json.load(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'contexts.json')))
AFTER_SERIAL = 'CA=CN=Nordic Trust Class 3 CA G2 QC Seal,2.5.4.97=NTRNO-983163327,O=Nordic Trust AS,C=NO'
OWN = 'SN=4F3AC29B07D1E86C,' + AFTER_SERIAL


def kit(name):
    return open(os.path.join(KIT, name), 'rb').read()


key = serialization.load_pem_private_key(kit('own.key'), None)
certificate = x509.load_pem_x509_certificate(kit('own.pem'))
sha256 = lambda data: base64.b64encode(hashlib.sha256(data).digest()).decode()
by_data = lambda method, url, headers, body, o: requests.request(method, url, headers=headers, data=body)
by_json = lambda method, url, headers, body, o: requests.request(method, url, headers=headers, json=o)


def row(name, what, expects, at, digest=lambda body, o: sha256(body), join='\n'.join, key_id=OWN, algorithm=hashes.SHA256(), send=by_data):
    """Signs context number `at` rightly, but for the keywords: each stands for a line of a program."""
    context = CONTEXTS[at]
    headers = {'Date': formatdate(usegmt=True)}
    body = None
    if 'body' in context:
        body = json.dumps(context['body']).encode()
        headers['Digest'] = 'SHA-256=' + digest(body, context['body'])
    headers.update({'X-Request-ID': str(uuid.uuid4()), 'TPP-Redirect-URI': context['redirect']})
    text = join([f'{name.lower()}: {value}' for name, value in headers.items()])
    names = ' '.join(headers).lower()
    signature = base64.b64encode(key.sign(text.encode(), padding.PKCS1v15(), algorithm)).decode()
    headers['Signature'] = f'keyId="{key_id}",algorithm="rsa-sha256",headers="{names}",signature="{signature}"'
    headers['TPP-Signature-Certificate'] = kit('own.b64').decode().strip()
    if body is not None:
        headers['Content-Type'] = 'application/json'
    note = {'id': name, 'what': what, 'expects': expects, 'stack': 'requests', 'signed': base64.b64encode(text.encode()).decode()}
    with open(NOTES, 'a') as notes:
        notes.write(json.dumps(note) + '\n')
    send(context['method'], BANK + context['path'], headers, body, context.get('body'))


compact = lambda body, o: sha256(json.dumps(o, separators=(',', ':')).encode())
row('json-compact', 'The digest is of compact JSON; json= sends it with spaces', ['body-minified', '? body-json-escaped'], 1, digest=compact, send=by_json)
row('linesep', 'os.linesep on Windows', ['crlf'], 0, join='\r\n'.join)
row('sha1', 'hashes.SHA1()', ['hash-sha1'], 0, algorithm=hashes.SHA1())
row('serial-int', 'certificate.serial_number, a number', ['serial-decimal'], 1, key_id=f'SN={certificate.serial_number},{AFTER_SERIAL}')
