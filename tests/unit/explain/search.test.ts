// The search by itself: what it finds, in which order it looks, and where it stops.
import { describe, expect, test } from '@jest/globals';
import type { MistakeName } from '../../../server/insight/explain/mistake-names.ts';
import { type Draft, rightDraft, withValue } from '../../../server/insight/explain/string/draft.ts';
import { searchMistakes } from '../../../server/insight/explain/string/search.ts';
import type { Variant } from '../../../server/insight/explain/string/variant.ts';

const DRAFT = rightDraft([
  { entry: 'date', value: 'D' },
  { entry: 'psu-id', value: 'P' },
]);
const RIGHT = 'date: D\npsu-id: P';
const CRLF = 'date: D\r\npsu-id: P';

const row = (
  mistake: MistakeName,
  slot: string,
  apply: (draft: Draft) => Draft,
  more: Partial<Variant> = {},
): Variant => ({ mistake, slot, apply, sentence: `${mistake}.`, ...more });
const joiner = (mistake: MistakeName, text: string, more: Partial<Variant> = {}) =>
  row(mistake, 'joiner', (draft) => ({ ...draft, joiner: text }), more);
const end = (mistake: MistakeName, text: string, more: Partial<Variant> = {}) =>
  row(mistake, 'end', (draft) => ({ ...draft, end: draft.end + text }), more);
const value = (mistake: MistakeName, text: string, more: Partial<Variant> = {}) =>
  row(mistake, 'line:psu-id', (draft) => withValue(draft, 'psu-id', text), more);

const search = (variants: readonly Variant[], signed: string, seen: string[] = []) =>
  searchMistakes(DRAFT, variants, (bytes) => {
    seen.push(bytes.toString('latin1'));
    return bytes.toString('latin1') === signed;
  });
const found = (variants: readonly Variant[], signed: string) =>
  search(variants, signed).readings.map(({ mistakes }) => mistakes);
/** What is looked at, in this order. */
function seenBy(variants: readonly Variant[], signed = ''): readonly string[] {
  const seen: string[] = [];
  search(variants, signed, seen);
  return seen;
}

describe('SIG-15: one mistake', () => {
  test('SIG-15: none at all is found first', () => {
    const { readings, signed, tried, bytes } = search([joiner('crlf', '\r\n')], RIGHT);
    expect(readings).toEqual([{ mistakes: [], sentence: '' }]);
    expect([signed, tried, bytes]).toEqual([RIGHT, 1, RIGHT.length]);
  });

  test('SIG-15: it is found with its sentence, and what was signed', () => {
    const variants = [joiner('cr', '\r'), joiner('crlf', '\r\n', { sentence: 'You did.' })];
    expect(search(variants, CRLF)).toEqual({
      readings: [{ mistakes: ['crlf'], sentence: 'You did.' }],
      signed: CRLF,
      tried: 3,
      bytes: RIGHT.length * 3 + 1,
    });
  });

  test('SIG-15: nothing is nothing', () => {
    const { length } = RIGHT;
    const nothing = { readings: [], tried: 2, bytes: length * 2 + 1 };
    expect(search([joiner('crlf', '\r\n')], 'date: D')).toEqual(nothing);
  });

  test('SIG-15: others that give the same bytes are named too, without a further hash', () => {
    const same = [joiner('crlf', '\r\n'), joiner('cr', '\r\n'), end('trailing-newline', '\n')];
    const { readings, tried } = search(same, CRLF);
    expect(readings.map(({ mistakes }) => mistakes)).toEqual([['crlf'], ['cr']]);
    expect(tried).toBe(2);
  });

  test('SIG-15: two rows of one mistake are one reading, the first', () => {
    const same = ['First.', 'Second.'].map((sentence) => joiner('crlf', '\r\n', { sentence }));
    expect(search(same, CRLF).readings).toEqual([{ mistakes: ['crlf'], sentence: 'First.' }]);
  });

  test('SIG-15: a row of two mistakes is no rival of a row of one, whichever comes first', () => {
    const two = value('body-minified', 'x', { more: ['body-crlf'] });
    const one = value('body-spaced', 'x');
    expect(found([two, one], 'date: D\npsu-id: x')).toEqual([['body-spaced']]);
    expect(found([one, two], 'date: D\npsu-id: x')).toEqual([['body-spaced']]);
    expect(found([two], 'date: D\npsu-id: x')).toEqual([['body-minified', 'body-crlf']]);
  });

  test('SIG-15: parts that are usually wrong are looked at before the rest', () => {
    const variants = [value('id-case', 'p'), joiner('crlf', '\r\n'), end('trailing-newline', '\n')];
    expect(seenBy(variants)).toEqual([RIGHT, CRLF, `${RIGHT}\n`, 'date: D\npsu-id: p']);
  });

  test('SIG-15: much longer strings come last, by themselves and with others', () => {
    const body = end('body-appended', 'x'.repeat(2000), { combines: true });
    const lengths = seenBy([
      ...[body, joiner('crlf', '\r\n', { combines: true }), value('id-case', 'p')],
      value('id-form', '{P}', { combines: 'usual' }),
    ]).map((text) => text.length > 1000);
    // The right one, three singles, the long one; then a short pair, and long ones.
    expect(lengths).toEqual([false, false, false, false, true, false, true]);
  });
});

