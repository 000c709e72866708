// The body in every other form: each named for what it is, none for what it is not, and not too many.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type BodyForm,
  DIGEST_LIMITS,
  formsOfBody,
  STRING_LIMITS,
} from '../../../server/insight/explain/body/body-forms.ts';
import { runs } from '../../support/corpus.ts';

const VALUE = {
  creditorName: 'Blåbær / sønn AS',
  amount: { currency: 'EUR', amount: '10.00' },
  lines: [1, 2.5, true, null],
  note: 'a<b>&c="d\'+`',
};
const MINIFIED = JSON.stringify(VALUE);
const PRETTY = JSON.stringify(VALUE, null, 2);
const PYTHON =
  '{"creditorName": "Blåbær / sønn AS", "amount": {"currency": "EUR", "amount": "10.00"}, "lines": [1, 2.5, true, null], "note": "a<b>&c=\\"d\'+`"}';
const SORTED = { amount: { amount: '1', currency: 'EUR' }, z: [{ a: 1, b: 2 }] };
const UNSORTED = '{"z":[{"b":2,"a":1}],"amount":{"currency":"EUR","amount":"1"}}';
const escaped = (text: string) =>
  text.replace(/[åæø]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`);
const hex = (bytes: string) => Buffer.from(bytes, 'hex');

type Text = string | Buffer;

const bodyForms = (...given: Parameters<typeof formsOfBody>) => formsOfBody(...given).forms;

/** The forms with those bytes. */
const formsWith = (body: Text, form: Text) =>
  bodyForms(Buffer.from(body as string)).filter(({ bytes }) =>
    bytes.equals(Buffer.from(form as string)),
  );
/** `['body-minified']` */
const namesOf = (body: Text, form: Text) =>
  formsWith(body, form).map(({ mistakes }) => mistakes.join(' + '));
const wordsOf = (body: Text, form: Text) =>
  formsWith(body, form).map(({ mistakes, words }) => `${mistakes.join('+')}: ${words}`);

/** Bodies, and the forms in which they were hashed: explanations are joined by ` | `. */
const FORMS: Readonly<Record<string, readonly (readonly [body: Text, form: Text])[]>> = {
  'body-pretty-printed': [
    ...[2, 4, '\t'].map((indent) => [MINIFIED, JSON.stringify(VALUE, null, indent)] as const),
    // Jackson
    ['{"a":"x \\" : y","b":{"c":1}}', '{\n  "a" : "x \\" : y",\n  "b" : {\n    "c" : 1\n  }\n}'],
  ],
  'body-minified': [
    [PRETTY, MINIFIED],
    ['{ "a": 10.00, "b": "x  y \\" z" }', '{"a":10.00,"b":"x  y \\" z"}'],
    ['[ 1 ]', '[1]'],
  ],
  'body-numbers': [['{"a":10.00}', '{"a":10}']],
  'body-minified + body-numbers': [['{ "a": 10.00 }', '{"a":10}']],
  'body-minified + body-bom': [['\ufeff{ "a": 1 }', '{"a":1}']],
  'body-spaced': [[MINIFIED, PYTHON]],
  'body-spaced + body-json-escaped': [['{"a":"ø","b":[1,2]}', '{"a": "\\u00f8", "b": [1, 2]}']],
  'body-keys-sorted': [[UNSORTED, JSON.stringify(SORTED)]],
  'body-keys-sorted + body-pretty-printed': [[UNSORTED, JSON.stringify(SORTED, null, 2)]],
  'body-keys-sorted + body-spaced': [['{"b":1,"a":[1,2]}', '{"a": [1, 2], "b": 1}']],
  'body-json-escaped': [
    ['{"a":"ø€😀"}', '{"a":"\\u00f8\\u20ac\\ud83d\\ude00"}'],
    ['{"a":"ø"}', '{"a":"\\u00F8"}'],
    ['{"a":"x/y"}', '{"a":"x\\/y"}'],
    // PHP, Gson and .NET
    ['{"a":"ø/y"}', '{"a":"\\u00f8\\/y"}'],
    ['{"a":"b&c=\'<d>"}', '{"a":"b\\u0026c\\u003d\\u0027\\u003cd\\u003e"}'],
    ['{"a":"ø+\\"&`"}', '{"a":"\\u00F8\\u002B\\u0022\\u0026\\u0060"}'],
    // The other way round.
    [
      '{"a":"\\u00f8\\u0022\\u005c\\u000a\\\\u00e6\\n"}',
      '{"a":"ø\\u0022\\u005c\\u000a\\\\u00e6\\n"}',
    ],
    ['{"a":"x\\/y\\\\/z"}', '{"a":"x/y\\\\/z"}'],
    ['{"a":"\\u00f8\\/"}', '{"a":"ø/"}'],
  ],
  'body-crlf': [
    ['a\nb\r\nc', 'a\r\nb\r\nc'],
    ['a\r\nb\r\n', 'a\nb\n'],
  ],
  'body-trailing-newline': [
    ['a', 'a\n'],
    ['a', 'a\r\n'],
    ['a\n', 'a'],
    ['a\nb\r\n', 'a\nb'],
    [MINIFIED, `${MINIFIED}\n`],
    // The character that stands for a broken one may be sent as itself.
    ['{"a":"\ufffd"}', '{"a":"\ufffd"}\n'],
  ],
  'body-bom': [
    ['a', '\ufeffa'],
    ['\ufeffa', 'a'],
    // Not named for what they were already.
    ['\ufeff{"a":1}', '{"a":1}'],
    ['\ufeff{"a": 1, "b": 2}', '{"a": 1, "b": 2}'],
    ['\ufeff{\n  "a": 1\n}', '{\n  "a": 1\n}'],
  ],
  'body-empty': [['a', '']],
  'body-latin1': [
    ['ø€', hex('f83f')],
    ['ø€“', hex('f88093')],
    [hex('80'), '€'],
    [hex('f8'), 'ø'],
  ],
  'body-utf16': [
    ['ø', hex('f800')],
    ['ø', hex('00f8')],
  ],
  'body-pretty-printed + body-trailing-newline': [
    [MINIFIED, `${PRETTY}\n`],
    [MINIFIED, `${PRETTY}\r\n`],
  ],
  'body-pretty-printed + body-crlf': [[MINIFIED, PRETTY.replaceAll('\n', '\r\n')]],
  'body-pretty-printed + body-json-escaped': [[MINIFIED, escaped(PRETTY)]],
  // Minified or printed without the newline at its end: the same bytes.
  'body-minified | body-trailing-newline': [['[1]\n', '[1]']],
  'body-pretty-printed | body-crlf': [['[\r\n  1\r\n]', '[\n  1\n]']],
};

