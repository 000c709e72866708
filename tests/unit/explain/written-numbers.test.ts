// A body whose numbers are not as JavaScript prints them, printed anew by programs that keep them, and by
// those that do not.
import { describe, expect, test } from '@jest/globals';
import { bodyForms } from '../../../server/insight/explain/body/body-forms.ts';

const wordsOf = (body: string, form: string) =>
  bodyForms(Buffer.from(body))
    .filter(({ bytes }) => bytes.equals(Buffer.from(form)))
    .map(({ mistakes, words }) => `${mistakes.join('+')}: ${words}`);

describe('SIG-15: numbers that JavaScript prints otherwise', () => {
  const anew = ', its numbers as JavaScript prints them';
  const spaced = 'body-spaced: with a space after each colon and comma, as Python prints it';
  const indented = 'body-pretty-printed: pretty-printed with 2 spaces';

  test.each(['100.00', '1.0', '1e2', '12345678901234567890', '-0', '1E+2'])(
    'SIG-15: %s',
    (number) => {
      const body = `{"cur":"1.0","amount":[${number},7]}`;
      const js = String(Number(number) + 0);
      const pretty = (one: string) =>
        `{\n  "cur": "1.0",\n  "amount": [\n    ${one},\n    7\n  ]\n}`;
      const line = (one: string) => `{"cur": "1.0", "amount": [${one}, 7]}`;
      expect(wordsOf(body, line(number))).toEqual([spaced]);
      expect(wordsOf(body, line(js))).toEqual([`${spaced}${anew}`]);
      expect(wordsOf(body, pretty(number))).toEqual([indented]);
      expect(wordsOf(body, pretty(js))).toEqual([`${indented}${anew}`]);
      expect(wordsOf(body, `{"amount":[${number},7],"cur":"1.0"}`)).toEqual([
        'body-keys-sorted: with its keys sorted',
      ]);
      expect(wordsOf(body, `{"cur":"1.0","amount":[${js},7]}`)[0]).toContain('printed again');
      expect(wordsOf(pretty(number), body)).toEqual(['body-minified: minified']);
      expect(wordsOf(pretty(number), pretty(js))).toEqual([`${indented}${anew}`]);
      expect(wordsOf(pretty(number), `${line(number)}\n`)[0]).toContain('after it');
    },
  );

  test('SIG-15: a bulk of 200 payments', () => {
    const payments = Array.from(
      { length: 200 },
      (_, at) =>
        `{"endToEndIdentification":"E2E-2026-11-03-${at}","instructedAmount":{"currency":"NOK","amount":1250.00},"creditorName":"Leverandør ${at} AS","debtorAccount":{"bban":"12345678901"},"remittanceInformationUnstructured":"Faktura 2026/11, ref. 4711, deres ref. 0815","creditorAccount":{"iban":"NO9386011117947","bban":"86011117947"},"requestedExecutionDate":"2026-11-05"}`,
    );
    const body = `{"payments":[${payments.join()}]}`;
    const value = JSON.parse(body) as unknown;
    const kept = (text: string) => text.replaceAll(/1250(?![\d.])/g, '1250.00');
    const pretty = JSON.stringify(value, null, 2);
    expect(body.length).toBeGreaterThan(60_000);
    expect(wordsOf(body, kept(pretty))).toEqual([indented]);
    expect(wordsOf(body, kept(JSON.stringify(value, null, 4)))).toHaveLength(1);
    expect(
      wordsOf(body, kept(body.replaceAll('":', '": ').replaceAll(/,(?=["{])/g, ', '))),
    ).toEqual([spaced]);
    expect(wordsOf(kept(pretty), JSON.stringify(value))).toEqual([
      `body-minified: minified${anew}`,
    ]);
    expect(wordsOf(body, pretty)).toEqual([`${indented}${anew}`]);
  });
});
