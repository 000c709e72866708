// The issuer's name in another spelling: percent-encoded, with other separators or attribute names.
import { percentDecoded } from '../../../kernel/percent-decoded.ts';
import { attempt } from '../../../signing/attempt.ts';
import { type DistinguishedName, sameName } from '../../../signing/distinguished-name.ts';
import { NameSyntaxError, parseName } from '../../../signing/parse-distinguished-name.ts';
import type { MistakeName } from '../mistake-names.ts';
import type { EncodingTrouble } from './issuer-encoding.ts';

/** The name as sent, and the name without the escapes of a quoted parameter. */
export function readName(sent: string): readonly DistinguishedName[] {
  const texts = new Set([sent, sent.replaceAll('\\"', '"'), sent.replace(/\\(["\\])/g, '$1')]);
  return [...texts].flatMap((text) => {
    const name = attempt(NameSyntaxError, () => parseName(text));
    return name instanceof NameSyntaxError ? [] : [name];
  });
}

/** The right name in another spelling; `undefined` if it is not. */
export function respelt(sent: string, issuer: DistinguishedName): EncodingTrouble | undefined {
  for (const [mistake, words, respell] of SPELLINGS) {
    const text = respell(sent);
    const names = text === undefined || text === sent ? [] : readName(text);
    if (names.some((name) => sameName(name, issuer))) return { mistakes: [mistake], words };
    if (names.some((name) => sameName([...name].reverse(), issuer))) {
      const both = `${words.split(';')[0]}, and is in reversed order`;
      return { mistakes: [mistake, 'issuer-reversed'], words: both };
    }
  }
  return undefined;
}

const ENCODED = 'is percent-encoded; send the characters themselves';

/** Each undoes what was done to the text of the name. */
const SPELLINGS: readonly (readonly [
  mistake: MistakeName,
  words: string,
  respell: (text: string) => string | undefined,
])[] = [
  ['issuer-percent-encoded', ENCODED, percentDecoded],
  ['issuer-percent-encoded', ENCODED, (text) => percentDecoded(text.replaceAll('+', ' '))],
  [
    'issuer-separator',
    'has another separator than a comma between its parts',
    (text) => text.replace(/\s*[/|\n]\s*(?=[A-Za-z0-9.]+=)/g, ','),
  ],
  [
    'issuer-attribute-unknown',
    'names an attribute by no name that it has; organizationIdentifier is 2.5.4.97',
    (text) =>
      text.replace(
        /(?<=^|,\s{0,4})(?:unknown oid|undef(?:ined)?|oid|org(?:anization)?id)(?==)/gi,
        '2.5.4.97',
      ),
  ],
];
