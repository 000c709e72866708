// What is done to a body before it is hashed or signed. Rows of different parts combine, so
// `json.dumps(sort_keys=True)` is two of them.
import { formsFor } from '../forms/text-forms.ts';
import type { Field, Row } from '../search.ts';

export interface Body {
  /** Its bytes, as latin1 text. */
  readonly text: string;
}

/** Bytes of a body; a longer one has no other forms (SIG-15). */
const LONGEST = 128 * 1024;

const ROWS = formsFor('body').map(
  ({ name, part, cost, words: says, change }): Row<Body> => ({
    mistakes: [name],
    slot: `body ${part}`,
    ...{ cost, says },
    change({ text }) {
      const changed = change(text);
      return changed === undefined ? undefined : { text: changed };
    },
  }),
);
const NEWLINE = ROWS.find(({ mistakes }) =>
  mistakes.includes('body-trailing-newline'),
) as Row<Body>;

/** The body as a field; of its rows `says` completes "the body …". */
export const bodyField = (bytes: Buffer): Field<Body> => ({
  start: { text: bytes.toString('latin1') },
  rows: bytes.length > LONGEST ? [] : ROWS,
  textOf: ({ text }) => text,
  newline: NEWLINE,
});