describe('SIG-15: a body in another form', () => {
  test.each(Object.entries(FORMS))('SIG-15: %s', (names, rows) => {
    for (const row of rows) expect([...row, namesOf(...row).join(' | ')]).toEqual([...row, names]);
  });

  test('SIG-15: a body whose keys are in order has no sorted form', () => {
    const names = (body: string) => bodyForms(Buffer.from(body)).map(({ mistakes }) => mistakes[0]);
    expect(names('{ "a": 1, "b": 2 }')).not.toContain('body-keys-sorted');
    expect(names('{ "b": 1, "a": 2 }')).toContain('body-keys-sorted');
  });

  test('SIG-15: an empty body can only have got a newline or a mark', () => {
    const names = new Set(bodyForms(Buffer.alloc(0)).map(({ mistakes }) => mistakes[0]));
    expect(names).toEqual(
      new Set([
        'body-trailing-newline',
        'body-bom',
        'body-utf16',
        ...['body-compressed', 'body-stringified'],
      ]),
    );
  });
});

const ANEW = ' and with its numbers as JavaScript prints them';
const anew = (words: string) => `${words.replace(':', '+body-numbers:')}${ANEW}`;
const SPACED = 'body-spaced: with a space after each colon and comma, as Python prints it';
const INDENTED = 'body-pretty-printed: pretty-printed with 2 spaces';

