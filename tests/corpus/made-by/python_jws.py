# python-jose: the whole JWS as the signature.
from jose import jws
from client import Request, kit, note, run
import httpx

sign = lambda data: jws.sign(data, kit('own.key').decode(), algorithm='RS256').encode()


def compact(about, context_tags, **slip):
    made = {}

    def whole(data):
        made['jws'] = sign(data).decode()
        return b''

    from client import following
    r = Request(following(context_tags), whole, encode=lambda raw: made['jws'], **slip)
    note(about, made['jws'].rsplit('.', 1)[0].encode())
    httpx.request(r.method, r.url, headers=r.headers, content=r.body)


compact({'id': 'compact', 'what': 'jws.sign(text) with RS256: the whole JWS as the signature', 'expects': ['signature-container'], 'stack': 'python-jose'}, 'get')
compact({'id': 'compact-body', 'what': 'The same, with CRLF in the text', 'expects': ['signature-container', 'crlf'], 'stack': 'python-jose'}, 'body', join='\r\n'.join)
