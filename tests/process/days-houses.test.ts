// What the pages of Sandbanks with other settings show, with what is around them and their headers, is what is written in
// tests/fixtures/pages/house-….txt: of each where it differs from the one before. `npm run examples` records them again.
import { expect, test } from '@jest/globals';
import { HOUSES, settingsOf, visit, visitAsStranger } from '../support/houses.ts';
import { RecordedPages } from '../support/recorded-pages.ts';
import { sandbanksOfTest } from '../support/test-bank.ts';

const open = sandbanksOfTest();

test('WEB-01: the pages of Sandbanks with other settings: is what they answer now', async () => {
  let pages: RecordedPages | undefined;
  for (const [name, house] of Object.entries(HOUSES)) {
    const bank = await open(settingsOf(house));
    pages ??= new RecordedPages(bank);
    pages.goOn(bank, house.headers);
    await visit(pages);
    if (house.headers !== undefined) {
      pages.goOn(bank);
      await visitAsStranger(pages);
    }
    expect(pages.lines.length).toBeGreaterThan(200);
    pages.end(`house-${name.replace(/,.*/, '').replaceAll(' ', '-')}`);
    pages.lines.length = 0;
  }
});
