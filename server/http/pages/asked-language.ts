// The language of a page: `?lang=` goes before Accept-Language, English before nothing.
import type { Request } from 'express';
import type { Language } from '../../protocol/psu-headers.ts';

export function askedLanguage(request: Request): Language {
  const asked = request.query['lang'];
  if (asked === 'en' || asked === 'nb') return asked;
  const accepted = request.acceptsLanguages('en', 'nb', 'no', 'nn');
  return accepted === false || accepted === 'en' ? 'en' : 'nb';
}
