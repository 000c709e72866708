// The page at `/`.
import type { RequestHandler } from 'express';
import type { Language } from '../../protocol/psu-headers.ts';
import { baseUrlOf } from '../addresses.ts';
import { askedLanguage } from './asked-language.ts';
import type { HomePage, Pages } from './pages.ts';

export interface HomeDeps {
  readonly pages: Pages;
  readonly version: string;
  /** Who can log in. */
  readonly persons: (language: Language) => Promise<HomePage['persons']>;
  readonly publicUrl?: string;
}

export function homeHandler(deps: HomeDeps): RequestHandler {
  return async (request, response) => {
    const language = askedLanguage(request);
    const page = deps.pages.home({
      baseUrl: baseUrlOf(request, deps.publicUrl),
      version: deps.version,
      persons: await deps.persons(language),
      language,
      otherLanguageHref: language === 'nb' ? '/?lang=en' : '/?lang=nb',
    });
    response.status(200).set(page.headers).send(page.html);
  };
}
