// Requests with mistakes of every kind: a good or wrongly signed one, then up to three things done to it
// on its way.
import fc from 'fast-check';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import type { SignedRequest } from '../../../server/signing/signature-checks.ts';
import type { Credentials } from '../signing/support.ts';
import { requestOf } from './support.ts';

const TARGET_SIGNED = ['(request-target)', 'date', 'x-request-id', 'psu-id', 'tpp-redirect-uri'];

/** A header list with its names, values and order as sent. */
type Flat = readonly string[];

function flatOf({ headers }: SignedRequest): string[] {
  return headers.names().flatMap((name) => headers.all(name).flatMap((value) => [name, value]));
}

type Change = (flat: string[], request: SignedRequest) => Partial<SignedRequest> & { flat?: Flat };

const anyText = fc.oneof(
  fc.string({ unit: fc.nat(255).map((code) => String.fromCharCode(code)), maxLength: 60 }),
  fc.constantFrom(
    '',
    ' ',
    '"',
    '\\',
    '\\"',
    '%',
    '%2',
    '=?utf-8?Q?=C3=B8?=',
    '=',
    '{}',
    'null',
    '\n',
    '\r\n',
    ':',
    '0',
    '-1',
    'SN=1,CA=C=NO',
  ),
  fc.base64String({ maxLength: 400 }),
);

/** One thing done to a request on its way. */
const change: fc.Arbitrary<Change> = fc.oneof(
  // A piece of a header's value is replaced, taken out, doubled, turned round or put elsewhere.
  fc.tuple(fc.nat(), fc.nat(), fc.nat(80), fc.oneof(anyText, fc.constantFrom(1, 2, 3))).map(
    ([which, from, length, put]): Change =>
      (flat) => {
        const at = (which % (flat.length / 2)) * 2 + 1;
        const value = flat[at] as string;
        const start = from % (value.length + 1);
        const piece = value.slice(start, start + length);
        const other =
          typeof put === 'string'
            ? put
            : [piece + piece, [...piece].reverse().join(''), piece.toUpperCase()][put - 1];
        return {
          flat: flat.with(at, value.slice(0, start) + other + value.slice(start + length)),
        };
      },
  ),
  // A header is left out, sent twice, sent under another name, or swapped with its neighbour.
  fc.tuple(fc.nat(), fc.constantFrom('out', 'twice', 'name', 'swap')).map(
    ([which, what]): Change =>
      (flat) => {
        const at = (which % (flat.length / 2)) * 2;
        const [name = '', value = ''] = flat.slice(at, at + 2);
        const rest = [...flat.slice(0, at), ...flat.slice(at + 2)];
        if (what === 'out') return { flat: rest };
        if (what === 'twice') return { flat: [...flat, name, value] };
        if (what === 'name') return { flat: flat.with(at, `x-${name}`) };
        return { flat: [...rest, name, value] };
      },
  ),
  fc.tuple(anyText, anyText).map(
    ([name, value]): Change =>
      (flat) => ({ flat: [...flat, name.replace(/[^a-z-]/gi, 'x') || 'x', value] }),
  ),
  fc.oneof(fc.json(), fc.string(), fc.constant('')).map(
    (body): Change =>
      () => ({ body: Buffer.from(body) }),
  ),
  fc.uint8Array({ maxLength: 300 }).map(
    (body): Change =>
      () => ({ body: Buffer.from(body) }),
  ),
  fc.constantFrom('GET', 'post', 'DELETE', 'X').map(
    (method): Change =>
      () => ({ method }),
  ),
  anyText.map(
    (target): Change =>
      () => ({ target: `/${target}` }),
  ),
  fc.constant<Change>(() => ({})),
);

const start = fc.record({
  signed: fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => text,
    (text) => text.replaceAll('\n', '\r\n'),
    (text) => `${text}\n`,
    (text) => text.toLowerCase(),
    () => '',
  ),
  body: fc.constantFrom('', '{}', '{\n  "a": "ø"\n}\n', '[1, 2]'),
  names: fc.constantFrom(undefined, TARGET_SIGNED),
  keyId: fc.constantFrom(undefined, 'SN=1,CA=C=NO'),
});

/** @param tpp whose requests they are, asked for when the first is made */
export const mutatedRequests = (tpp: () => Credentials): fc.Arbitrary<SignedRequest> =>
  fc.tuple(start, fc.array(change, { maxLength: 3 })).map(([drawn, changes]) => {
    const { keyId = tpp().keyId, names, ...rest } = drawn;
    const own = names !== undefined && rest.body === '' ? { names } : {};
    let request = requestOf(tpp(), { ...rest, ...own, keyId });
    for (const apply of changes) {
      const { flat, ...others } = apply(flatOf(request), request);
      const headers = flat === undefined ? request.headers : new RawHeaders(flat);
      request = { ...request, ...others, headers };
    }
    return request;
  });