describe('SIG-15: numbers that JavaScript prints otherwise', () => {
  test.each(['100.00', '1.0', '1e2', '12345678901234567890', '-0', '1E+2'])(
    'SIG-15: %s',
    (number) => {
      const body = (one: string) => `{"cur":"1.0","amount":[${one},7]}`;
      const pretty = (one: string) =>
        `{\n  "cur": "1.0",\n  "amount": [\n    ${one},\n    7\n  ]\n}`;
      const line = (one: string) => `{"cur": "1.0", "amount": [${one}, 7]}`;
      const [sent, js] = [body(number), String(Number(number) + 0)];
      expect(wordsOf(sent, line(number))).toEqual([SPACED]);
      expect(wordsOf(sent, line(js))).toEqual([anew(SPACED)]);
      expect(wordsOf(sent, pretty(number))).toEqual([INDENTED]);
      expect(wordsOf(sent, pretty(js))).toEqual([anew(INDENTED)]);
      expect(namesOf(sent, `{"amount":[${number},7],"cur":"1.0"}`)).toEqual(['body-keys-sorted']);
      expect(wordsOf(sent, body(js))[0]).toContain('with its numbers as JavaScript');
      expect(wordsOf(pretty(number), sent)).toEqual(['body-minified: minified']);
      expect(namesOf(pretty(number), pretty(js))).toEqual(['body-numbers']);
      expect(wordsOf(pretty(number), `${line(number)}\n`)[0]).toContain('after it');
    },
  );
});

