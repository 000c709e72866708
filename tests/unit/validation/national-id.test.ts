import { expect, test } from '@jest/globals';
import { checkNationalId, madeNationalId } from '../../../server/validation/national-id.ts';

const WEIGHTS_1 = [3, 7, 6, 1, 8, 9, 4, 5, 2];
const WEIGHTS_2 = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

const weigh = (digits: string, weights: readonly number[]): number =>
  (11 - (weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0) % 11)) % 11;

/** The first valid number that begins with those six digits. */
function numberOf(date: string): string {
  for (let individual = 100; individual < 1000; individual += 1) {
    const nine = `${date}${individual}`;
    const first = weigh(nine, WEIGHTS_1);
    const second = weigh(`${nine}${first}`, WEIGHTS_2);
    if (first < 10 && second < 10) return `${nine}${first}${second}`;
  }
  throw new Error(`no number for ${date}`);
}

test.each(['13039319955', '12085592767', '18129215603', '20079518612'])(
  'SBX-02: national ids: %s of the starting set is valid',
  (number) => expect(checkNationalId(number)).toBe('ok'),
);

test.each([
  ['ordinary', '130393'],
  ['D-number (day + 40)', '530393'],
  ['synthetic, month + 40', '134393'],
  ['synthetic, month + 80', '138393'],
  ['synthetic D-number, month + 80', '538393'],
  ['born on a leap day', '290200'],
])('HDR-04: national ids: %s', (_kind, date) => {
  expect(checkNationalId(numberOf(date))).toBe('ok');
});

test('HDR-04: any single wrong digit among the check digits is noticed', () => {
  for (const date of ['130393', '530393', '134393', '138393']) {
    const number = numberOf(date);
    for (const place of [9, 10]) {
      const digit = (Number(number[place]) + 1) % 10;
      const wrong = number.slice(0, place) + digit + number.slice(place + 1);
      expect(checkNationalId(wrong)).toBe('check-digits');
    }
  }
});

test.each([
  '',
  '1303931995',
  '130393199555',
  '1303931995a',
  '130393 19955',
  '１３０３９３１９９５５',
])('HDR-04: national ids: "%s" is not 11 digits', (text) =>
  expect(checkNationalId(text)).toBe('malformed'),
);

test.each(['320193', '131393', '000000'])('HDR-04: national ids: %s is no date', (date) => {
  expect(checkNationalId(numberOf(date))).toBe('malformed');
});

test('CTRL-15: numbers that the bank makes pass, are synthetic, and differ', () => {
  const made = Array.from({ length: 600 }, (_, nth) => madeNationalId(`bank ${nth}`));
  expect(made.map(checkNationalId)).toEqual(made.map(() => 'ok'));
  expect(made.every((number) => Number(number.slice(2, 4)) > 80)).toBe(true);
  expect(new Set(made).size).toBe(600);
  expect(madeNationalId('bank 1')).toBe(made[1]);
});

test('CTRL-15: a made number is the same for ever, also one that fitted only after more draws', () => {
  const made = Array.from({ length: 12 }, (_, nth) => madeNationalId(`bank ${nth}`));
  expect(made).toEqual([
    '21817434956',
    '24846207356',
    '23915936911',
    '09855112830',
    '07887505866',
    '19836532859',
    '25876744182',
    '21857234550',
    '26907347817',
    '03885530027',
    '14857440812',
    '28837449253',
  ]);
});
