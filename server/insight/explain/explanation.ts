// The port: what other rooms see of the explainer, and what the bank found out about a signature that it
// refused (SIG-15). Holds only what the caller sent and public facts of certificates.
import type { Soon } from '../../kernel/soon.ts';
import { readable } from '../../kernel/utf8.ts';
import { type ApiError, MAX_TEXT } from '../../protocol/errors.ts';
import type { RuleId } from '../../protocol/rules.ts';
import { clip, quote, visible } from '../../protocol/shown-text.ts';
import type { SigningCertificate } from '../../signing/certificate.ts';
import type { SignatureFacts, SignedRequest } from '../../signing/signature-checks.ts';
import type { MistakeName } from './mistake-names.ts';
import type { Slices } from './slices.ts';

/** A request before this one, as the request log has it. */
export interface EarlierRequest {
  /** `x17` */
  readonly id: string;
  readonly method: string;
  readonly target: string;
  readonly rawHeaders: readonly string[];
}

/** Those whose signature was right, the newest first: read when nothing else explains a refusal. */
export type EarlierRequests = () => Soon<readonly EarlierRequest[]>;

export interface Explainer {
  /** Why a signature, digest or keyId was refused; `undefined` for other refusals. */
  explain(
    request: SignedRequest,
    refusal: ApiError,
    about: {
      readonly bank: string;
      /** Wall clock, milliseconds. */
      readonly now: number;
      /** What the checks found before one refused; the explainer looks up what is missing. */
      readonly facts?: Partial<SignatureFacts>;
      readonly earlier?: EarlierRequests;
    },
  ): Slices<Explanation> | undefined;
  /** Remembers a certificate that this bank has verified or issued, so that another key can be named. */
  know(bank: string, certificate: SigningCertificate): void;
  /** Those that it remembers, the newest first. */
  known(bank: string): readonly SigningCertificate[];
}

declare const FOUND: unique symbol;
/** What the client did. Only a `Find` says it. */
type Found = string & { readonly [FOUND]: true };
/** What was sent. The sentence names it first, so its reader can look. */
type Seen = `${'The' | 'CA in the' | 'SN in the' | 'TPP-Signature-Certificate'} ${string}`;
/** No text claims more than was computed; every other one says that it is probably so, or says what to do. */
export type Claim = Found | Seen | `${string}probably ${string}` | `Next: ${string}`;

/** One way to explain the refusal, by one mistake or several together. */
export interface Reading {
  /** Names of rows of the mistake table, for example `crlf`. */
  readonly mistakes: readonly MistakeName[];
  /** What is wrong and what would be right; ends in a full stop. */
  readonly sentence: Claim;
}

/** `a, b and c` */
export const listed = (names: readonly string[], word = 'and'): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;

/** Texts with a long common start begin shortly before the difference. */
export function whereTheyDiffer(a: string, b: string): readonly [string, string] {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const shown = (text: string) => quote(at < 40 ? text : `…${text.slice(at - 10)}`);
  return [shown(a), shown(b)];
}

export const reading = (mistakes: readonly MistakeName[], sentence: Claim): Reading => {
  return { mistakes, sentence };
};

/** No client signs or hashes it. */
const UNSENT = '\0';

/** A text that passed a test: it is what was signed or hashed. */
export class Find {
  readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  /** The only way to make one. A test that any text passes proves nothing. */
  static of(text: string, test: (text: string) => boolean): Find | undefined {
    return test(text) && !test(UNSENT) ? new Find(text) : undefined;
  }

  says(mistakes: readonly MistakeName[], sentence: string): Reading {
    return { mistakes, sentence: sentence as Found };
  }
}

const COUNTS = ['', '', 'Two', 'Three', 'Four'];

