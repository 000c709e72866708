// TPP-Redirect-URI as a URL library prints it, or with a part missing.
import { percentDecoded } from '../../../kernel/percent-decoded.ts';
import { quoteBytes, utf8Of } from '../../../kernel/utf8.ts';
import type { MistakeName } from '../mistake-names.ts';
import { bytesOf } from '../string/draft.ts';
import { type MistakeContext, type Variant, valueVariant } from '../string/variant.ts';
import { queryForms } from './query.ts';

export function redirectMistakes({ draft }: MistakeContext): readonly Variant[] {
  const entry = 'tpp-redirect-uri';
  const line = draft.lines.find((one) => one.entry === entry);
  const uri = line && utf8Of(line.value);
  if (line === undefined || uri === undefined) return [];
  const variants = (forms: readonly UriForm[], combines: boolean) =>
    forms.flatMap(([mistake, signed, words]) => {
      const bytes = signed === undefined ? undefined : bytesOf(signed);
      if (bytes === undefined || bytes === line.value) return [];
      const sentence = `You signed tpp-redirect-uri ${words} (${quoteBytes(bytes)}); sign the value as it is sent.`;
      return [valueVariant({ mistake, entry, signed: bytes, sentence, combines })];
    });
  return [...variants(redirectForms(uri), true), ...variants(queriesOf(uri), false)];
}

/** Address with path, query with `?`, fragment with `#`. */
const PARTS = /^([^?#]*)(\?[^#]*)?(#.*)?$/s;

type UriForm = readonly [mistake: MistakeName, signed: string | undefined, words: string];

function redirectForms(uri: string): readonly UriForm[] {
  const [, address = '', query = '', fragment = ''] = PARTS.exec(uri) ?? [];
  const [slashed, slash] = address.endsWith('/')
    ? [address.slice(0, -1), 'without the slash at the end of its path']
    : [`${address}/`, 'with a slash at the end of its path'];
  const encodedBefore = /%[0-9A-F]{2}/i.test(uri);
  const lowerEscapes = uri.replace(/%[0-9A-F]{2}/gi, (code) => code.toLowerCase());
  const upperEscapes = uri.replace(/%[0-9A-F]{2}/gi, (code) => code.toUpperCase());
  return [
    [
      'redirect-without-query',
      query === '' ? undefined : address,
      fragment === '' ? 'without its query' : 'without its query and fragment',
    ],
    ['redirect-without-query', query === '' ? undefined : address + fragment, 'without its query'],
    ['redirect-without-fragment', address + query, 'without its fragment'],
    ['redirect-trailing-slash', slashed + query + fragment, slash],
    ['redirect-percent-decoded', percentDecoded(uri), 'percent-decoded'],
    ['redirect-percent-decoded', percentDecoded(uri.replaceAll('+', ' ')), 'percent-decoded'],
    ['redirect-percent-decoded', partlyDecoded(uri), 'percent-decoded but for reserved characters'],
    ['redirect-percent-encoded', encodeURIComponent(uri), 'percent-encoded as a whole'],
    [
      'redirect-percent-encoded',
      encodeURIComponent(uri).replace(/%../g, (code) => code.toLowerCase()),
      'percent-encoded as a whole',
    ],
    [
      'redirect-percent-encoded',
      encodeURIComponent(uri).replaceAll('%20', '+'),
      'percent-encoded as a whole',
    ],
    [
      'redirect-percent-encoded',
      encodeURIComponent(uri).replaceAll('%2F', '/'),
      'percent-encoded but for its slashes',
    ],
    ['redirect-percent-encoded', encodeURI(uri), `percent-encoded${encodedBefore ? ' again' : ''}`],
    [
      'redirect-percent-encoded',
      encodedAgain(uri),
      `percent-encoded${encodedBefore ? ' again' : ''}`,
    ],
    ['redirect-percent-encoded', lowerEscapes, 'with its percent escapes in lower case'],
    ['redirect-percent-encoded', upperEscapes, 'with its percent escapes in upper case'],
    [
      'redirect-normalised',
      URL.canParse(uri) ? new URL(uri).href : undefined,
      'as a URL parser prints it',
    ],
    [
      'redirect-normalised',
      uri.replace(/^([a-z]+:\/\/[^/?#]*?):(?:443|80)(?=[/?#]|$)/i, '$1'),
      'without its port',
    ],
    [
      'redirect-normalised',
      uri.replace(/^(https:\/\/[^/?#:]*)(?=[/?#]|$)/i, '$1:443'),
      'with the port 443',
    ],
    ['redirect-normalised', uri.toLowerCase(), 'in lower case'],
  ];
}

const OF_QUERY = {
  order: 'redirect-query-order',
  encoded: 'redirect-percent-encoded',
  decoded: 'redirect-percent-decoded',
} as const;

/** The query as other programs print it. */
function queriesOf(uri: string): readonly UriForm[] {
  const [, address = '', query = '', fragment = ''] = PARTS.exec(uri) ?? [];
  return queryForms(query).map(({ kind, query: other, words }) => [
    OF_QUERY[kind],
    address + other + fragment,
    words,
  ]);
}

/** `undefined` if nothing needs encoding: then the value was only decoded. */
function encodedAgain(uri: string): string | undefined {
  const plain = percentDecoded(uri) ?? uri;
  const encoded = encodeURI(plain);
  return encoded === plain ? undefined : encoded;
}

/** `%2F` and similar escapes stay. */
function partlyDecoded(uri: string): string | undefined {
  try {
    return decodeURI(uri);
  } catch {
    return undefined;
  }
}
