// The words of the pages: the same in both languages, none missing, none left over; and their formats.

import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { paymentDueHandlers } from '../../../server/bank/payments/dates/due-work.ts';
import type { ScaPage } from '../../../server/bank/sca/page-model.ts';
import { scaDueHandlers } from '../../../server/bank/sca/sca-due.ts';
import { consoleMenu } from '../../../server/http/console/navigation.ts';
import { pageLanguage, type Texts, type Words } from '../../../server/http/pages/page-language.ts';
import { createPages } from '../../../server/http/pages/pages.ts';
import { caughtPages, endPages, homePage, scaPages } from '../../support/page-models.ts';
import { ROOT_URL } from '../../support/source-tree.ts';
import { testFolder } from '../../support/test-folder.ts';

const folder = testFolder();
const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`views/texts/${name}.json`, ROOT_URL), 'utf8'));
const [en, nb]: readonly [Texts, Texts] = [read('en'), read('nb')];
const [enWords, nbWords]: readonly [Words, Words] = [read('words-en'), read('words-nb')];
/** Each word as `status: ACSC`. */
const flat = (words: Words): Texts =>
  Object.fromEntries(
    Object.entries(words).flatMap(([kind, of]) =>
      Object.entries(of).map(([value, text]) => [`${kind}: ${value}`, text]),
    ),
  );
const [english, norwegian] = [pageLanguage('en', en, enWords), pageLanguage('nb', nb, nbWords)];
const all = { en: { ...en, ...flat(enWords) }, nb: { ...nb, ...flat(nbWords) } };
/** Texts and words of the pages for the PSU, and of the first page. */
const OF_PSU = new Set([
  ...Object.keys(en).filter((key) => !/^(?:console|report|problem|signIn)\./.test(key)),
  ...Object.keys(flat(enWords)).filter((key) =>
    /^(?:nationalIdError|about|done|scaError|parameter|became|context|caughtTitle|frequency|end[A-Z]\w+): /.test(
      key,
    ),
  ),
]);
/** Whatever can ask for a text. */
const sources = ['views', 'server/http', 'server/bank/sca'].flatMap((folder) => {
  const files = readdirSync(new URL(`${folder}/`, ROOT_URL), { recursive: true, encoding: 'utf8' });
  return files
    .filter((name) => /\.(?:ejs|ts)$/.test(name))
    .map((name) => ({ name, text: readFileSync(new URL(`${folder}/${name}`, ROOT_URL), 'utf8') }));
});
const holes = (text = ''): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

test('SCA-02: English and Norwegian: have the same keys in the same order', () => {
  expect(Object.keys(all.nb)).toEqual(Object.keys(all.en));
});

test.each(Object.keys(all.en))(
  'SCA-02: English and Norwegian: %s says something, with the same holes to fill in',
  (key) => {
    expect(all.en[key]?.trim()).toBeTruthy();
    expect(all.nb[key]?.trim()).toBeTruthy();
    expect(holes(all.nb[key])).toEqual(holes(all.en[key]));
  },
);

test('SCA-02: English and Norwegian: have no text that no page shows', () => {
  cpSync(new URL('views/', ROOT_URL), join(folder, 'views'), { recursive: true });
  const marked = Object.fromEntries(Object.keys(en).map((key) => [key, `[[${key}]]`]));
  const markedWords = Object.fromEntries(
    Object.entries(enWords).map(([kind, of]) => [
      kind,
      Object.fromEntries(Object.keys(of).map((value) => [value, `[[${kind}: ${value}]]`])),
    ]),
  );
  for (const language of ['en', 'nb']) {
    writeFileSync(join(folder, `views/texts/${language}.json`), JSON.stringify(marked));
    writeFileSync(join(folder, `views/texts/words-${language}.json`), JSON.stringify(markedWords));
  }
  const pages = createPages(pathToFileURL(`${folder}/`), consoleMenu);
  const html = [
    ...[...Object.values(scaPages('en')), ...periodicPages()].map((page) => pages.sca(page).html),
    ...Object.values(endPages('en')).map((page) => pages.end(page).html),
    ...Object.values(caughtPages('en')).map((page) => pages.caught(page).html),
    pages.home(homePage('en')).html,
  ].join('');
  const shown = new Set([...html.matchAll(/\[\[([^\]]+)\]\]/g)].map(([, key]) => key));
  expect([...OF_PSU].filter((key) => !shown.has(key))).toEqual([]);
});

test('SCA-02: English and Norwegian: have words for every piece of due work that people see', () => {
  const handlers = { ...paymentDueHandlers({} as never), ...scaDueHandlers({} as never) };
  const seen = Object.keys(handlers).filter((type) => type !== 'scaLinkForgotten');
  // The end of a consent is no work: it is computed.
  expect(Object.keys(enWords['due'] ?? {}).toSorted()).toEqual(
    [...seen, 'consentExpires'].toSorted(),
  );
});