describe('SIG-15: a bulk of 200 payments', () => {
  const payments = Array.from({ length: 200 }, (_, at) => ({
    endToEndIdentification: `E2E-2026-11-03-${at}`,
    instructedAmount: { currency: 'NOK', amount: 1250 },
    debtorAccount: { bban: '12345678901' },
    creditorAccount: { iban: 'NO9386011117947', bban: '86011117947' },
    creditorName: `Leverandør nummer ${at} AS`,
    remittanceInformationUnstructured: 'Faktura 2026/11, vår ref. 4711, deres ref. 0815',
    requestedExecutionDate: '2026-11-05',
  }));
  const keysSorted = payments.map((payment) => {
    const {
      instructedAmount: { currency, amount },
      ...others
    } = payment;
    const members = { ...others, instructedAmount: { amount, currency }, creditorAccount: {} };
    members.creditorAccount = { bban: '86011117947', iban: 'NO9386011117947' };
    return Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
  const print = (indent?: number | string) => JSON.stringify({ payments }, null, indent);
  const BULK = print();
  const spaced = BULK.replaceAll('":', '": ').replaceAll(/,(?=["{])/g, ', ');
  /** As a program prints it that keeps the numbers as they are written. */
  const kept = (text: string) => text.replaceAll(/1250(?![\d.])/g, '1250.00');

  test.each([
    ['body-pretty-printed', [print(2), print(4), print('\t')]],
    ['body-spaced', [spaced]],
    ['body-spaced + body-json-escaped', [escaped(spaced)]],
    ['body-trailing-newline', [`${BULK}\n`]],
    ['body-keys-sorted', [JSON.stringify({ payments: keysSorted })]],
  ])('SIG-15: %s', (name, forms) => {
    expect(BULK.length).toBeGreaterThan(68_000);
    for (const form of forms) expect(namesOf(BULK, form)).toEqual([name]);
  });

  test('SIG-15: sent in more than one line', () => {
    expect(namesOf(print(2), BULK)).toEqual(['body-minified']);
    expect(namesOf(print(2), print(2).replaceAll('\n', '\r\n'))).toEqual(['body-crlf']);
    expect(namesOf(`${print(2)}\n`, print(2))).toContain('body-trailing-newline');
  });

  test('SIG-15: with numbers that JavaScript prints otherwise', () => {
    const sent = kept(BULK);
    expect(wordsOf(sent, kept(print(2)))).toEqual([INDENTED]);
    expect(wordsOf(sent, kept(print(4)))).toHaveLength(1);
    expect(wordsOf(sent, kept(spaced))).toEqual([SPACED]);
    expect(wordsOf(kept(print(2)), BULK)).toEqual([anew('body-minified: minified')]);
  });
});

describe('SIG-15: what it costs', () => {
  const size = (forms: readonly BodyForm[]) =>
    forms.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const list = (length: number) => Buffer.from(JSON.stringify({ a: 'ø'.repeat(length) }));

  test.each([
    ['of a Digest 128', 128, DIGEST_LIMITS],
    ['of a string 32', 32, STRING_LIMITS],
  ])('SIG-15: bodies over so many kB have no other forms: %s', (_, kilobytes, limits) => {
    const body = Buffer.alloc(kilobytes * 1024 + 1, 'a');
    expect(bodyForms(body.subarray(1), limits).length).toBeGreaterThan(3);
    expect(formsOfBody(body, limits)).toEqual({ forms: [], complete: false });
  });

  test('SIG-15: all forms of a body are bounded, a third as much for a string', () => {
    expect(formsOfBody(Buffer.from(MINIFIED)).complete).toBe(true);
    const { forms, complete } = formsOfBody(list(16_000));
    expect([complete, forms.length > 3]).toEqual([false, true]);
    expect(size(forms)).toBeLessThanOrEqual(1536 * 1024);
    const ofString = bodyForms(list(16_000), STRING_LIMITS);
    expect(ofString.every(({ bytes }, at) => forms[at]?.bytes.equals(bytes))).toBe(true);
    expect(size(ofString)).toBeLessThanOrEqual(512 * 1024);
    expect(size(bodyForms(list(200)))).toBeGreaterThan(20_000);
  });

  test.each([
    ['nested deeper than the interface allows', 65, 1, false],
    ['nested as deep as it allows', 64, 1, true],
    ['nested so deep that JSON.stringify gives up', 15_000, 1, false],
    ['a long list nested deep, which would grow by the square', 60, 12_000, false],
    ['a list that would take more than 128 kB', 40, 4000, false],
    ['one that takes less', 40, 400, true],
  ])('SIG-15: a body %s', (_, depth, count, printed) => {
    const body = `${'['.repeat(depth)}${Array(count).fill('1').join(',')}${']'.repeat(depth)}`;
    const forms = bodyForms(Buffer.from(body));
    const names = forms.map(({ mistakes }) => mistakes[0]);
    expect(names.includes('body-pretty-printed')).toBe(printed);
    expect(size(forms)).toBeLessThanOrEqual(1536 * 1024);
  });

  test('SIG-15: any bytes have forms, each of its own bytes, none the body', () => {
    const bodies = fc.oneof(
      fc.json().map((text) => Buffer.from(text)),
      fc.json().map((text) => Buffer.from(`${JSON.stringify(JSON.parse(text), null, 2)}\n`)),
      fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    );
    fc.assert(
      fc.property(bodies, (body) => {
        const forms = bodyForms(body);
        const keys = forms.map(({ mistakes, bytes }) => `${mistakes} ${bytes.toString('hex')}`);
        expect(new Set(keys).size).toBe(keys.length);
        expect(forms.some(({ bytes }) => bytes.equals(body))).toBe(false);
        const unnamed = forms.filter(
          ({ words, mistakes }) => words === '' || mistakes.length === 0,
        );
        expect(unnamed).toEqual([]);
      }),
      runs(400),
    );
  });
});
