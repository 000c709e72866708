// A row of the mistake table: it builds one wrong draft from the right one.
import { defined } from '../../../kernel/defined.ts';
import type { SignedRequest } from '../../../signing/signature-checks.ts';
import type { MistakeName } from '../mistake-names.ts';
import { type Draft, withValue } from './draft.ts';

export interface Variant {
  /** The mistake's name: `crlf`. */
  readonly mistake: MistakeName;
  /** Further mistakes that it includes. */
  readonly more?: readonly MistakeName[];
  /** The part of the draft that it changes; variants combine only if their parts differ. */
  readonly slot: string;
  /** What the client did and what is right: one or two sentences, each with its full stop. */
  readonly sentence: string;
  readonly apply: (draft: Draft) => Draft;
  /** Whether it is combined with all others, or only with usual ones. */
  readonly combines?: boolean | 'usual';
  /** So common that three of them are combined. */
  readonly common?: true;
}

/** The input of the mistake table: the refused request and its right draft. */
export interface MistakeContext {
  readonly request: SignedRequest;
  readonly draft: Draft;
  /** `/banks/acme` if the target starts with it, else empty. */
  readonly bankPrefix: string;
  /** Entries of the Signature's headers, in their order. */
  readonly entries: readonly string[];
}

/** The value of an entry in the right draft; `undefined` if it is not signed. */
export function valueSigned({ draft }: MistakeContext, entry: string): string | undefined {
  return draft.lines.find((line) => line.entry === entry)?.value;
}

export interface SignedValue {
  readonly mistake: MistakeName;
  readonly entry: string;
  /** Bytes as latin1 text. */
  readonly signed: string;
  readonly sentence: string;
  readonly combines?: Variant['combines'];
  readonly more?: readonly MistakeName[];
}

/** One line with another value. */
export function valueVariant(value: SignedValue): Variant {
  const { mistake, more, entry, signed, sentence, combines } = value;
  return {
    mistake,
    slot: `line:${entry}`,
    sentence,
    apply: (draft) => withValue(draft, entry, signed),
    ...defined({ combines, more }),
  };
}
