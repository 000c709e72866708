// The same input with one small thing done to it, at each of its places in turn: of a text at each word and mark, of a value
// at each member. What a pattern, a limit or a condition says of one place shows in one of them.

import { hash } from 'node:crypto';
import { shown } from './recorded.ts';

const AT_WORD: readonly ((word: string) => string)[] = [
  () => '',
  (word) => word + word,
  (word) => word.toUpperCase(),
  (word) => word.toLowerCase(),
  ...['x', ' ', ',', '\n', '"'].map((mark) => (word: string) => mark + word),
];

/** Each once, without the text itself. A word of base64 or of a number is one. */
export function touchedTexts(text: string): readonly string[] {
  const words = text.match(/[\p{L}\p{N}_]+|\s|[^\p{L}\p{N}_\s]/gu) ?? [];
  const all = words.flatMap((word, at) =>
    AT_WORD.map((touch) => words.toSpliced(at, 1, touch(word)).join('')),
  );
  return [...new Set([...all, `${text}x`, `${text} `, `${text}\n`])].filter((one) => one !== text);
}

/** What stands in place of a member: less and more of its kind, and another kind. */
function insteadOf(value: unknown): readonly unknown[] {
  if (typeof value === 'string') return ['', `${value}x`, `x${value}`, value.toUpperCase()];
  if (typeof value === 'number') return [0, value - 1, value + 1, -value, value * 1000];
  if (typeof value === 'bigint') return [0n, value - 1n, value + 1n, -value];
  if (typeof value === 'boolean') return [!value];
  if (Array.isArray(value))
    return value.length === 0 ? [] : [[], value.slice(1), [...value, ...value], value.toReversed()];
  return [];
}

/** Each is whole: members that hold others are touched inside as well. Members that are left out are the last of each. */
export function touchedValues<Value>(value: Value): readonly Value[] {
  const touch = (one: unknown): readonly unknown[] => {
    if (Array.isArray(one)) {
      const inside = one.flatMap((each, at) =>
        touch(each).map((made) => one.toSpliced(at, 1, made)),
      );
      return [...insteadOf(one), ...inside];
    }
    if (typeof one !== 'object' || one === null || Object.getPrototypeOf(one) !== Object.prototype)
      return insteadOf(one);
    return Object.entries(one).flatMap(([name, each]) => {
      const { [name]: _, ...rest } = one as Record<string, unknown>;
      return [...touch(each).map((made) => ({ ...one, [name]: made })), rest];
    });
  };
  return touch(value) as readonly Value[];
}

/** Of all of these in one line: how many there are, how many different answers they get, and a hash of all. */
export function answersTo<Input>(
  title: string,
  all: readonly Input[],
  say: (one: Input) => unknown,
): string {
  const said = all.map((one) => shown(say(one)));
  const digest = hash('sha256', said.join('\0')).slice(0, 8);
  return `${JSON.stringify(title.slice(0, 70))}: ${all.length}, ${new Set(said).size}, ${digest}`;
}
