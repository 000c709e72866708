// A Date that was signed in another form, or earlier or later than the one sent.
import { quoteBytes } from '../../../kernel/utf8.ts';
import { longDay, parseHttpDate } from '../../../signing/date-header.ts';
import { type MistakeContext, type Variant, valueSigned, valueVariant } from '../string/variant.ts';

/** Seconds around the sent Date that are tried; the nearest ones also together with another mistake. */
const FAR = 120;
const NEAR = 2;

const COMBINING_FORMS = 3;

const pad = (value: number): string => String(value).padStart(2, '0');

/**
 * The same instant in other forms that programs print; the first few also together with another mistake.
 */
const FORMS: readonly ((date: Date) => string)[] = [
  (date) => date.toUTCString(),
  (date) => date.toUTCString().replace('GMT', '+0000'),
  (date) => date.toUTCString().replace(/, 0/, ', '),
  (date) => date.toISOString(),
  (date) => date.toUTCString().replace('GMT', 'UTC'),
  (date) => date.toUTCString().replace('GMT', 'Z'),
  (date) => date.toUTCString().replace(' GMT', ''),
  (date) => date.toUTCString().replace(/, 0/, ', ').replace('GMT', '+0000'),
  (date) => date.toUTCString().replace(/^\w+, /, ''),
  (date) => date.toUTCString().replace(',', ''),
  (date) => date.toUTCString().toLowerCase(),
  (date) => date.toUTCString().toUpperCase(),
  (date) => date.toISOString().replace('.000', ''),
  (date) => date.toISOString().replace('.000Z', '+00:00'),
  (date) => date.toISOString().replace('.000Z', ''),
  (date) => date.toISOString().replace('T', ' ').replace('.000Z', ''),
  (date) => String(date.getTime()),
  (date) => String(date.getTime() / 1000),
  (date) => `${date.getTime() / 1000}.0`,
  (date) => date.toUTCString().replace('GMT', '-0000'),
  (date) => date.toUTCString().replace(/, 0/, ',  '),
  asctime,
  rfc850,
  ...['UTC', 'GMT'].map((name) => (date: Date) => javaText(date, 0, name)),
  (date) => javaText(date, 60, 'CET'),
  (date) => javaText(date, 120, 'CEST'),
  (date) => moved(date, 60).toUTCString().replace('GMT', 'CET'),
  (date) => moved(date, 120).toUTCString().replace('GMT', 'CEST'),
  // Local time with the wrong label.
  (date) => moved(date, 60).toUTCString(),
  (date) => moved(date, 120).toUTCString(),
  ...[60, 120, -300].map((offset) => (date: Date) => zoned(date, offset)),
  ...[60, 120, -300].map((offset) => (date: Date) => zoned(date, offset).replace(/, 0/, ', ')),
  ...[60, 120, -300].map((offset) => (date: Date) => isoZoned(date, offset)),
];

const moved = (date: Date, minutes: number): Date => new Date(date.getTime() + minutes * 60_000);

/** `Tue Nov  3 09:05:07 2026` */
function asctime(date: Date): string {
  const [, day, number = '', month, year, time] = partsOf(date);
  return `${day} ${month} ${number.replace(/^0/, ' ')} ${time} ${year}`;
}

/** `Tuesday, 03-Nov-26 09:05:07 GMT` */
function rfc850(date: Date): string {
  const [, , number, month, year = '', time] = partsOf(date);
  return `${longDay(date)}, ${number}-${month}-${year.slice(2)} ${time} GMT`;
}

/** `Tue Nov 03 10:05:07 CET 2026`, as Java's Date prints. */
function javaText(date: Date, minutes: number, zoneName: string): string {
  const [, day, number, month, year, time] = partsOf(moved(date, minutes));
  return `${day} ${month} ${number} ${time} ${zoneName} ${year}`;
}

/** Whole, day, number, month, year, time. */
const partsOf = (date: Date): readonly string[] =>
  /^(\w+), (\d+) (\w+) (\d+) ([\d:]+)/.exec(date.toUTCString()) as readonly string[];

/** `Tue, 03 Nov 2026 10:05:07 +0100` */
function zoned(date: Date, minutes: number): string {
  const local = new Date(date.getTime() + minutes * 60_000).toUTCString();
  return local.replace('GMT', zone(minutes, ''));
}

function isoZoned(date: Date, minutes: number): string {
  const local = new Date(date.getTime() + minutes * 60_000).toISOString();
  return local.replace('.000Z', zone(minutes, ':'));
}

function zone(minutes: number, separator: string): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}${separator}${pad(size % 60)}`;
}

export function dateMistakes(context: MistakeContext, now: number): readonly Variant[] {
  const entry = 'date';
  const sent = valueSigned(context, entry);
  const parsed = sent === undefined ? undefined : parseHttpDate(sent, now);
  if (sent === undefined || parsed === undefined) return [];
  const instant = new Date(parsed.seconds * 1000);
  const reformatted = [...new Set(FORMS.map((form) => form(instant)))]
    .filter((signed) => signed !== sent)
    .map((signed, at) =>
      valueVariant({
        mistake: 'date-format',
        entry,
        signed,
        sentence: `You signed date as ${quoteBytes(signed)} but sent ${quoteBytes(sent)}; sign the value as it is sent.`,
        combines: at < COMBINING_FORMS,
      }),
    );
  return [...reformatted, ...otherSeconds(sent, instant), ...otherForms(sent, instant)];
}

/** Both mistakes at once, for the nearest seconds. */
function otherForms(sent: string, instant: Date): readonly Variant[] {
  return [1, 2].flatMap((seconds) =>
    [seconds, -seconds].flatMap((offset) => {
      const then = new Date(instant.getTime() + offset * 1000);
      return [...new Set(FORMS.map((form) => form(then)))]
        .filter((signed) => signed !== then.toUTCString())
        .map((signed) =>
          valueVariant({
            mistake: 'date-format',
            more: ['date-other-second'],
            entry: 'date',
            signed,
            sentence: `You signed date as ${quoteBytes(signed)} but sent ${quoteBytes(sent)}, which is another second as well; make the Date once, sign it and send the same.`,
          }),
        );
    }),
  );
}

function otherSeconds(sent: string, instant: Date): readonly Variant[] {
  const print = FORMS.find((form) => form(instant) === sent);
  // A Date in an unknown form cannot be moved without guessing.
  if (print === undefined) return [];
  return Array.from({ length: FAR }, (_, at) => at + 1).flatMap((seconds) =>
    [seconds, -seconds].map((offset) => {
      const signed = print(new Date(instant.getTime() + offset * 1000));
      const when = `${seconds} second${seconds === 1 ? '' : 's'} ${offset < 0 ? 'earlier' : 'later'}`;
      return valueVariant({
        mistake: 'date-other-second',
        entry: 'date',
        signed,
        sentence: `You signed date as ${quoteBytes(signed)} but sent ${quoteBytes(sent)}: the signed one is ${when}; make the Date once, sign it and send the same.`,
        combines: seconds <= NEAR,
      });
    }),
  );
}
