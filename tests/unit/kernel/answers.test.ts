// What the functions of the kernel make of many inputs, edges and wrong ones among them, is what is written in
// tests/fixtures/tables/kernel.txt. `npm run examples` records it again.
import { test } from '@jest/globals';
import { modulus10, modulus11 } from '../../../server/kernel/check-digits.ts';
import * as dates from '../../../server/kernel/dates.ts';
import {
  createIds,
  derivedBytes,
  derivedToken,
  derivedUuid,
  stocked,
} from '../../../server/kernel/ids.ts';
import { isExactNumber, offsetsOf, parseJson } from '../../../server/kernel/json-parser.ts';
import { lettersApart } from '../../../server/kernel/letters-apart.ts';
import * as money from '../../../server/kernel/money.ts';
import { percentDecoded } from '../../../server/kernel/percent-decoded.ts';
import { draw, pick, seedOf } from '../../../server/kernel/seeded.ts';
import { parseShallow } from '../../../server/kernel/shallow-json.ts';
import { systemReason, systemSentence } from '../../../server/kernel/system-reason.ts';
import { placesOf, TextFaultError } from '../../../server/kernel/text-places.ts';
import { decodeUtf8, quoteBytes, quoteOdd, readable, utf8Of } from '../../../server/kernel/utf8.ts';
import { expectRecorded, saidBy, shown } from '../../support/recorded.ts';

// biome-ignore lint/suspicious/noExplicitAny: functions of every shape
type Any = any;

const lines: string[] = [];
/** What the function makes of each list of arguments. */
function asked(
  name: string,
  of: (...given: Any[]) => unknown,
  ...all: readonly (readonly Any[])[]
): void {
  for (const given of all)
    lines.push(`${name}(${given.map(shown).join(', ')}) ${saidBy(() => of(...given))}`);
}
const each = (...all: readonly Any[]): readonly (readonly Any[])[] => all.map((one) => [one]);

const DAYS = ['1979-07-01', '1980-04-06', '1980-09-28', '1995-09-24', '1996-10-27', '2024-02-29'];
const MOMENTS = [
  ...[0, -1, 323_830_800_000, 323_830_799_999, 338_950_800_000, 811_904_399_999, 811_904_400_000],
  ...[846_378_000_000, 846_377_999_999, 1_774_746_000_000, 1_774_745_999_999, 1_792_890_000_000],
  ...[1_792_889_999_999, 1_798_754_400_000, 253_402_300_799_999],
];
const DURATIONS = [
  ...[
    '',
    'P',
    'PT',
    'P1D',
    'p1d',
    '+P1D',
    '-P1D',
    '-P0D',
    'P1W',
    'P1W2D',
    'P0Y',
    'P0Y0M1D',
    'P1Y',
    'P1M',
  ],
  ...[
    'PT1H',
    'PT1M',
    'PT1S',
    'PT1H2M3S',
    'PT1.5H',
    'PT1,5M',
    'PT0.25S',
    'PT1.5H1M',
    'PT1H1.5M',
    'PT1M1S1H',
  ],
  ...[
    'PT.5S',
    'PT1.S',
    'P1DT',
    'P1DT1H',
    'P99999999999W',
    'PT0.0000000001S',
    'PT1.123456789S',
    ' P1D',
    'P1D ',
  ],
];
const RELATIVE = [
  'today',
  'today+1d',
  'today-3d',
  'today+2w',
  'today-1m',
  'today+1y',
  'today+1q',
  'Today',
];
const NUMBERS = [
  ...[
    '0',
    '-0',
    '0e5',
    '-0.00e-3',
    '0.0000000000000000',
    '1',
    '-1',
    '01',
    '1.',
    '.5',
    '1.50',
    '1e5',
    '1E+5',
    '1e-5',
    '1e999',
    '-1e-999',
    '0.1',
  ],
  ...[
    '123456789012345',
    '1234567890123456',
    '12345678901234567',
    '9007199254740993',
    '1e21',
    '0.00',
    '+1',
  ],
  ...[
    '100000000000000000000',
    '0.1000000000000000055',
    '1.7976931348623157e308',
    '5e-324',
    '4e-324',
  ],
];
const JSONS = [
  ...[
    '',
    ' ',
    'null',
    'true',
    'false',
    'nul',
    'True',
    '[]',
    '{}',
    '[1,]',
    '[,1]',
    '[1 2]',
    '[1',
    '{',
    '{"a"',
  ],
  ...[
    '{"a":',
    '{"a":1',
    '{"a":1,',
    '{"a":1,}',
    '{"a":1 "b":2}',
    '{a:1}',
    '{"a":1}x',
    '{"a":1} ',
    '"',
    '"a',
  ],
  ...[
    '"\\',
    '"\\x"',
    '"\\u12"',
    '"\\u0041"',
    '"\\ud83d\\ude00"',
    '"\\ud83d"',
    '"\\ude00"',
    '"\\ud83dx"',
  ],
  ...[
    '"\u0001"',
    '"a\nb"',
    '"\\b\\f\\n\\r\\t\\/\\\\\\""',
    '"\ud83d"',
    '{"__proto__":1}',
    '{"a":1,"a":2}',
  ],
  ...[
    '{"constructor":1}',
    '[[[[[]]]]]',
    '{"a":{"b":{"c":{"d":1}}}}',
    '\ufeff1',
    '\u00a01',
    '\t\r\n 1',
    '1 2',
  ],
  ...['-', '- 1', '[-]', '[1e]', '[1.]', '{"a":[1,{"b":nulL}]}', '"😀', '😀', '[1,\n  2\n  3]'],
];
const RULES = { what: 'body', maxDepth: 4 } as const;

