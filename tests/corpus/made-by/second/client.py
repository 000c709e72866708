# What the Python programs share: the kit, the contexts, a signer as a developer writes it, and the note
# about the next request.
import base64, hashlib, json, os, uuid
from email.utils import formatdate

KIT, NOTES, BANK = (os.environ[name] for name in ('KIT', 'NOTES', 'BANK'))
HERE = os.path.dirname(os.path.abspath(__file__))
CONTEXTS = json.load(open(os.path.join(HERE, 'contexts.json')))
SIGNABLE = ['date', 'digest', 'x-request-id', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri']
KEY_ID = {
    'multi': 'SN=20190417,CA=CN=Tillitsrot Seal CA 2-1 2024,2.5.4.97=NTRDE-HRB74346,OU=Trust Services,O=Tillitsrot GmbH,L=Berlin,ST=Berlin,C=DE',
    'own': 'SN=4F3AC29B07D1E86C,CA=CN=Nordic Trust Class 3 CA G2 QC Seal,2.5.4.97=NTRNO-983163327,O=Nordic Trust AS,C=NO',
    'letters': r'SN=D7B20A5E9914C3F18A6620,CA=CN=Bl\C3\A5b\C3\A6r Tillit Utsteder\, Klasse 2,OU=Kvalifisert segl,O=Bl\C3\A5b\C3\A6r Tillit AS,C=NO',
}


def kit(name):
    return open(os.path.join(KIT, name), 'rb').read()


taken = {}


def following(tags=''):
    fitting = [c for c in CONTEXTS if all(t in c['tags'] + ['psu' if c.get('psu') else ''] for t in tags.split())]
    at = taken.get(tags, 0)
    taken[tags] = at + 1
    return fitting[at % len(fitting)]


def note(about, signed):
    with open(NOTES, 'a') as notes:
        notes.write(json.dumps({**about, 'signed': base64.b64encode(signed).decode()}) + '\n')


def sha256(data):
    return base64.b64encode(hashlib.sha256(data).digest()).decode()


class Request:
    """One signed request; every step can be replaced by a keyword, which stands for a line of a program."""

    def __init__(self, context, sign, **slip):
        step = lambda name, default: slip.get(name, default)
        self.method, self.path = context['method'], context['path']
        self.url, self.object = BANK + context['path'], context.get('body')
        headers = {'X-Request-ID': str(uuid.uuid4()), 'TPP-Redirect-URI': context['redirect']}
        if context.get('psu'):
            headers['PSU-ID'] = '0b9d2f61-5d2c-4c2e-8f4b-3b7c6e0d9a44'
        if context.get('corporate'):
            headers['PSU-Corporate-ID'] = '7d5f1c02-93a6-4a0e-b1f8-5c2e4d6f8a90'
        headers.update({'TPP-Session-ID': '6f2d0c1e9b', 'PSU-IP-Address': '203.0.113.58'})
        headers.update(step('headers', {}))
        headers['Date'] = step('date', lambda: formatdate(usegmt=True))()
        self.body = None
        if self.object is not None:
            self.body = step('serialize', lambda o: json.dumps(o))(self.object).encode()
            headers['Digest'] = step('digest', lambda body, o: 'SHA-256=' + sha256(body))(self.body, self.object)
            headers['Content-Type'] = 'application/json'
        lower = {name.lower(): value for name, value in headers.items()}
        names = step('names', [name for name in SIGNABLE if name in lower])
        value = step('value', lambda name, plain, context: plain)
        target = '%s %s' % (self.method.lower(), self.path)
        lines = [
            step('line', lambda n, v: f'{n}: {v}')(name, value(name, target if name == '(request-target)' else lower.get(name), context))
            for name in names
        ]
        text = step('join', '\n'.join)(lines)
        self.signed = step('bytes', lambda t: t.encode())(text)
        signature = step('encode', lambda raw: base64.b64encode(raw).decode())(sign(self.signed))
        key_id = step('key_id', KEY_ID[step('certificate', 'own')])
        headers['TPP-Signature-Certificate'] = kit(step('certificate', 'own') + '.b64').decode().strip()
        headers['Signature'] = step('header', lambda k, h, s: f'keyId="{k}",algorithm="rsa-sha256",headers="{h}",signature="{s}"')(key_id, ' '.join(names), signature)
        self.headers = headers
        self.body = step('sent', lambda body, o: body)(self.body, self.object)
        for name, text in step('later', {}).items():
            headers[name] = text


def run(rows, sign, send):
    for row in rows:
        name, what, expects, tags, slip = row[:5]
        more = row[5] if len(row) > 5 else {}
        slip = dict(slip)
        own_send, about_signed = slip.pop('send', send), slip.pop('signed', None)
        request = Request(following(tags), slip.pop('sign', sign), **slip)
        if 'certificate' in slip:
            more = {**more, 'certificate': slip['certificate']}
        note({'id': name, 'what': what, 'expects': expects, **more}, about_signed(request) if about_signed else request.signed)
        try:
            own_send(request)
        except Exception as error:
            print(name, type(error).__name__, error)