test('SCA-02: English and Norwegian: have no text that nothing uses, and none that a search for its key does not find', () => {
  const found = sources.flatMap(({ text }) => text.match(/'[^'\n]+'/g) ?? []);
  const written = new Set(found.map((literal) => literal.slice(1, -1)));
  const names = [...Object.keys(en), ...Object.keys(enWords)];
  expect(names.filter((name) => !written.has(name))).toEqual([]);
});

test('SCA-02: English and Norwegian: have no key that is composed at run time', () => {
  const prefixes = [...new Set(Object.keys(en).map((key) => key.split('.')[0]))].join('|');
  const begun = new RegExp(`\`(?:${prefixes})\\.[^\`]*\\$\\{[^\`]*\``, 'g');
  const places = sources.flatMap(({ name, text }) =>
    [...(text.match(begun) ?? []), ...(text.match(/\b(?:text|word)\(`[^`]*`/g) ?? [])].map(
      (part) => `${name}: ${part}`,
    ),
  );
  expect(places).toEqual([]);
});

/** The frequencies that interface.md lists. */
const FREQUENCIES =
  'Daily Weekly EveryTwoWeeks Monthly EveryTwoMonths Quarterly SemiAnnual Annual MonthlyVariable';

function periodicPages(): ScaPage[] {
  const page = scaPages('en')['periodic'];
  if (page?.step !== 'approve' || page.approval.kind !== 'payment') throw new Error('no variant');
  const [payment] = page.approval.payments;
  if (payment === undefined) throw new Error('no payment');
  return FREQUENCIES.split(' ').map((frequency) => ({
    ...page,
    approval: { kind: 'payment', payments: [{ ...payment, frequency }] },
  }));
}

test.each([
  ['12345.60', '12,345.60', '12 345,60'],
  ['-310 500.00', '−310,500.00', '−310 500,00'],
  ['1250', '1,250', '1 250'],
  ['999999999999999999.99999', '999,999,999,999,999,999.99999', '999 999 999 999 999 999,99999'],
  ['5.00 NOK', '5.00 NOK', '5,00 NOK'],
  ['free', 'free', 'free'],
  ['about 5.00', 'about 5.00', 'about 5.00'],
])('formats: the amount %s', (amount, inEnglish, inNorwegian) => {
  const plain = (text: string): string => text.replace(/\s/gu, ' ');
  expect(plain(english.amount(amount))).toBe(inEnglish);
  expect(plain(norwegian.amount(amount))).toBe(inNorwegian);
});

test.each([
  ['2026-11-03', '3 November 2026', '3. november 2026'],
  ['2026-02-31', '2026-02-31', '2026-02-31'],
  ['tomorrow', 'tomorrow', 'tomorrow'],
])('formats: the date %s', (date, inEnglish, inNorwegian) => {
  expect(english.date(date)).toBe(inEnglish);
  expect(norwegian.date(date)).toBe(inNorwegian);
});

test.each([
  ['12345678903', '1234 56 78903'],
  ['1234 56 78903', '1234 56 78903'],
  ['NO9386011117947', 'NO93 8601 1117 947'],
  ['412345******9876', '412345******9876'],
  ['12NO9386011117947', '12NO9386011117947'],
])('formats: the account number %s', (number, grouped) => {
  expect(english.account(number)).toBe(grouped);
});

test('formats: a moment', () => {
  expect(english.minute('2026-11-03T09:30:05.250Z')).toBe('2026-11-03 09:30');
  expect(norwegian.second('2026-11-03T09:30:05.250Z')).toBe('2026-11-03 09:30:05');
});

test('formats: an organisation number', () => {
  expect(english.organisation('974760673')).toBe('974 760 673');
  expect(english.organisation('97476067')).toBe('97476067');
});

test('formats: a frequency without words stays as it is, also one named like a member of every object', () => {
  expect(norwegian.frequency('Weekly')).toBe('Hver uke');
  expect(norwegian.frequency('Hourly')).toBe('Hourly');
});

test('formats: a text that is missing, or a hole that is not filled in, throws', () => {
  expect(() => english.text('no.such.text')).toThrow('no text "no.such.text" in language en');
  expect(() => english.text('toString')).toThrow('no text "toString"');
  expect(() => english.text('journey.label')).not.toThrow();
  expect(() => english.text('access.intro')).toThrow('needs {tpp}');
  expect(() => english.word('status', 'toString')).toThrow('no text "status: toString"');
  expect(() => english.word('nothing', 'RCVD')).toThrow('no text "nothing: RCVD"');
});
