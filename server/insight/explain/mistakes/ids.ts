// X-Request-ID, PSU-ID and PSU-Corporate-ID that were signed in another case or form.
import { quoteBytes } from '../../../kernel/utf8.ts';
import type { MistakeName } from '../mistake-names.ts';
import { type MistakeContext, type Variant, valueVariant } from '../string/variant.ts';

export function idMistakes({ draft }: MistakeContext): readonly Variant[] {
  return draft.lines
    .filter(({ entry }) => ['x-request-id', 'psu-id', 'psu-corporate-id'].includes(entry))
    .flatMap(({ entry, value }) =>
      idForms(value)
        .filter(([, signed]) => signed !== value)
        .map(([mistake, signed]) =>
          valueVariant({
            mistake,
            entry,
            signed,
            sentence: `You signed ${entry} as ${quoteBytes(signed)} but sent ${quoteBytes(value)}; sign the value as it is sent.`,
            combines: mistake === 'id-case',
          }),
        ),
    );
}

function idForms(value: string): readonly (readonly [mistake: MistakeName, signed: string])[] {
  const hex = value.replaceAll('-', '');
  const hyphened = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return [
    ['id-case', value.toLowerCase()],
    ['id-case', value.toUpperCase()],
    ['id-form', hex],
    ['id-form', hex.toUpperCase()],
    ['id-form', `{${value}}`],
    ['id-form', `urn:uuid:${value}`],
    ['id-form', value.replace(/^\{|\}$/g, '')],
    ['id-form', value.replace(/^urn:uuid:/i, '')],
    ['id-form', hyphened],
  ];
}
