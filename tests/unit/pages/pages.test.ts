// Every variant of every page: well formed, labelled, escaped, and with the form that the flow reads.

import { describe, expect, test } from '@jest/globals';
import { consoleMenu } from '../../../server/http/console/navigation.ts';
import { createPages } from '../../../server/http/pages/pages.ts';
import { type Element, elementsOf, MISSING_VALUE, wordsOf } from '../../support/html.ts';
import { everyPage, type Language, scaPages } from '../../support/page-models.ts';
import { ROOT_URL } from '../../support/source-tree.ts';

const pages = createPages(ROOT_URL, consoleMenu);

const rendered = [...everyPage(pages, 'en'), ...everyPage(pages, 'nb')];

function sca(name: string, language: Language = 'en'): string {
  const page = scaPages(language)[name];
  if (page === undefined) throw new Error(`no variant ${name}`);
  return pages.sca(page).html;
}

const all = (html: string, tag: string): Element[] =>
  elementsOf(html).filter((element) => element.tag === tag);

const fields = (html: string): string =>
  elementsOf(html)
    .filter(({ tag, attributes }) => 'name' in attributes && /^(input|button)$/.test(tag))
    .map(({ attributes }) => `${attributes['name']}=${attributes['value'] ?? ''}`)
    .join(' ');

describe.each(rendered)('the page %s', (name, { html }) => {
  const elements = elementsOf(html);
  const ids = elements.flatMap(({ attributes }) => attributes['id'] ?? []);

  test('SCA-02: is a whole page in its language, with one heading, one main part and a title', () => {
    expect(html.startsWith('<!doctype html>')).toBe(true);
    expect(all(html, 'html')[0]?.attributes['lang']).toBe(name.slice(-2));
    expect(all(html, 'h1')).toHaveLength(1);
    expect(all(html, 'main')).toHaveLength(1);
    expect(html).toMatch(/<title>[^<]{8,} – Sandbank<\/title>/);
    expect(html).toContain('name="viewport" content="width=device-width, initial-scale=1"');
    expect(wordsOf(html)).not.toMatch(MISSING_VALUE);
  });

  test('SCA-02: every id is there once and every reference to one leads somewhere', () => {
    expect(new Set(ids).size).toBe(ids.length);
    for (const { attributes } of elements) {
      const references = [attributes['for'], attributes['aria-labelledby']]
        .concat(attributes['aria-describedby']?.split(' '))
        .concat(attributes['href']?.startsWith('#') ? attributes['href'].slice(1) : undefined)
        .filter((reference) => reference !== undefined);
      expect(ids).toEqual(expect.arrayContaining(references));
    }
  });

  test('SCA-02: every field has a label', () => {
    for (const { tag, attributes, parents } of elements) {
      if (tag !== 'input' || attributes['type'] === 'hidden') continue;
      const labels = all(html, 'label').map((label) => label.attributes['for']);
      expect(parents.includes('label') || labels.includes(attributes['id'])).toBe(true);
    }
  });

  test('WEB-01: needs nothing that the policy forbids: no inline script or style, no other host', () => {
    for (const { tag, attributes } of elements) {
      expect(['style', 'base', 'iframe', 'object']).not.toContain(tag);
      expect(Object.keys(attributes).filter((key) => /^(style$|on)/.test(key))).toEqual([]);
      if (tag === 'link' || tag === 'img' || tag === 'script') {
        expect(attributes['href'] ?? attributes['src']).toMatch(/^\/assets\/[a-z.]+\?v=\w{12}$/);
      }
    }
  });
});

test.each(Object.entries(scaPages('en')))(
  'SCA-05: what the forms send: %s: every form carries the token',
  (_, page) => {
    const { html } = pages.sca(page);
    const forms = all(html, 'form');
    expect(forms.length).toBeGreaterThan(0);
    for (const { attributes } of forms) {
      expect(attributes).toMatchObject({ method: 'post', action: page.action });
    }
    expect(html.split('name="token" value="form-token-1"').length - 1).toBe(forms.length);
    expect(fields(html)).toContain('do=cancel');
  },
);

test('SCA-02: identify asks for the national id and offers the test persons at one click', () => {
  expect(fields(sca('identify'))).toBe(
    'token=form-token-1 nationalId= do=identify token=form-token-1 do=identify nationalId=13039319955 nationalId=12085592767 nationalId=18129215603 nationalId=20079518612 token=form-token-1 do=identify nationalId=03817010023 token=form-token-1 do=cancel',
  );
});

