// What a client mixes up with an earlier request of its own: found only if that one's signature was right.
import { expect, test } from '@jest/globals';
import { createExplainer } from '../../../server/insight/explain/create-explainer.ts';
import type { EarlierRequest } from '../../../server/insight/explain/explanation.ts';
import type { SignedRequest } from '../../../server/signing/signature-checks.ts';
import { type Draft, digest, mint } from '../signing/support.ts';
import { ABOUT, namesOf, ownTpp, refusalOf, requestOf, tell } from './support.ts';

const tpp = await ownTpp();
const other = await mint({ name: 'Another TPP' });

const flat = ({ headers }: SignedRequest) =>
  headers.names().flatMap((name) => [name, headers.get(name) ?? '']);
const inLog = (id: string, request: SignedRequest): EarlierRequest => {
  const { method, target } = request;
  return { id, method, target, rawHeaders: flat(request) };
};
const FIRST: Partial<Draft> = {
  headers: { 'x-request-id': '4f0c5ab1-0b1f-4d4e-9d7c-0a3c3f0a7a11', 'psu-id': 'psu-of-before' },
};
const before = [inLog('x6', requestOf(other)), inLog('x7', requestOf(tpp, FIRST))];
const told = (request: SignedRequest, earlier = before) => {
  const about = { ...ABOUT, earlier: () => earlier };
  const said = tell(createExplainer(), request, refusalOf(request), about);
  if (said === undefined) throw new Error('not explained');
  return { names: namesOf(said), sentence: said.sentence };
};
const line = (name: string, value: string) => (text: string) =>
  text.replace(new RegExp(`^${name}: .*`, 'm'), `${name}: ${value}`);

test('SIG-15: the signature of an earlier request, and what differs', () => {
  const signature = requestOf(tpp, FIRST).headers.get('signature');
  expect(told(requestOf(tpp, { header: () => signature }))).toEqual({
    names: ['earlier-request'],
    sentence:
      'The signature is that of your earlier request x7, but x-request-id and psu-id differ; sign each request anew, with its own values.',
  });
});

const ofBefore = line('psu-id', 'psu-of-before');
const bothOfBefore = (text: string) =>
  line('x-request-id', '4f0c5ab1-0b1f-4d4e-9d7c-0a3c3f0a7a11')(ofBefore(text));

test.each([
  ['psu-id', 'another', ofBefore],
  ['x-request-id and psu-id', 'others', bothOfBefore],
])('SIG-15: %s of an earlier request in the string', (names, what, signed) => {
  const headers = { 'tpp-redirect-uri': 'https://tpp.example/now' };
  expect(told(requestOf(tpp, { headers, signed }))).toEqual({
    names: ['earlier-request'],
    sentence: `The string that was signed has ${names} as in your earlier request x7, and this one came with ${what}; sign each as it is sent, or find what changes it on the way.`,
  });
});

test('SIG-15: the Digest of an earlier request, if the client has signed it', () => {
  const headers = { digest: digest('{"amount":"99.00"}') };
  const earlier = [inLog('x8', requestOf(tpp, { headers }))];
  const mixed = requestOf(tpp, { headers });
  expect(told(mixed, earlier)).toEqual({
    names: ['earlier-request'],
    sentence:
      'The Digest is that of the body of your earlier request x8: either it was not made anew, or that body was sent again and changed on its way; compare the bodies of both in the request log.',
  });
  // The newest of several, which is the first.
  const older = { ...(earlier[0] as EarlierRequest), id: 'x5' };
  expect(told(mixed, [...earlier, older]).sentence).toMatch(/ of your earlier request x8: /);
  // What came instead says more.
  for (const [body, says] of [
    ['', /The request came without a body: it was probably lost on the way/],
    ['iban=NO9386011117947&currency=EUR', /The body is a form \(name=value, urlencoded\)/],
  ] as const) {
    const lost = told(requestOf(tpp, { headers, body }), earlier);
    expect(lost.names).toEqual([]);
    expect(lost.sentence).toMatch(says);
  }
  // Whoever has a certificate only, learns nothing of what its owner has sent.
  const unsigned = requestOf(tpp, { headers, signed: (text) => `${text}\nnonce: 1` });
  expect(told(unsigned, earlier).names).toEqual([]);
});

test('SIG-15: nothing of what others have sent', () => {
  const theirs = [inLog('x9', requestOf(other, FIRST))];
  const mixed = requestOf(tpp, { signed: ofBefore });
  expect(told(mixed, theirs).names).toEqual([]);
  const signature = requestOf(other, FIRST).headers.get('signature');
  expect(told(requestOf(tpp, { header: () => signature }), theirs).sentence).not.toMatch(/x9/);
});

test('SIG-15: the log of requests is read when nothing else explains the refusal, and not before', () => {
  let reads = 0;
  const earlier = () => {
    reads += 1;
    return before;
  };
  const readsFor = (change: Partial<Draft>) => {
    reads = 0;
    const request = requestOf(tpp, change);
    tell(createExplainer(), request, refusalOf(request), { ...ABOUT, earlier });
    return reads;
  };
  expect(readsFor({ signed: (text) => `${text}\n` })).toBe(0);
  expect(readsFor({ headers: { digest: digest('') } })).toBe(0);
  expect(readsFor({ signed: ofBefore })).toBe(1);
  expect(readsFor({ headers: { digest: digest('{"amount":"99.00"}') } })).toBe(1);
});
