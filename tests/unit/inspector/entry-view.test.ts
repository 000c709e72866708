// What is text and what is bytes in an entry of the list: neither is taken for the other.
import { describe, expect, test } from '@jest/globals';
import { entryView } from '../../../server/insight/inspector/entry-view.ts';
import { seenRequest } from './sample-request.ts';

const SENTENCE = 'Write keyId="…": send CA=CN=Łukasz CA,O=Банк, not Blåbær.';
const refusal = {
  rule: 'SIG-06',
  code: 'BAD_REQUEST',
  status: 400,
  text: SENTENCE,
  details: {
    expected: 'CA=CN=Łukasz CA,O=Банк',
    got: Buffer.from('CA=CN=Šiška').toString('latin1'),
  },
} as const;

describe('CTRL-05: text and bytes', () => {
  const view = entryView(
    seenRequest({
      refusal,
      explanation: {
        rule: 'SIG-06',
        sentence: SENTENCE,
        readings: [{ mistakes: ['serial-of-another-certificate'], sentence: SENTENCE }],
        tried: 1,
        next: [],
      },
      findings: [{ rule: 'SIG-11', text: SENTENCE }],
      tpp: { id: 'PSDNO-FSA-1', name: 'Šiška «Ã¥» AS' },
      requestId: 'r-1',
      target: Buffer.from('/v1/Šiška').toString('latin1'),
    }),
  );

  test('CTRL-05: sentences and what a certificate says are shown as they are', () => {
    expect(view).toMatchObject({
      explanation: { sentence: SENTENCE, readings: [{ sentence: SENTENCE }] },
      findings: [{ text: SENTENCE }],
      tpp: { name: 'Šiška «Ã¥» AS' },
    });
    const verdict = view['verdict'] as readonly { readonly text?: string }[];
    expect(verdict.find(({ text }) => text !== undefined)).toMatchObject({
      text: SENTENCE,
      expected: 'CA=CN=Łukasz CA,O=Банк',
      got: 'CA=CN=Šiška',
    });
  });

  test('CTRL-05: bytes of the request are shown as their UTF-8', () => {
    expect(view).toMatchObject({ target: '/v1/Šiška' });
  });
});
