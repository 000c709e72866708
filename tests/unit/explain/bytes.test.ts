// Forms of a text that a client may have signed instead of it.
import { expect, test } from '@jest/globals';
import { onText, withoutEscapes } from '../../../server/insight/explain/forms/bytes.ts';

test.each([
  ['of JSON', 'a\\u002Bb\\/c', 'a+b/c'],
  ['of JavaScript', 'a\\x2bb', 'a+b'],
  ['of HTML', 'a&#43;b&#x2B;c&amp;&lt;&gt;&quot;&apos;', 'a+b+c&<>"\''],
])('SIG-15: escapes %s are read', (_, escaped, text) => {
  expect(withoutEscapes(escaped)).toBe(text);
});

test('SIG-15: bytes that are not UTF-8 have no text', () => {
  expect(onText(encodeURIComponent)('\xe5')).toBeUndefined();
});
