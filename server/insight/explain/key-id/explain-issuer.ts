// Explains SIG-06: which other name CA in the keyId is, or how it writes the right one.
import { quote } from '../../../protocol/shown-text.ts';
import { attempt } from '../../../signing/attempt.ts';
import type { SigningCertificate } from '../../../signing/certificate.ts';
import {
  type DistinguishedName,
  formatName,
  type Rdn,
  sameButForCase,
  sameName,
} from '../../../signing/distinguished-name.ts';
import { wordTrouble } from '../../../signing/key-id.ts';
import { NameSyntaxError, parseName } from '../../../signing/parse-distinguished-name.ts';
import type { Reading } from '../explanation.ts';
import type { MistakeName } from '../mistake-names.ts';
import { whereTheyDiffer } from '../where-they-differ.ts';
import { encodingTrouble, unseenDifference } from './issuer-encoding.ts';
import { readName, respelt } from './issuer-spelling.ts';

export interface KeyIdContext {
  readonly certificate: SigningCertificate;
  /** Other certificates: sent along, the bank's own authorities, and those that the bank has seen. */
  readonly others: readonly SigningCertificate[];
  /** Those of the others that follow the certificate in the same PEM file. */
  readonly behind?: readonly SigningCertificate[];
  /** Whether that certificate's key made the signature; `undefined` if unknown. */
  readonly madeBy?: (certificate: SigningCertificate) => boolean | undefined;
  /** The charset of the RFC 2047 word around the Signature header, if there is one. */
  readonly charset?: string;
}

/** What is wrong with the name; completes "CA in the keyId …". */
interface Trouble {
  readonly mistakes: readonly MistakeName[];
  readonly words: string;
  /** What to do; absent if the fix is to send the issuer's name. */
  readonly fix?: string;
}

/** Empty if nothing is wrong. */
export function explainIssuer(sent: string, context: KeyIdContext): readonly Reading[] {
  const trouble = writtenTrouble(sent, context) ?? namedTrouble(sent, context);
  if (trouble === undefined) return [];
  const wanted = trouble.fix ?? `send CA=${formatName(context.certificate.issuer)}`;
  const sentence = `CA in the keyId ${trouble.words}; ${wanted}.`;
  return [{ mistakes: trouble.mistakes, sentence }];
}