/** One mistake is a sentence, several are a list. */
export function together(parts: readonly Reading[]): Reading {
  // Two mistakes in one value may show the same.
  const bySaid = new Map(parts.map(({ sentence }) => [sentence.replace(/;.*/s, ''), sentence]));
  const sentences = [...bySaid.values()].filter((one) => one !== '');
  const count = COUNTS[sentences.length] ?? 'Several';
  const list = sentences.map((one, at) => `${at + 1}. ${one}`).join(' ');
  const text = sentences.length < 2 ? sentences.join() : `${count} mistakes: ${list}`;
  // Each is a claim.
  return reading([...new Set(parts.flatMap(({ mistakes }) => mistakes))], text as Claim);
}

/** What the RSA operation shows of the signature that was sent. */
export interface SignatureForm {
  /** In words: `RSASSA-PKCS1-v1_5 with SHA-256`. */
  readonly form: string;
  /** The signed hash in hexadecimal, if the form has one. */
  readonly hash?: string;
}

export interface Explanation {
  /** The rule that refused. */
  readonly rule: RuleId;
  /** At most 512 characters, enough to fix the request: `tppMessages[0].text`. */
  readonly sentence: string;
  /**
   * What explains it. Empty if no usual mistake does; several if different mistakes give the same bytes
   * (the sentence then says so).
   */
  readonly readings: readonly Reading[];
  /** The string that the bank built and the client should have signed; one character per byte. */
  readonly bankString?: string;
  /** The string that the client signed, if it was found. */
  readonly signedString?: string;
  readonly signature?: SignatureForm;
  /** keyId for the certificate that was sent. */
  readonly expectedKeyId?: string;
  /** Number of strings that were tried. */
  readonly tried: number;
  /** What the next checks would refuse after this is fixed, in their order. */
  readonly next: readonly { readonly rule: RuleId; readonly text: string }[];
}

export interface SentenceParts {
  readonly readings: readonly Reading[];
  /** What to do if no usual mistake explains the refusal, or known facts besides; without a full stop. */
  readonly remark?: Claim;
  /** Whether the refusal's own text is shown as well. */
  readonly isBeside?: boolean;
}

/** The text with what comes next behind it, as far as there is room: of each its first half says what is wrong. */
export function withNext(sentence: string, next: Explanation['next']): string {
  return next.reduce((said, { text }) => {
    const forms = [text, text.replace(/;.*$/s, '.')].map((one) => `${said} Then: ${one}`);
    return forms.find(({ length }) => length <= MAX_TEXT) ?? said;
  }, sentence);
}

/** Characters of the bank's string; fewer help nobody. */
const LEAST_SHOWN = 60;

/**
 * The text of a refusal: at most 512 characters, no invisible ones, and a full stop at the end.
 * @param plain the refusal's own text, used if nothing better is known
 * @param bankString shown behind the remark as far as there is room
 */
export function sentenceOf(
  plain: string,
  { readings, remark, isBeside = false }: SentenceParts,
  bankString?: string,
): string {
  // Two mistakes of one kind have one.
  const said = [...new Set(readings.map(({ sentence }) => sentence))];
  const isSure = said.length < 2;
  const sentences = said.map((sentence, at) => (isSure ? sentence : `(${at + 1}) ${sentence}`));
  const lead = `There are ${sentences.length} possible explanations, and the request does not show which is right.`;
  const isPlain = isBeside || (remark === undefined && sentences.length === 0);
  const parts = [isSure ? '' : lead, ...sentences, isPlain ? plain : '', remark ?? ''];
  const text = parts.filter((part) => part !== '').join(' ');
  if (bankString !== undefined) {
    const shown = readable(bankString).replaceAll('\n', '⏎').replaceAll('\t', '␉');
    const before = `${text}. The bank's is, with ⏎ for each LF: "`;
    const room = MAX_TEXT - before.length - 2;
    if (room >= LEAST_SHOWN) return `${before}${visible(shown, room)}".`;
  }
  const stopped = visible(text.endsWith('.') ? text : `${text}.`);
  return stopped.length <= MAX_TEXT ? stopped : `${clip(stopped, MAX_TEXT - 1)}.`;
}
