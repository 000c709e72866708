// The port: what other rooms see of the explainer, and what the bank found out about a signature that it
// refused (SIG-15). Holds only what the caller sent and public facts of certificates.
import { readable } from '../../kernel/utf8.ts';
import { type ApiError, MAX_TEXT } from '../../protocol/errors.ts';
import type { RuleId } from '../../protocol/rules.ts';
import { clip, visible } from '../../protocol/shown-text.ts';
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
      /** Some whose signature was right, the newest first. */
      readonly earlier?: readonly EarlierRequest[];
    },
  ): Slices<Explanation> | undefined;
  /** Remembers a certificate that this bank has verified or issued, so that another key can be named. */
  know(bank: string, certificate: SigningCertificate): void;
  /** Those that it remembers, the newest first. */
  known(bank: string): readonly SigningCertificate[];
}

declare const COMPUTED: unique symbol;
/** What was computed: exactly these bytes were signed or hashed, or what was sent was compared. */
type Computed = string & { readonly [COMPUTED]: true };
export const computed = (text: string): Computed => text as Computed;
/** No text claims more than was computed; every other one says that it is probably so. */
type Probable = `${string}probably ${string}`;
export type Claim = Computed | Probable;

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

/** A reading that was computed. */
export const proven = (mistakes: readonly MistakeName[], sentence: string): Reading => ({
  mistakes,
  sentence: computed(sentence),
});

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
  /** Without its full stop. */
  readonly remark?: Claim;
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
  { readings, remark }: SentenceParts,
  bankString?: string,
): string {
  // Two mistakes of one kind have one.
  const said = [...new Set(readings.map(({ sentence }) => sentence))];
  const isSure = said.length < 2;
  const sentences = said.map((sentence, at) => (isSure ? sentence : `(${at + 1}) ${sentence}`));
  const lead = `There are ${sentences.length} possible explanations, and the request does not show which is right.`;
  const rest = remark ?? (sentences.length === 0 ? plain : '');
  const text = [isSure ? '' : lead, ...sentences, rest].filter((part) => part !== '').join(' ');
  if (bankString !== undefined) {
    const shown = readable(bankString).replaceAll('\n', '⏎').replaceAll('\t', '␉');
    const before = `${text}. The bank's is, with ⏎ for each LF: "`;
    const room = MAX_TEXT - before.length - 2;
    if (room >= LEAST_SHOWN) return `${before}${visible(shown, room)}".`;
  }
  const stopped = visible(text.endsWith('.') ? text : `${text}.`);
  return stopped.length <= MAX_TEXT ? stopped : `${clip(stopped, MAX_TEXT - 1)}.`;
}
