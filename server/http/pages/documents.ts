// The pages about the bank: `/`, and `/docs`, which is made at the first request from the rows that requests are
// routed by, and kept.
import type { RequestHandler } from 'express';
import { isBankName, prefixOfBank } from '../../bank/banks/banks.ts';
import { memoize } from '../../kernel/memoize.ts';
import type { Language } from '../../protocol/psu-headers.ts';
import { bankOf, baseUrlOf } from '../addresses.ts';
import { type Menu, withDocsOf } from '../console/navigation.ts';
import { setDocumentHeaders } from '../openapi/openapi-handler.ts';
import { type ReferenceOptions, referencePage } from '../openapi/reference.ts';
import { createSchemaBundle } from '../openapi/schemas.ts';
import { deskFrame } from './desk-frame.ts';
import type { Manual } from './manual.ts';
import { createManualSearch } from './manual-search.ts';
import { rememberLanguage } from './page-language.ts';
import type { HomePage, Page, Pages } from './pages.ts';

export interface DocumentDeps extends ReferenceOptions {
  readonly manual: Manual;
  readonly pages: Pages;
  readonly publicUrl?: string;
}

/** The schema of seeds as one document, for editors (CTRL-11). */
export function seedSchemaHandler({ schema }: Pick<DocumentDeps, 'schema'>): RequestHandler {
  const bytes = memoize(() => {
    const bundle = createSchemaBundle(schema, { place: '#/$defs/', conditions: true });
    const { $schema, title, description } = schema('control/seed.json');
    const root = bundle.ref('control/seed.json');
    const document = { $schema, title, description, ...root, $defs: bundle.components() };
    return Buffer.from(JSON.stringify(document), 'utf8');
  });
  return (_request, response) => {
    setDocumentHeaders(response, 'application/json;charset=utf-8');
    response.status(200).send(bytes());
  };
}

/** `/docs`: the reference. `/docs/…`: the manual. `/docs/search?q=`. `?bank=` is whose console the links lead to. */
export function docsHandler(deps: DocumentDeps): RequestHandler {
  const { pages, manual } = deps;
  const reference = memoize(() => pages.docs(referencePage(deps), menuOf(manual, '')));
  const search = createManualSearch(manual.pages);
  const pageAt = (path: string, query: unknown): Page | undefined => {
    if (path === '') return reference();
    if (path !== 'search') {
      const page = manual.find(path);
      return page && pages.manual(page, menuOf(manual, path));
    }
    const question = typeof query === 'string' ? query : '';
    return pages.found({ question, found: search(question) }, menuOf(manual, path));
  };
  return (request, response, next) => {
    const page = pageAt(request.path.replace(/^\/docs\/?|\/$/g, ''), request.query['q']);
    if (page === undefined) return next();
    // The commands of the manual are for this bank.
    const html = page.html.replaceAll(USUAL_ADDRESS, baseUrlOf(request, deps.publicUrl));
    const { bank } = request.query;
    const isOther = typeof bank === 'string' && isBankName(bank);
    response
      .status(200)
      .set(page.headers)
      .send(isOther ? withLinksTo(bank, html) : html);
  };
}

/** `?bank=`: links lead back to the console of the bank that one came from, and remember it on the way. */
const withLinksTo = (bank: string, html: string): string =>
  withDocsOf(bank, html)
    .replace(
      /href="(?=\/(?:console|_sandbox)[/"])(?!\/_sandbox\/openapi)/g,
      `$&${prefixOfBank(bank)}`,
    )
    // A form that asks replaces the query of its address.
    .replace(/<form method="get"[^<>]*>/, `$&<input type="hidden" name="bank" value="${bank}">`);

/** As the manual writes it. */
const USUAL_ADDRESS = 'http://127.0.0.1:8080';

function menuOf(manual: Manual, current: string): Menu {
  const entry = (href: string, label: string) => ({
    href,
    label,
    current: href === `/docs/${current}`,
  });
  const entries = manual.pages().map(({ path, title }) => entry(`/docs/${path}`, title));
  const within = (folder: string) =>
    entries.filter(({ href }) => href.startsWith(`/docs/${folder}`));
  const [quickstarts, control] = [within('quickstart/'), within('sandbox')];
  return {
    label: 'Documentation',
    groups: [
      {
        label: 'Sandbank',
        pages: [
          { href: '/docs', label: 'API reference', current: current === '' },
          entry('/console', 'Console'),
          entry('/_sandbox/requests', 'Requests'),
          entry('/_sandbox/coverage', 'Coverage'),
        ],
      },
      { label: 'Quickstarts', pages: quickstarts },
      {
        label: 'Guides',
        pages: entries.filter((one) => !quickstarts.includes(one) && !control.includes(one)),
      },
      { label: 'Test with it', pages: control },
    ],
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
    const frame = deskFrame(request);
    const bank = bankOf(request);
    rememberLanguage(request, response);
    const page = deps.pages.home({
      ...frame,
      bank,
      baseUrl: baseUrlOf(request, deps.publicUrl),
      version: deps.version,
      persons: await deps.persons(frame.language, bank),
    });
    response.status(200).set(page.headers).send(page.html);
  };
}
