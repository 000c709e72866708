// Hostile values, by the seed: texts, numbers, whole bodies, and where in a body they stand.
import type { Dice } from '../support/dice.ts';
import type { Node } from './rows.ts';

/** What a page must never hold as it is. */
export const MARKUP = '<fuzzed>';

/** Many in one text: what separates them is in none. */
export const split = (text: string): readonly string[] => text.split(' ');

const UNICODE = split(
  '\0 \t\r\n \u001b[31m\u0007\u009b2J \u202e\u2066x\u2069 \ud800 a\udc00b \ufeff \u200b\u00ad e\u0301\u0301\u0301 \ud83d\udc69\u200d\ud83d\udcbb \u2028\u2029 \u0130\u0131\u00df\ufb03 \uffff\ufdd0 \0\0 \u0660\u0661 \uff21\uff11 \u00a0',
);
const WORDS = split(
  `. .. / \\ % %00 %2e%2e%2f %ff null true "'>${MARKUP} </script>${MARKUP} #{7*7} '-- ;ls -1 0x10 Infinity __proto__ constructor hasOwnProperty toString enc!! =?utf-8?B?w/==?= =?utf-8?Q?=00=?= {"a":1} default " ' = \u00ff -1 1e400`,
).concat('', ' ', '[object Object]', '\r\nX-Injected: 1');
const MOMENTS = split(
  '0000-00-00 2026-02-30 9999-12-31 +275760-09-13 2026-06-10T24:00:00Z 2026-06-10T10:00:00+99:99 1969-12-31T23:59:59Z 9999-12-31T23:59:59Z P99999999999Y PT0S -P1D P1M1.5D P3650D',
);
const AMOUNTS = split('0 0.00 -0.01 1e3 99999999999999999.99 0.001 1,00 \u0663.00 +1 0.01');
const IBANS = split('NO9386011117947 no9386011117947 DE89370400440532013000 XX00 86011117947');
const LONG = split('a 0 \\ " \t \u00f8 \ud83d\ude00 eyJ =? %41 ( \u202e');

export function textOf(dice: Dice): string {
  const text = dice.of(dice.of([UNICODE, UNICODE, WORDS, WORDS, MOMENTS, AMOUNTS, IBANS]));
  return dice() < 0.2 ? text + dice.of(dice.of([UNICODE, WORDS])) : text;
}

export const longText = (dice: Dice): string =>
  dice.of(LONG).repeat(dice.of([36, 71, 141, 257, 513, 2049, 9000, 70_000]));

const NUMBERS = [0, -0, -1, 0.1, 1e-9, 1e21, 2 ** 31, 2 ** 53 + 1, -(2 ** 63), 1.7e308, 275_760];
/** Numbers that only a text can hold. */
export const NUMBER_TEXTS = split(
  `1e400 -1e400 -0 ${'9'.repeat(400)} 0.${'0'.repeat(300)}1 1E+2 12345678901234567890 NaN 01 0x10 1. .5 +1`,
);

/** As text, because a literal sets another prototype. */
const PROTOTYPES = split(
  '{"__proto__":{"polluted":1}} {"constructor":{"prototype":{"polluted":1}}} {"__proto__":null} {"toString":1,"valueOf":"x","hasOwnProperty":false} {"length":-1,"0":"a"} {"toJSON":"x","then":"y"}',
);
export const prototypeOf = (dice: Dice): Node => JSON.parse(dice.of(PROTOTYPES));

/** Something of any type. */
export const anything = (dice: Dice): Node =>
  dice.of<() => Node>([
    () => dice.of([null, true, false, [], {}]),
    () => dice.of(NUMBERS),
    () => textOf(dice),
    () => [textOf(dice), null, [[]]],
    () => [dice.of(NUMBERS), dice.of(NUMBERS)],
    () => ({ [textOf(dice)]: textOf(dice) }),
    () => prototypeOf(dice),
  ])();

/** Just at what the schema allows, and just beyond. */
export function boundaryOf(schema: Node, dice: Dice): Node {
  const { maxLength, minLength, maximum, minimum, maxItems, enum: words } = schema ?? {};
  const found: Node[] = [dice.of(MOMENTS), dice.of(AMOUNTS), dice.of(NUMBERS)];
  for (const most of [maxLength, minLength]) {
    if (most === undefined) continue;
    found.push('x'.repeat(most), 'x'.repeat(most + 1), '\ud83d\ude00'.repeat(most));
    found.push('x'.repeat(Math.max(0, most - 1)));
  }
  for (const limit of [minimum, maximum]) {
    if (limit !== undefined) found.push(limit, limit - 1, limit + 1, limit + 0.5, String(limit));
  }
  if (maxItems !== undefined) found.push(Array(maxItems + 1).fill({}));
  if (words !== undefined) found.push(...words, `${words[0]} `, `${words[0]}\n`);
  return dice.of(found);
}

/** A place in a body: its holder, its name there, and its schema. */
export interface Place {
  readonly holder: Node;
  readonly name: string;
  readonly schema: Node;
}

/** A place in the body, or a member that the schema has besides; those near the top are likelier. */
export function placeIn(holder: Node, schema: Node, dice: Dice): Place | undefined {
  const known = Array.isArray(holder) ? {} : propertiesOf(schema);
  const names = [...new Set([...Object.keys(holder), ...Object.keys(known)])];
  if (names.length === 0) return undefined;
  const name = dice.of(names);
  const inner = Array.isArray(holder) ? schema?.items : known[name];
  const value = holder[name];
  const goesOn = typeof value === 'object' && value !== null && dice() < 0.8;
  return (goesOn && placeIn(value, inner, dice)) || { holder, name, schema: inner };
}

/** Of the schema and of what it combines. */
function propertiesOf(schema: Node): Record<string, Node> {
  const parts = [...(schema?.allOf ?? []), ...(schema?.anyOf ?? []), ...(schema?.oneOf ?? [])];
  return Object.assign({}, ...parts.map(propertiesOf), schema?.properties);
}

const OWN = { enumerable: true, configurable: true, writable: true };
/** An own member, whatever its name. */
export const put = (holder: Node, name: string, value: Node): void =>
  void Object.defineProperty(holder, name, { ...OWN, value });

const BRACKETS = split('[|] {"a":|} [{"a":|}] -\u00a0| a:{|} &a[*a,|]');

/** So deep that a reader that calls itself has no stack left. */
export function deepText(dice: Dice): string {
  const [open = '', close = ''] = dice.of(BRACKETS).replace('\u00a0', ' ').split('|');
  const levels = dice.of([20, 33, 65, 129, 1000, 100_000]);
  return open.repeat(levels) + dice.of(['1', '', '"x"']) + close.repeat(dice.of([0, levels]));
}
