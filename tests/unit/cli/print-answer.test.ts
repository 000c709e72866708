// How `call` and `pay` print an answer.
import { expect, test } from '@jest/globals';
import { printAnswer } from '../../../cli/print-answer.ts';

test.each([
  [200, 'OK', 'HTTP 200 OK'],
  [299, '', 'HTTP 299'],
])('the first line of %i %j', (status, statusText, first) => {
  for (const text of ['', 'a text']) {
    const response = new Response(text, { status, statusText });
    const lines = text === '' ? [first] : [first, '', text];
    expect(printAnswer({ response, text, json: undefined }).split('\n')).toEqual(lines);
  }
});
