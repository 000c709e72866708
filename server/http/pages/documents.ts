// The pages about the bank: `/`, and `/openapi.json` and `/docs`, which are made at the first request from
// the rows that requests are routed by, and kept.
import type { RequestHandler } from 'express';
import { memoize } from '../../kernel/memoize.ts';
import type { Language } from '../../protocol/psu-headers.ts';
import { bankOf, baseUrlOf, prefixOf } from '../addresses.ts';
import { type DocumentOptions, openapiDocument } from '../openapi/document.ts';
import { referencePage } from '../openapi/reference.ts';
import { askedLanguage } from './page-language.ts';
import type { HomePage, Pages } from './pages.ts';

export interface DocumentDeps extends DocumentOptions {
  readonly pages: Pages;
}

export function openapiHandler(deps: DocumentDeps): RequestHandler {
  const bytes = memoize(() => Buffer.from(JSON.stringify(openapiDocument(deps)), 'utf8'));
  return (_request, response) => {
    // A client in a browser may read it: it tells nothing that is not in the repository.
    response.set({
      'Content-Type': 'application/json;charset=utf-8',
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
      'Access-Control-Allow-Origin': '*',
    });
    response.status(200).send(bytes());
  };
}

export function docsHandler(deps: DocumentDeps): RequestHandler {
  const page = memoize(() => deps.pages.docs(referencePage(deps)));
  return (_request, response) => {
    response.status(200).set(page().headers).send(page().html);
  };
}

interface HomeDeps {
  readonly pages: Pages;
  readonly version: string;
  /** Who can log in. */
  readonly persons: (language: Language, bank: string) => Promise<HomePage['persons']>;
  readonly publicUrl?: string;
}

export function homeHandler(deps: HomeDeps): RequestHandler {
  return async (request, response) => {
    const language = askedLanguage(request);
    const page = deps.pages.home({
      baseUrl: baseUrlOf(request, deps.publicUrl),
      version: deps.version,
      prefix: prefixOf(request),
      persons: await deps.persons(language, bankOf(request)),
      language,
      otherLanguageHref: `?lang=${language === 'nb' ? 'en' : 'nb'}`,
    });
    response.status(200).set(page.headers).send(page.html);
  };
}
