// A query as other programs print it: parameters in another order, or encoded another way.

export interface QueryForm {
  readonly kind: 'order' | 'encoded' | 'decoded';
  /** With its question mark. */
  readonly query: string;
  /** Completes "You signed it …". */
  readonly words: string;
}

/** A longer query is not rewritten. */
const LONGEST = 2000;
/** Up to this many parameters are tried in every order: 24 orders. */
const MOST_ORDERED = 4;

/** Other forms of a query with its question mark. Some may equal the query. */
export function queryForms(query: string): readonly QueryForm[] {
  if (query.length < 2 || query.length > LONGEST) return [];
  const text = query.slice(1);
  const forms: readonly (readonly [kind: QueryForm['kind'], text: string, words: string])[] = [
    ...orders(text.split('&')).map(
      (order) =>
        ['order', order.join('&'), 'with the parameters of its query in another order'] as const,
    ),
    [
      'encoded',
      text.replaceAll('[', '%5B').replaceAll(']', '%5D'),
      'with the brackets of its query percent-encoded',
    ],
    [
      'encoded',
      text.replaceAll('[', '%5b').replaceAll(']', '%5d'),
      'with the brackets of its query percent-encoded',
    ],
    [
      'decoded',
      text.replace(/%5b/gi, '[').replace(/%5d/gi, ']'),
      'with the brackets of its query percent-decoded',
    ],
    ['encoded', text.replaceAll('+', '%20'), 'with %20 in its query instead of each +'],
    ['encoded', text.replaceAll('%20', '+'), 'with + in its query instead of each %20'],
    ['encoded', new URLSearchParams(text).toString(), 'with its query encoded as a form'],
  ];
  return forms.map(([kind, other, words]) => ({ kind, query: `?${other}`, words }));
}

function orders(parameters: readonly string[]): readonly (readonly string[])[] {
  if (parameters.length > MOST_ORDERED) {
    const sorted = [...parameters].sort();
    return [sorted, [...parameters].reverse(), sorted.toReversed()];
  }
  return permutations(parameters);
}

function permutations(items: readonly string[]): readonly (readonly string[])[] {
  if (items.length < 2) return [items];
  return items.flatMap((first, at) =>
    permutations(items.toSpliced(at, 1)).map((rest) => [first, ...rest]),
  );
}
