// What is done to a body before it is hashed. Rows of different parts combine, so `json.dumps(sort_keys=True)` is
// two of them.
import { formsFor } from '../forms/text-forms.ts';
import type { Field, MistakeRow } from '../search.ts';
import { formRows } from './draft.ts';

/** Bytes of a body; a longer one has no other forms (SIG-15). */
const LONGEST = 128 * 1024;

const ROWS = formRows('body', (words) => words, formsFor('body'));
const NEWLINE = ROWS.find(({ mistakes: [name] }) => name === 'body-trailing-newline') as MistakeRow;

/** The body as a field; of its rows `says` completes "the body …". */
export const bodyField = (bytes: Buffer): Field => ({
  start: { text: bytes.toString('latin1'), body: '' },
  rows: bytes.length > LONGEST ? [] : ROWS,
  newline: NEWLINE,
});