test('SCA-07: a fixed person is shown masked and cannot be changed', () => {
  const html = sca('identify-fixed');
  expect(fields(html)).toBe('token=form-token-1 do=identify do=cancel');
  expect(wordsOf(html)).toContain('*********55');
});

test('SCA-02: context sends PRIVATE or the id of an agreement', () => {
  const html = sca('context');
  expect(fields(html)).toBe(
    'token=form-token-1 choice=PRIVATE choice=agr-1 choice=agr-2 do=context do=cancel',
  );
  expect(html.match(/ checked/g)).toHaveLength(1);
});

test('SCA-02: access sends the ids of what is ticked; ticked is what the model says', () => {
  const html = sca('access');
  expect(fields(html)).toBe(
    'token=form-token-1 account=a-1 account=a-2 account=c-1 do=approve do=cancel',
  );
  const ticked = all(html, 'input').filter(({ attributes }) => 'checked' in attributes);
  expect(ticked.map(({ attributes }) => attributes['value'])).toEqual(['a-1']);
});

test('SCA-02: who has nothing to share can go on without, as they can without a browser', () => {
  expect(fields(sca('access-none'))).toBe('token=form-token-1 do=approve do=cancel');
  expect(wordsOf(sca('access-none'))).toContain('Continue without sharing');
});

test.each([
  ['identify-malformed', 'Enter 11 digits', false],
  ['identify-check-digits', 'check digits of this number are wrong', false],
  ['identify-unknown', 'no customer with this number', true],
])('SCA-04: %s says what is wrong and keeps what was typed', (name, words, counts) => {
  const html = sca(name);
  const input = all(html, 'input').find(({ attributes }) => attributes['id'] === 'nationalId');
  expect(html).toMatch(/<title>Error: /);
  expect(wordsOf(html)).toContain(words);
  expect(wordsOf(html).includes('Tries left: 2')).toBe(counts);
  expect(input?.attributes).toMatchObject({ 'aria-invalid': 'true' });
  expect(input?.attributes['value']).toMatch(/^\d+$/);
});

test.each([
  ['en', '12,345.60 EUR', '3 November 2026'],
  ['nb', '12 345,60 EUR', '3. november 2026'],
] as const)(
  'SES-06: a payment in %s shows amount, currency, creditor and accounts',
  (language, amount, date) => {
    const words = wordsOf(sca('payment', language));
    expect(words).toContain(amount);
    expect(words).toContain('Björk &amp; Söner Trädgårdsmöbler Aktiebolag');
    expect(words).toContain('SE45 5000 0000 0583 9825 7466');
    expect(words).toContain('1234 56 78903');
    expect(words).toContain('Invoice 2026-1093');
    expect(words).toContain(date);
  },
);

test('SES-06: a standing order shows how often, from when and until when', () => {
  const words = wordsOf(sca('periodic'));
  for (const word of ['Every two months', '1 December 2026', '30 November 2028', '1,250.00 NOK']) {
    expect(words).toContain(word);
  }
});

test('SES-06: several payments are all shown, with their totals', () => {
  const words = wordsOf(sca('basket'));
  expect(words).toContain('Approve 2 payments?');
  expect(words).toContain('Total 12,345.60 EUR 1,250.00 NOK');
  expect(words).toContain('Payment 2 of 2 Amount 1,250.00 NOK To Solsiden Borettslag');
});

test('SES-06: of a cancellation, approving stops the payment and the other button keeps it', () => {
  const html = sca('cancellation');
  expect(html).toMatch(/value="approve">Stop payment</);
  expect(html).toMatch(/value="cancel">Keep payment</);
  expect(wordsOf(html)).toContain('12,345.60 EUR');
});

test.each(Object.keys(scaPages('en')))(
  'SCA-02: %s names the TPP, where one returns to, and the other language',
  (name) => {
    const html = sca(name);
    expect(wordsOf(html)).toContain('Request from Regnskap Pluss AS');
    expect(wordsOf(html)).toContain('You return to app.regnskap-pluss.example');
    expect(wordsOf(html)).toContain('No real money');
    expect(html).toContain('<a href="?lang=nb" hreflang="nb" lang="nb">');
    expect(html.match(/aria-current="step"/g)).toHaveLength(1);
  },
);
