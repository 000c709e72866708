// ERR-01: the interface allows 512 characters of text, in errors and in warnings.
import { expect, test } from '@jest/globals';
import { ApiError, warningMessage } from '../../../server/protocol/errors.ts';

test('ERR-01: a text is cut at 512 characters, never inside a surrogate pair', () => {
  const long = `${'x'.repeat(510)}😀${'y'.repeat(90)}`;
  const [error] = new ApiError('ERR-01', 'BAD_REQUEST', long).messages();
  for (const text of [error?.text ?? '', warningMessage('BAD_REQUEST', long).text]) {
    expect(text).toBe(`${'x'.repeat(510)}…`);
  }
  expect(warningMessage('BAD_REQUEST', 'z'.repeat(512)).text).toBe('z'.repeat(512));
});
