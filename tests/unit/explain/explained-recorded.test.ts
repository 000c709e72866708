// SIG-15: the whole explanations of many refused requests, with what comes next: recorded, so that what is said for each is
// known.
import { describe, test } from '@jest/globals';
import { createExplainer } from '../../../server/insight/explain/create-explainer.ts';
import type { EarlierRequest } from '../../../server/insight/explain/explanation.ts';
import { pemOf } from '../../support/own-certificate.ts';
import { expectRecorded } from '../../support/recorded.ts';
import { BODY, type Draft, digest } from '../signing/support.ts';
import { CASES, issuing, own, READ, renewed, tpp, unknown } from './recorded-requests.ts';
import { shownReadings } from './recorded-texts.ts';
import { ABOUT, requestOf, tell, verdictOn } from './support.ts';

function linesOf(title: string, change: Partial<Draft>, earlier?: readonly EarlierRequest[]) {
  const request = requestOf(tpp, change);
  const refusal = verdictOn(request);
  if (refusal === undefined) return [`${title}: accepted`];
  const explainer = createExplainer({ authorities: () => [pemOf(issuing)] });
  explainer.know('default', renewed.certificate);
  explainer.know('default', own.certificate);
  const about = earlier === undefined ? ABOUT : { ...ABOUT, earlier: () => earlier };
  const told = tell(explainer, request, refusal, about);
  if (told === undefined) return [`${title}: ${refusal.message}`];
  const { rule, sentence, readings, tried, next, signature, ...texts } = told;
  const { bankString, signedString, expectedKeyId } = texts;
  const has = Object.entries({ bankString, signedString, expectedKeyId }).flatMap(([name, text]) =>
    text === undefined ? [] : [`${name} ${text.length}`],
  );
  return [
    `${title}: ${rule} ${tried}, ${[...has, signature?.form ?? ''].join(', ')}`,
    `  ${sentence}`,
    ...readings.map((one) => `  - ${shownReadings([one])}`),
    ...next.map((one) => `  + ${one.rule} ${one.text}`),
  ];
}

const earlierOf = (id: string, change: Partial<Draft>): EarlierRequest => {
  const { method, target, headers } = requestOf(tpp, change);
  const rawHeaders = headers.names().flatMap((name) => [name, headers.get(name) ?? '']);
  return { id, method, target, rawHeaders };
};
const EARLIER = [
  earlierOf('x3', { headers: { 'psu-id': 'another person', 'x-request-id': 'x3' } }),
  earlierOf('x2', { ...READ, headers: { 'x-request-id': 'x2' } }),
  earlierOf('x1', { body: '{"first":1}', headers: { 'x-request-id': 'x1' } }),
];
const signatureOf = (at: number) => {
  const value = EARLIER[at]?.rawHeaders ?? [];
  return value[value.indexOf('signature') + 1] as string;
};

/** Mixed up with one of the earlier ones. */
const MIXED: Readonly<Record<string, Partial<Draft>>> = {
  'the signature of the first': { header: () => signatureOf(2) },
  'the signature of a read': { ...READ, header: () => signatureOf(1) },
  'the signature of the newest': { header: () => signatureOf(0) },
  'the id of the first': { signed: (text) => text.replace(/b96e\S+/, 'x1') },
  'the digest of the first': { headers: { digest: digest('{"first":1}') } },
  'the digest of the first, without a certificate': {
    certificate: undefined,
    headers: { digest: digest('{"first":1}') },
  },
  'the digest of the first, an id twice': {
    headers: { digest: digest('{"first":1}'), 'psu-id': ['a', 'b'] },
  },
  'the digest of the first, an id twice, no name in the list': {
    headers: { digest: digest('{"first":1}'), 'psu-id': ['a', 'b'] },
    header: (value) => value.replace(/headers="[^"]*"/, 'headers="x"'),
  },
  'the digest of the first, signed': {
    signed: (text) => text.replace(digest(BODY), digest('{"first":1}')),
  },
  'the digest and the id of the first': {
    signed: (text) => text.replace(digest(BODY), digest('{"first":1}')).replace(/b96e\S+/, 'x1'),
  },
  'the person and the id of the newest': {
    signed: (text) => text.replace(/b96e\S+/, 'x3').replace(/6c87\S+/, 'another person'),
  },
  'nothing of them': { signed: unknown },
  'an unknown digest': { headers: { digest: digest('unknown') } },
};

describe('SIG-15: the explanations of many requests are recorded', () => {
  test('SIG-15: of each by itself', () => {
    const lines = Object.entries(CASES).flatMap(([title, change]) => linesOf(title, change));
    expectRecorded('explain/explained.txt', lines);
  });

  test('SIG-15: of some that are mixed up with earlier ones', () => {
    const lines = Object.entries(MIXED).flatMap(([title, change]) =>
      linesOf(title, change, EARLIER),
    );
    expectRecorded('explain/explained-earlier.txt', lines);
  });
});