describe('SIG-15: two mistakes', () => {
  const crlf = joiner('crlf', '\r\n', { combines: true });
  const newline = end('trailing-newline', '\n', { combines: true });
  const lower = value('id-case', 'p', { combines: true });
  const form = value('id-form', '{P}', { combines: 'usual' });
  const atStart = (draft: Draft) => ({ ...draft, start: '\n' });
  const other = row('leading-newline', 'start', atStart, { combines: 'usual' });

  test('SIG-15: both are named, both sentences told, in the order of the table', () => {
    expect(search([lower, crlf, newline], `${CRLF}\n`).readings).toEqual([
      { mistakes: ['crlf', 'trailing-newline'], sentence: 'crlf. trailing-newline.' },
    ]);
    expect(found([lower, crlf, newline], 'date: D\r\npsu-id: p')).toEqual([['id-case', 'crlf']]);
  });

  test('SIG-15: only those that combine, of different parts', () => {
    const alone = joiner('crlf', '\r\n');
    expect(found([alone, newline], `${CRLF}\n`)).toEqual([]);
    expect(found([alone, { ...newline, combines: false }], `${CRLF}\n`)).toEqual([]);
    const twice = end('trailing-newline', '\r', { combines: true });
    expect(found([newline, twice], `${RIGHT}\n\r`)).toEqual([]);
  });

  test('SIG-15: choosy ones only with one that is usual', () => {
    expect(found([form, crlf], 'date: D\r\npsu-id: {P}')).toEqual([['id-form', 'crlf']]);
    expect(found([form, other], '\ndate: D\npsu-id: {P}')).toEqual([]);
    const ready = { ...other, combines: true } as const;
    expect(found([form, ready], '\ndate: D\npsu-id: {P}')).toEqual([]);
    expect(found([lower, ready], '\ndate: D\npsu-id: p')).toEqual([['id-case', 'leading-newline']]);
  });

  test('SIG-15: two rows of one mistake are one name', () => {
    const lowerDate = (draft: Draft) => withValue(draft, 'date', 'd');
    const another = row('id-case', 'line:date', lowerDate, { combines: true });
    expect(search([lower, another], 'date: d\npsu-id: p').readings).toEqual([
      { mistakes: ['id-case'], sentence: 'id-case. id-case.' },
    ]);
  });

  test('SIG-15: rivals in one of the two are named too', () => {
    const rival = joiner('cr', '\r\n', { combines: true });
    expect(found([crlf, rival, newline], `${CRLF}\n`)).toEqual([
      ['crlf', 'trailing-newline'],
      ['cr', 'trailing-newline'],
    ]);
  });

  test('SIG-15: no two are looked at where one explains it', () => {
    expect(seenBy([crlf, newline], `${RIGHT}\n`)).toEqual([RIGHT, CRLF, `${RIGHT}\n`]);
  });
});

describe('SIG-15: three of the commonest', () => {
  const common = { common: true, combines: true } as const;
  const narrow = (draft: Draft) => ({ ...draft, colon: ':' });
  const variants = [
    joiner('crlf', '\r\n', common),
    end('trailing-newline', '\n', common),
    row('no-space-after-colon', 'colon', narrow, common),
  ];
  const wrong = 'date:D\r\npsu-id:P\n';

  test('SIG-15: two that explain it are as good an explanation, and a shorter one', () => {
    const apply = (draft: Draft) => ({ ...draft, colon: ':', end: '\n' });
    const both = row('body-appended', 'whole of it', apply, { combines: true });
    expect(found([...variants, both], wrong)).toEqual([['crlf', 'body-appended']]);
  });

  test('SIG-15: another third is a rival', () => {
    const tail = end('value-trailing-newline', '\n', { combines: 'usual' });
    expect(found([...variants, tail], wrong)).toEqual([
      ['crlf', 'trailing-newline', 'no-space-after-colon'],
      ['crlf', 'no-space-after-colon', 'value-trailing-newline'],
    ]);
  });

  test('SIG-15: are tried at once, where no two explain it', () => {
    expect(found(variants, wrong)).toEqual([['crlf', 'trailing-newline', 'no-space-after-colon']]);
    const rare = variants.map(({ common: _, ...variant }) => variant);
    expect(found(rare, wrong)).toEqual([]);
    for (const slots of [
      ['joiner', 'joiner', 'joiner'],
      ['a', 'b', 'b'],
    ]) {
      const fewer = variants.map((variant, at) => ({ ...variant, slot: slots[at] as string }));
      expect(found(fewer, wrong)).toEqual([]);
    }
  });
});

describe('SIG-15: where it stops', () => {
  const ends = (count: number, size = 1) =>
    Array.from({ length: count }, (_, at) =>
      end('trailing-newline', `${'x'.repeat(size)}${at}`, { combines: true }),
    );

  test('SIG-15: after 5,500 strings', () => {
    expect(search(ends(6000), '').tried).toBe(5500);
    expect(found(ends(5499), `${RIGHT}x5498`)).toEqual([['trailing-newline']]);
    expect(found(ends(5500), `${RIGHT}x5499`)).toEqual([]);
  });

  test('SIG-15: in the middle of pairs too', () => {
    const joiners = Array.from({ length: 100 }, (_, at) =>
      joiner('crlf', String(at), { combines: true }),
    );
    expect(search([...joiners, ...ends(100)], '').tried).toBe(5500);
  });

  test('SIG-15: after two megabytes', () => {
    const { tried, bytes } = search(ends(100, 100_000), '');
    expect(bytes).toBeGreaterThanOrEqual(2 * 1024 * 1024);
    expect(bytes).toBeLessThan(2 * 1024 * 1024 + 200_000);
    expect(tried).toBe(22);
  });

  test('SIG-15: rivals of what was found are still compared', () => {
    const last = ends(5499).at(-1) as Variant;
    const rival = { ...last, mistake: 'body-appended' } as const;
    expect(found([...ends(5499), rival], `${RIGHT}x5498`)).toEqual([
      ['trailing-newline'],
      ['body-appended'],
    ]);
  });
});