/** No attribute type starts with a quotation mark. */
const QUOTE = /^\\*["“”„‟«»'‘’`´]/;
const QUOTE_AT_END = /["“”„‟«»'‘’`´]$/;

/** Trouble with how the name is written, whatever the name is. */
function writtenTrouble(sent: string, context: KeyIdContext): Trouble | undefined {
  const quote = QUOTE.exec(sent)?.[0];
  if (quote !== undefined) {
    const words = QUOTE_AT_END.test(sent)
      ? `stands in quotation marks of its own (${quote}); leave those out`
      : `begins with a quotation mark (${quote}); leave that out`;
    return { mistakes: ['issuer-quoted'], words };
  }
  if (sent.startsWith('/')) {
    const words = 'is in the one-line form of OpenSSL, with slashes';
    return { mistakes: ['issuer-one-line'], words };
  }
  const { issuer } = context.certificate;
  const isIssuer = (text: string) => readName(text).some((name) => sameName(name, issuer));
  if (isIssuer(sent)) return undefined;
  const word = wordTrouble(sent, issuer);
  if (word !== undefined) return { mistakes: ['issuer-wrong'], ...word };
  const other = respelt(sent, issuer);
  if (other !== undefined) return other;
  const parsed = attempt(NameSyntaxError, () => parseName(sent));
  if (!(parsed instanceof NameSyntaxError) || readName(sent).length > 0) return undefined;
  const unknown = parsed.message.startsWith('names the attribute type');
  return {
    mistakes: [unknown ? 'issuer-attribute-unknown' : 'issuer-wrong'],
    words: parsed.message,
  };
}

function namedTrouble(sent: string, context: KeyIdContext): Trouble | undefined {
  const names = readName(sent);
  if (names.some((name) => sameName(name, context.certificate.issuer))) return undefined;
  for (const row of NAMED) {
    for (const name of names) {
      const found = row(name, context);
      if (found !== undefined) return found;
    }
  }
  const words = 'is not the issuer of the certificate in TPP-Signature-Certificate';
  return { mistakes: ['issuer-wrong'], words };
}

type NamedRow = (sent: DistinguishedName, context: KeyIdContext) => Trouble | undefined;

const IS_SUBJECT = "is the certificate's subject; it must be its issuer";
const IS_REVERSED =
  'is in reversed order, as OpenSSL and many tools print it; RFC 2253 begins with the most specific part';
const IS_REVERSED_AND = 'is in reversed order, and';

/** Names with more parts are only compared as a whole with the issuer and the subject. */
const MOST_PARTS = 60;

const same = (a: DistinguishedName, b: DistinguishedName): boolean =>
  a.length === b.length && sameName(a, b);

const NAMED: readonly NamedRow[] = [
  (sent, { certificate: { subject } }) =>
    same(sent, subject) ? { mistakes: ['issuer-is-subject'], words: IS_SUBJECT } : undefined,
  (sent, { certificate: { issuer } }) =>
    same([...sent].reverse(), issuer)
      ? { mistakes: ['issuer-reversed'], words: IS_REVERSED }
      : undefined,
  (sent, { certificate: { issuer } }) =>
    sameButForCase(sent, issuer)
      ? {
          mistakes: ['issuer-case'],
          words: 'differs from the issuer in upper and lower case',
        }
      : undefined,
  (sent, { certificate: { issuer }, charset }) => encodingTrouble(sent, issuer, charset),
  (sent, { others }) =>
    sent.length <= MOST_PARTS &&
    others.some((other) => same(sent, other.issuer) || (other.x509.ca && same(sent, other.subject)))
      ? {
          mistakes: ['issuer-of-root'],
          words:
            'names another authority, further up the chain or elsewhere; it must be the issuer of your own certificate',
        }
      : undefined,
  (sent, { certificate: { subject } }) =>
    same([...sent].reverse(), subject)
      ? {
          mistakes: ['issuer-is-subject', 'issuer-reversed'],
          words: `${IS_SUBJECT}, and is in reversed order`,
        }
      : undefined,
  (sent, { certificate: { issuer } }) =>
    sameButForCase([...sent].reverse(), issuer)
      ? {
          mistakes: ['issuer-reversed', 'issuer-case'],
          words: `${IS_REVERSED_AND} differs from the issuer in upper and lower case`,
        }
      : undefined,
  (sent, { certificate: { issuer }, charset }) => {
    const trouble = encodingTrouble([...sent].reverse(), issuer, charset);
    return trouble && alsoReversed(trouble);
  },
  (sent, { certificate: { issuer } }) => partsTrouble(sent, issuer),
  (sent, { certificate: { issuer } }) => {
    const trouble = partsTrouble([...sent].reverse(), issuer);
    return trouble && alsoReversed(trouble);
  },
  (sent, { certificate: { issuer } }) =>
    sent.length === issuer.length &&
    sent.length <= MOST_PARTS &&
    missingIn(sent, issuer).length === 0
      ? {
          mistakes: ['issuer-wrong'],
          words: "has the parts of the issuer's name in another order",
        }
      : undefined,
];

function alsoReversed(trouble: Trouble): Trouble {
  return {
    ...trouble,
    mistakes: ['issuer-reversed', ...trouble.mistakes],
    words: `${IS_REVERSED_AND} ${trouble.words}`,
  };
}

/** Parts of the whole that the name lacks. */
function missingIn(name: DistinguishedName, whole: DistinguishedName): readonly Rdn[] {
  return whole.filter((rdn) => !name.some((part) => sameName([part], [rdn])));
}

/** Parts that are missing, added, or have another value. */
function partsTrouble(sent: DistinguishedName, issuer: DistinguishedName): Trouble | undefined {
  if (sent.length > MOST_PARTS || issuer.length > MOST_PARTS) return undefined;
  const missing = missingIn(sent, issuer);
  const extra = missingIn(issuer, sent);
  if (extra.length === sent.length) return undefined;
  if (extra.length === 0 && isSubsequence(sent, issuer)) {
    return { mistakes: ['issuer-rdn-missing'], words: `lacks ${listed(missing)}` };
  }
  if (missing.length === 0 && isSubsequence(issuer, sent)) {
    const words = `has ${listed(extra)}, which the issuer's name has not`;
    return { mistakes: ['issuer-rdn-extra'], words };
  }
  const differs = sent.findIndex((rdn) => extra.includes(rdn));
  const [sentPart, issuerPart] = [sent[differs], issuer[differs]];
  const oneDiffers = sent.length === issuer.length && extra.length === 1;
  if (!oneDiffers || !sentPart || !issuerPart || typesOf(sentPart) !== typesOf(issuerPart)) {
    return undefined;
  }
  const texts = [formatName([sentPart]), formatName([issuerPart])] as const;
  const [says, should] = whereTheyDiffer(...texts);
  return {
    mistakes: ['issuer-value'],
    words: `says ${says} where the issuer's name says ${should}${unseenDifference(...texts)}`,
  };
}

const typesOf = (rdn: Rdn): string =>
  rdn
    .map(({ type }) => type)
    .sort()
    .join();

const listed = (rdns: readonly Rdn[]): string =>
  rdns.map((rdn) => quote(formatName([rdn]))).join(', ');

function isSubsequence(part: DistinguishedName, whole: DistinguishedName): boolean {
  let at = 0;
  for (const rdn of whole) if (at < part.length && sameName([part[at] as Rdn], [rdn])) at += 1;
  return at === part.length;
}
