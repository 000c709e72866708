// The body in every other form: each named for what it is, none for what it is not, and not too many.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type BodyForm,
  bodyForms,
  DIGEST_LIMITS,
  formsOfBody,
  STRING_LIMITS,
  workOfForms,
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

/** `['body-minified']` of the forms with those bytes. */
function namesOf(body: string | Buffer, form: string | Buffer): readonly string[] {
  const bytes = Buffer.from(form as string);
  return bodyForms(Buffer.from(body as string))
    .filter((one) => one.bytes.equals(bytes))
    .map(({ mistakes }) => mistakes.join(' + '));
}

describe('SIG-15: JSON printed otherwise', () => {
  const sorted = {
    amount: { amount: '10.00', currency: 'EUR' },
    creditorName: 'A',
    z: [{ a: 1, b: 2 }],
  };
  const unsorted = {
    z: [{ b: 2, a: 1 }],
    creditorName: 'A',
    amount: { currency: 'EUR', amount: '10.00' },
  };

  test.each<[string, string, string, string]>([
    ['2 spaces', MINIFIED, PRETTY, 'body-pretty-printed'],
    ['4 spaces', MINIFIED, JSON.stringify(VALUE, null, 4), 'body-pretty-printed'],
    ['tabs', MINIFIED, JSON.stringify(VALUE, null, '\t'), 'body-pretty-printed'],
    [
      'Jackson',
      '{"a":"x \\" : y","b":{"c":1}}',
      '{\n  "a" : "x \\" : y",\n  "b" : {\n    "c" : 1\n  }\n}',
      'body-pretty-printed',
    ],
    ['minified', PRETTY, MINIFIED, 'body-minified'],
    [
      'minified, numbers as they stand',
      '{ "a": 10.00, "b": "x  y \\" z" }',
      '{"a":10.00,"b":"x  y \\" z"}',
      'body-minified',
    ],
    ['minified, numbers as JavaScript prints them', '{ "a": 10.00 }', '{"a":10}', 'body-minified'],
    [
      'Python',
      MINIFIED,
      '{"creditorName": "Blåbær / sønn AS", "amount": {"currency": "EUR", "amount": "10.00"}, "lines": [1, 2.5, true, null], "note": "a<b>&c=\\"d\'+`"}',
      'body-spaced',
    ],
    [
      'Python with \\u',
      '{"a":"ø","b":[1,2]}',
      '{"a": "\\u00f8", "b": [1, 2]}',
      'body-spaced + body-json-escaped',
    ],
    ['sorted keys', JSON.stringify(unsorted), JSON.stringify(sorted), 'body-keys-sorted'],
    [
      'sorted keys, pretty',
      JSON.stringify(unsorted),
      JSON.stringify(sorted, null, 2),
      'body-keys-sorted',
    ],
    ['sorted keys, Python', '{"b":1,"a":[1,2]}', '{"a": [1, 2], "b": 1}', 'body-keys-sorted'],
    ['\\u escapes', '{"a":"ø€😀"}', '{"a":"\\u00f8\\u20ac\\ud83d\\ude00"}', 'body-json-escaped'],
    ['\\u escapes in capitals', '{"a":"ø"}', '{"a":"\\u00F8"}', 'body-json-escaped'],
    ['escaped slashes', '{"a":"x/y"}', '{"a":"x\\/y"}', 'body-json-escaped'],
    [
      '\\u escapes and escaped slashes, as PHP',
      '{"a":"ø/y"}',
      '{"a":"\\u00f8\\/y"}',
      'body-json-escaped',
    ],
    [
      'Gson',
      '{"a":"b&c=\'<d>"}',
      '{"a":"b\\u0026c\\u003d\\u0027\\u003cd\\u003e"}',
      'body-json-escaped',
    ],
    ['.NET', '{"a":"ø+\\"&`"}', '{"a":"\\u00F8\\u002B\\u0022\\u0026\\u0060"}', 'body-json-escaped'],
    [
      'no \\u escapes',
      '{"a":"\\u00f8\\u0022\\u005c\\u000a\\\\u00e6\\n"}',
      '{"a":"ø\\u0022\\u005c\\u000a\\\\u00e6\\n"}',
      'body-json-escaped',
    ],
    ['no escaped slashes', '{"a":"x\\/y\\\\/z"}', '{"a":"x/y\\\\/z"}', 'body-json-escaped'],
  ])('SIG-15: %s', (_, body, form, name) => {
    expect(namesOf(body, form)).toEqual([name]);
  });

  test('SIG-15: a body whose keys are in order has no sorted form, one without escapes no plain one', () => {
    const names = (body: string) => bodyForms(Buffer.from(body)).map(({ mistakes }) => mistakes[0]);
    expect(names('{ "a": 1, "b": 2 }')).not.toContain('body-keys-sorted');
    expect(names('{ "b": 1, "a": 2 }')).toContain('body-keys-sorted');
    expect(namesOf('{ "a": 1 }', '{"a":1}')).toEqual(['body-minified']);
    expect(namesOf('[ 1 ]', '[1]')).toEqual(['body-minified']);
    expect(namesOf('{"a":"\\u00f8\\/"}', '{"a":"ø/"}')).toEqual(['body-json-escaped']);
  });

  test('SIG-15: a minified body may have been printed again', () => {
    const words = (body: string, form: string) =>
      bodyForms(Buffer.from(body)).find(({ bytes }) => bytes.equals(Buffer.from(form)))?.words;
    expect(words('{"a":10.00}', '{"a":10}')).toContain('printed again');
    expect(words('{ "a": 10.00 }', '{"a":10}')).toBe(
      'minified, its numbers as JavaScript prints them',
    );
    expect(words('{"a":"\\/"}', '{"a":"/"}')).toBe('without escaped slashes');
  });

  test('SIG-15: two mistakes at once', () => {
    expect(namesOf(MINIFIED, `${PRETTY}\n`)).toEqual([
      'body-pretty-printed + body-trailing-newline',
    ]);
    expect(namesOf(MINIFIED, `${PRETTY}\r\n`)).toEqual([
      'body-pretty-printed + body-trailing-newline',
    ]);
    expect(namesOf(MINIFIED, PRETTY.replaceAll('\n', '\r\n'))).toEqual([
      'body-pretty-printed + body-crlf',
    ]);
    const escaped = PRETTY.replace(/[åæø]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`);
    expect(namesOf(MINIFIED, escaped)).toEqual(['body-pretty-printed + body-json-escaped']);
  });

  test('SIG-15: what one mistake explains is not explained by two', () => {
    expect(namesOf(PRETTY, MINIFIED)).toEqual(['body-minified']);
    expect(namesOf(MINIFIED, `${MINIFIED}\n`)).toEqual(['body-trailing-newline']);
  });

  test('SIG-15: what two explain equally well is named twice', () => {
    // Minified or printed without the newline at its end: the same bytes.
    expect(namesOf('[1]\n', '[1]')).toEqual(['body-minified', 'body-trailing-newline']);
    expect(namesOf('[\r\n  1\r\n]', '[\n  1\n]')).toEqual(['body-pretty-printed', 'body-crlf']);
  });
});

describe('SIG-15: bytes', () => {
  test.each<[string, string | Buffer, string | Buffer, string]>([
    ['CRLF', 'a\nb\r\nc', 'a\r\nb\r\nc', 'body-crlf'],
    ['LF', 'a\r\nb\r\n', 'a\nb\n', 'body-crlf'],
    ['a newline more', 'a', 'a\n', 'body-trailing-newline'],
    ['CRLF more', 'a', 'a\r\n', 'body-trailing-newline'],
    ['a newline less', 'a\n', 'a', 'body-trailing-newline'],
    ['CRLF less', 'a\nb\r\n', 'a\nb', 'body-trailing-newline'],
    ['a byte order mark', 'a', '\ufeffa', 'body-bom'],
    ['none', '\ufeffa', 'a', 'body-bom'],
    ['nothing', 'a', '', 'body-empty'],
    ['ISO-8859-1', 'ø€', Buffer.from('f83f', 'hex'), 'body-latin1'],
    ['Windows-1252', 'ø€“', Buffer.from('f88093', 'hex'), 'body-latin1'],
    ['UTF-8, sent as Windows-1252', Buffer.from('80', 'hex'), '€', 'body-latin1'],
    ['UTF-16', 'ø', Buffer.from('f800', 'hex'), 'body-utf16'],
    ['UTF-16 the other way round', 'ø', Buffer.from('00f8', 'hex'), 'body-utf16'],
    ['UTF-8, sent as ISO-8859-1', Buffer.from('f8', 'hex'), 'ø', 'body-latin1'],
  ])('SIG-15: %s', (_, body, form, name) => {
    expect(namesOf(body, form)).toEqual([name]);
  });

  test('SIG-15: the character that stands for a broken one may be sent as itself', () => {
    expect(namesOf('{"a":"\ufffd"}', '{"a":"\ufffd"}\n')).toEqual(['body-trailing-newline']);
  });

  test('SIG-15: an empty body can only have got a newline or a mark', () => {
    const names = new Set(bodyForms(Buffer.alloc(0)).map(({ mistakes }) => mistakes[0]));
    expect(names).toEqual(new Set(['body-trailing-newline', 'body-bom', 'body-utf16']));
  });

  test('SIG-15: a byte order mark does not keep JSON from being read', () => {
    expect(namesOf('\ufeff{ "a": 1 }', '{"a":1}')).toEqual(['body-minified']);
    const [form] = bodyForms(Buffer.from('\ufeff{ "a": 1 }'));
    expect(form?.words).toBe('minified, without its byte order mark');
  });

  test('SIG-15: a form that only loses the byte order mark is not named for what it was already', () => {
    expect(namesOf('\ufeff{"a":1}', '{"a":1}')).toEqual(['body-bom']);
    expect(namesOf('\ufeff{"a": 1, "b": 2}', '{"a": 1, "b": 2}')).toEqual(['body-bom']);
    expect(namesOf('\ufeff{\n  "a": 1\n}', '{\n  "a": 1\n}')).toEqual(['body-bom']);
  });
});

describe('SIG-15: what it costs', () => {
  const size = (forms: readonly BodyForm[]) =>
    forms.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const list = (length: number) => Buffer.from(JSON.stringify({ a: 'ø'.repeat(length) }));

  test.each([
    ['of a Digest 128', 128, DIGEST_LIMITS],
    ['of a string 32', 32, STRING_LIMITS],
  ])('SIG-15: bodies over so many kB have no other forms: %s', (_, size, room) => {
    expect(bodyForms(Buffer.alloc(size * 1024, 'a'), room).length).toBeGreaterThan(3);
    expect(formsOfBody(Buffer.alloc(size * 1024 + 1, 'a'), room)).toEqual({
      forms: [],
      complete: false,
    });
  });

  test('SIG-15: it is told whether all forms were made', () => {
    expect(formsOfBody(Buffer.from(MINIFIED)).complete).toBe(true);
    expect(formsOfBody(list(16_000)).complete).toBe(false);
  });

  test('SIG-15: all forms of a body are a megabyte at most, half as much for a string', () => {
    const forms = bodyForms(list(16_000));
    expect(forms.length).toBeGreaterThan(3);
    expect(size(forms)).toBeLessThanOrEqual(1024 * 1024);
    const ofString = bodyForms(list(16_000), STRING_LIMITS);
    expect(ofString.every(({ bytes }, at) => forms[at]?.bytes.equals(bytes))).toBe(true);
    expect(size(ofString)).toBeLessThanOrEqual(512 * 1024);
    expect(size(bodyForms(list(200)))).toBeGreaterThan(20_000);
    expect(workOfForms(forms)).toBe((8 * size(forms)) / 1024);
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
    expect(size(forms)).toBeLessThanOrEqual(1024 * 1024);
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
        expect(forms.every(({ words, mistakes }) => words !== '' && mistakes.length > 0)).toBe(
          true,
        );
      }),
      runs(400),
    );
  });
});