/** With the place, and the path of what is to blame. */
function parsed(text: string): unknown {
  try {
    return parseJson(text, RULES);
  } catch (thrown) {
    if (!(thrown instanceof TextFaultError)) throw thrown;
    return [thrown.message, thrown.at, thrown.path];
  }
}

test('the kernel: is what the bank says now', () => {
  asked('dateAt', dates.dateAt, ...each(...MOMENTS));
  asked('dateTimeText', dates.dateTimeText, ...each(...MOMENTS));
  asked('isoTime', dates.isoTime, ...each(0, 1, -1, Number.NaN));
  asked('dateOf', dates.dateOf, ...each(0, 8_640_000_000_000_001, Number.NaN));
  for (const time of ['00:00', '01:30', '02:30', '03:30', '23:59'])
    asked(
      'instantAt',
      dates.instantAt,
      ['2026-03-29', time],
      ['2026-10-25', time],
      ['2026-12-24', time],
    );
  asked('instantAt', dates.instantAt, ...each(...DAYS));
  const odd = [
    '2023-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    ' 2026-01-01',
    '2026-01-01T',
    '',
    '0000-01-01',
  ];
  asked('isPlainDate', dates.isPlainDate, ...each(...DAYS, ...odd));
  for (const day of DAYS) {
    asked('addDays', dates.addDays, [day, -1], [day, 0], [day, 366]);
    asked('addMonths', dates.addMonths, [day, -1], [day, 1], [day, 12], [day, -13]);
    asked('weekday', dates.weekday, [day]);
    asked('daysBetween', dates.daysBetween, [day, '2024-02-29'], ['2024-02-29', day]);
  }
  asked(
    'dayInMonth',
    dates.dayInMonth,
    [2026, 2, 31],
    [2024, 2, 31],
    [2026, 0, 31],
    [2026, 13, 1],
    [2026, 4, 31],
  );
  asked('durationMillis', dates.durationMillis, ...each(...DURATIONS));
  for (const today of ['2024-02-29', '1970-01-02'])
    asked(
      'dateIn',
      dates.dateIn,
      ...RELATIVE.map((one) => [one, today]),
      ['2026-02-30', today],
      ['1969-12-31', today],
    );

  for (const currency of ['NOK', 'JPY', 'BHD', 'CLF', 'XXX', 'nok', 'QQQ']) {
    asked('minorDigits', money.minorDigits, [currency]);
    const amounts = [
      '0',
      '1',
      '1.5',
      '1.50',
      '1.505',
      '1.5051',
      '-1',
      '-0.01',
      '',
      '1.',
      '.5',
      '1,5',
      '007',
      '1e2',
      ' 1',
    ];
    asked('parseAmount', money.parseAmount, ...amounts.map((one) => [one, currency]), [
      '-1.5',
      currency,
      true,
    ]);
    asked(
      'moneyText',
      money.moneyText,
      [0n, currency],
      [-1n, currency],
      [5n, currency],
      [123_456n, currency],
    );
  }
  asked('amountText', money.amountText, [{ amount: -105n, currency: 'NOK' }]);

  const digits = [
    '',
    '0',
    '1',
    '8601',
    '99997649326',
    '9999764932',
    '123456789',
    '97465291',
    '0000000000',
    '37',
  ];
  asked('modulus10', modulus10, ...each(...digits));
  asked('modulus11', modulus11, ...each(...digits));

  let next = 0;
  const sizes: number[] = [];
  const bytes = (size: number) => {
    sizes.push(size);
    return Uint8Array.from({ length: size }, () => (next = (next * 5 + 7) % 256));
  };
  const ids = createIds(stocked(bytes));
  for (let nth = 0; nth < 4; nth++) asked('ids', () => [ids.uuid(), ids.token()], []);
  const stock = stocked(bytes);
  for (const size of [4096, 4097, 1, 4095, 1, 2])
    asked('stocked', () => stock(size).length, [size]);
  lines.push(`drawn ${sizes}`);
  asked('token', () => createIds((size) => new Uint8Array(size).fill(0xfb)).token(), []);
  for (const parts of [[], ['a', 'bc'], ['ab', 'c'], ['ø']]) {
    asked('derivedUuid', derivedUuid, parts);
    asked('derivedToken', derivedToken, [parts], [parts, 8]);
    asked('derivedBytes', derivedBytes, parts);
  }

  asked('seedOf', seedOf, ...each('', 'a', 'day', 'ø', '😀'));
  asked('draw', draw, [0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [4_294_967_295, 20_000, 7]);
  asked('pick', pick, [['a', 'b', 'c'], 0], [['a', 'b', 'c'], 0.34], [['a', 'b', 'c'], 0.999]);

  asked('parseJson', parsed, ...each(...JSONS, ...NUMBERS));
  asked(
    'isExactNumber',
    isExactNumber,
    ...NUMBERS.map((one) => [one, Number(one)]),
    ['1e2', 101],
    ['1e400', 1],
  );
  const paths = [[], ['a'], ['a', 1], ['a', 1, 'b'], ['b'], ['none'], ['a', 7]];
  asked('offsetsOf', offsetsOf, [' {"a": [1, {"b":2}], "b":"c"}', paths, RULES]);
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  asked('parseShallow', parseShallow, ...each('1', '["]["]', '["\\"[",{}]', '{"a":[{}]}'));
  lines.push(
    `levels ${[63, 64, 65].map((levels) => saidBy(() => shown(parseShallow(deep(levels))).length))}`,
  );
  asked(
    'placesOf',
    placesOf,
    ['a\nb\r\nc\rd😀e\n', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 99]],
    ['', [0]],
    ['ab', [2, 0]],
  );

  asked(
    'lettersApart',
    lettersApart,
    ['', ''],
    ['a', ''],
    ['abc', 'abd'],
    ['abc', 'acb'],
    ['abc', 'abcde'],
    ['abc', 'abcdef'],
    ['kitten', 'sitting'],
  );
  asked('percentDecoded', percentDecoded, ...each('a', '%20', '%C3%B8', '%ff', '%', '%zz', 'a+b'));
  const latin = ['plain', 'Ã¸', '\u00f8', '\u0100', 'Ã', '\u0000', 'a\tb', 'Â\u00a0', 'ï»¿x'];

  asked('utf8Of', utf8Of, ...each(...latin));
  asked('readable', readable, ...each(...latin));
  asked('quoteBytes', quoteBytes, ...each(...latin));
  asked('quoteOdd', quoteOdd, ...each(...latin));
  asked(
    'decodeUtf8',
    decodeUtf8,
    ...each(Buffer.from('ø'), Buffer.from([0xff]), Buffer.from('\ufeffx')),
  );
  const codes = [
    'EACCES',
    'EBUSY',
    'EDQUOT',
    'EEXIST',
    'EIO',
    'EISDIR',
    'ELOOP',
    'EMFILE',
    'ENAMETOOLONG',
  ];
  const others = [
    'ENFILE',
    'ENOENT',
    'ENOSPC',
    'ENOTDIR',
    'ENOTSUP',
    'EPERM',
    'EPIPE',
    'EROFS',
    'EOTHER',
  ];
  asked(
    'systemReason',
    systemReason,
    ...[...codes, ...others].map((code) => [{ code, message: 'its own' }]),
  );
  asked(
    'systemSentence',
    systemSentence,
    [{ path: '/x', code: 'EIO' }],
    [{ path: '', message: 'm' }],
    [{ path: 1 }],
    [{ path: '/x', code: 5 }],
  );
  expectRecorded('tables/kernel.txt', lines);
});
