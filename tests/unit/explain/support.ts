// A request that is refused, and what the explainer says of it.
import { expect } from '@jest/globals';
import { createExplainer } from '../../../server/insight/explain/create-explainer.ts';
import {
  type Explainer,
  type Explanation,
  Find,
} from '../../../server/insight/explain/explanation.ts';
import { MISTAKE_NAMES } from '../../../server/insight/explain/mistake-names.ts';
import { atOnce } from '../../../server/insight/explain/slices.ts';
import { ApiError } from '../../../server/protocol/errors.ts';
import type { SignedRequest } from '../../../server/signing/signature-checks.ts';
import { createVerifier } from '../../support/verifier.ts';
import { type Credentials, type Draft, draftOf, headersOf, mint, NOW } from '../signing/support.ts';

export const ABOUT = { bank: 'default', now: NOW } as const;

const verifier = createVerifier({ ownAuthorities: () => [] });

/** The test file's own TPP; call it in `beforeAll`, keys take their time. */
export const ownTpp = () => mint({ roles: ['PSP_AI', 'PSP_PI'] });

export function requestOf(credentials: Credentials, change: Partial<Draft> = {}): SignedRequest {
  const draft = draftOf(credentials, change);
  const { method, target, body } = draft;
  return { method, target, headers: headersOf(draft), body: Buffer.from(body) };
}

/** `undefined` where the request is accepted. Anything but an ApiError is thrown on. */
export function verdictOn(request: SignedRequest): ApiError | undefined {
  try {
    verifier.verify(request, NOW, 'none');
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** For a test that needs a sentence and no request. */
export function anyFind(): Find {
  const find = Find.of('', (text) => text === '');
  if (find === undefined) throw new Error('the test of a text is not asked');
  return find;
}

export function refusalOf(request: SignedRequest): ApiError {
  const refusal = verdictOn(request);
  if (refusal === undefined) throw new Error('it was accepted');
  return refusal;
}

export function tell(
  explainer: Explainer,
  ...given: Parameters<Explainer['explain']>
): Explanation | undefined {
  const work = explainer.explain(...given);
  return work && atOnce(work);
}

export function explained(
  request: SignedRequest,
  explainer: Explainer = createExplainer(),
): Explanation {
  const explanation = tell(explainer, request, refusalOf(request), ABOUT);
  if (explanation === undefined) throw new Error('not explained');
  expectWellFormed(explanation);
  return explanation;
}

/** `['crlf + trailing-newline']` */
export const namesOf = ({ readings }: Pick<Explanation, 'readings'>): readonly string[] =>
  readings.map(({ mistakes }) => mistakes.join(' + '));

/** What every explanation is, whatever the request. */
export function expectWellFormed({ sentence, readings, next, tried }: Explanation): void {
  for (const text of [sentence, ...next.map((one) => one.text)]) {
    expect(text).toMatch(/^[A-Z(].*\.$/su);
    expect(text.length).toBeLessThanOrEqual(512);
    // Controls, marks that turn text, halves of characters, what is not assigned.
    expect(text).not.toMatch(/[\p{C}\u2028\u2029]/u);
  }
  const unnamed = readings.flatMap(({ mistakes }) =>
    mistakes.filter((name) => !MISTAKE_NAMES.includes(name)),
  );
  expect(unnamed).toEqual([]);
  for (const reading of readings) {
    expect(reading.mistakes.length).toBeGreaterThan(0);
    expect(reading.sentence).toMatch(/^[A-Z].*\.$/su);
  }
  expect(tried).toBeLessThanOrEqual(12_000 + 4000);
}
