// Turns page models into HTML with the headers that go with it (WEB-01, WEB-02). The views hold no logic
// beyond if and for and escape whatever they show; templates, texts and the assets' hashes are read when
// the first page needs them, once.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import ejs from 'ejs';
import type { ReportView } from '../../bank/banks/control-operation.ts';
import type { CaughtPage } from '../../bank/redirects/caught-page.ts';
import type { EndPage, PersonHint, ScaPage } from '../../bank/sca/page-model.ts';
import { memoize } from '../../kernel/memoize.ts';
import type { TppMessage } from '../../protocol/errors.ts';
import type { Language } from '../../protocol/psu-headers.ts';
import { prefixOfBank } from '../addresses.ts';
import { consoleMenu, type Menu } from '../console/navigation.ts';
import type { ReferencePage } from '../openapi/reference.ts';
import type { ManualPage } from './manual.ts';
import type { Found } from './manual-search.ts';
import { type About, aboutSca } from './page-about.ts';
import { type PageLanguage, pageLanguage, type Texts } from './page-language.ts';

/** What is sent: the status is the caller's. Header names are in their canonical spelling. */
export interface Page {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The page at `/`. */
export interface HomePage {
  /** Absolute, without a trailing slash. */
  readonly baseUrl: string;
  /** `/banks/{bank}`, or nothing for the default bank. */
  readonly prefix: string;
  readonly version: string;
  readonly persons: readonly PersonHint[];
  readonly language: Language;
  readonly otherLanguageHref: string;
}

/** The page that asks for the control token (WEB-04). */
export interface SignInPage {
  /** Where the form goes. */
  readonly action: string;
  /** Where the browser goes after it. */
  readonly next: string;
  /** A token was sent, and it was another one. */
  readonly failed: boolean;
}

/** A refusal of the control API in a browser. */
export interface ProblemPage {
  readonly status: number;
  readonly messages: readonly TppMessage[];
  /** Where to go on. */
  readonly back: { readonly href: string; readonly label: string };
}

/** What every page of the console has besides its own model. */
export interface ConsoleFrame {
  readonly language: Language;
  readonly otherLanguageHref: string;
  readonly bank: string;
  /** Names of those that there are. */
  readonly banks: readonly string[];
  readonly prefix: string;
  /** First part of its path below /console. */
  readonly current: string;
  readonly result?: object;
  readonly [member: string]: unknown;
}

export type Pages = ReturnType<typeof createPages>;

const COMMON_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

// No script at all, styles and pictures only from this server.
const POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'";

// Two directives are left out on purpose (WEB-02). `form-action`: browsers apply it to the redirect that
// answers a form too, and where that leads is the TPP's choice, an app's own scheme included.
// `frame-ancestors`: its `*` does not match a page that an app shows from its own scheme or from a file.
const SCA_HEADERS = { ...COMMON_HEADERS, 'Content-Security-Policy': POLICY };

const UNFRAMED_HEADERS = {
  ...COMMON_HEADERS,
  'Content-Security-Policy': `${POLICY}; form-action 'none'; frame-ancestors 'none'`,
  'X-Frame-Options': 'DENY',
};

const SIGN_IN_HEADERS = {
  ...UNFRAMED_HEADERS,
  'Content-Security-Policy': `${POLICY}; form-action 'self'; frame-ancestors 'none'`,
};

/** Its forms go to this server; without a referrer a browser would say `Origin: null` (WEB-03). */
const CONSOLE_HEADERS = { ...SIGN_IN_HEADERS, 'Referrer-Policy': 'same-origin' };

/** With a script of our own, which may ask this server. */
const LIVE_HEADERS = {
  ...CONSOLE_HEADERS,
  'Content-Security-Policy': `${CONSOLE_HEADERS['Content-Security-Policy']}; script-src 'self'; connect-src 'self'`,
};

const REPORT_TITLES: Readonly<Record<ReportView, (bank: string) => string>> = {
  request: (bank) => `One request to bank ${bank}`,
  requests: (bank) => `Requests to bank ${bank}`,
  coverage: (bank) => `Coverage of bank ${bank}`,
  readiness: (bank) => `Readiness of bank ${bank}`,
};

const PROBLEM_TITLES: Readonly<Record<number, string>> = {
  400: 'The bank does not understand this address',
  404: 'Not found',
};

const WAITING_SECONDS = 5;
const LOCALS = ['page', 'language', 'say', 'part', 'asset', 'extra'];

type Template = (locals: Record<string, unknown>) => string;

/** A view with its texts and locals; `part` within it renders another. */
type Render = (view: string, page: object, about: About) => string;

/** @param root the project's folder, which holds `views/` */
export function createPages(root: URL) {
  const views = new URL('views/', root);
  const languageOf = memoize((name: string): PageLanguage => {
    const texts = JSON.parse(readFileSync(new URL(`texts/${name}.json`, views), 'utf8')) as Texts;
    return pageLanguage(name === 'nb' ? 'nb' : 'en', texts);
  });
  const render = renderer(views, languageOf);
  return { ...scaPages(render, languageOf), ...deskPages(render, languageOf) };
}

type LanguageOf = (name: string) => PageLanguage;

function renderer(views: URL, languageOf: LanguageOf): Render {
  const template = memoize((name: string): Template => {
    const source = readFileSync(new URL(`${name}.ejs`, views), 'utf8');
    return ejs.compile(source, { strict: true, destructuredLocals: LOCALS });
  });
  // The hash in the address lets the asset be cached for ever and still change with the next version.
  const asset = memoize((name: string): string => {
    const bytes = readFileSync(new URL(`assets/${name}`, views));
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
    return `/assets/${name}?v=${hash}`;
  });
  return (view, page, about) => {
    const say = languageOf(about.language);
    const locals = { page, language: about.language, say, asset };
    const part = (name: string, extra?: unknown): string =>
      template(name)({ ...locals, part, extra });
    const body = part(view, about);
    return part('layout', { ...about, body });
  };
}

const inLanguage = (headers: Page['headers'], language: string): Page['headers'] => ({
  ...headers,
  'Content-Language': language,
});

/** What the PSU sees. */
function scaPages(render: Render, languageOf: LanguageOf) {
  return {
    /** A page of a live flow. May be framed by anyone, and may redirect anywhere after a form. */
    sca(page: ScaPage): Page {
      const about = aboutSca(page, languageOf(page.language));
      const html = render(`sca/${page.step}`, page, about);
      // Looking again shows the same page until there is somewhere to go; nothing typed can be lost.
      const refresh = page.step === 'waiting' ? { Refresh: String(WAITING_SECONDS) } : {};
      return { html, headers: { ...inLanguage(SCA_HEADERS, page.language), ...refresh } };
    },
    /** A page of a flow that ends here; framed like the flow it belongs to. */
    end(page: EndPage): Page {
      const title = languageOf(page.language).text(`end.${page.step}.title`);
      const html = render('sca/end', page, { language: page.language, title });
      return { html, headers: inLanguage(SCA_HEADERS, page.language) };
    },
    /** What arrived at the redirect catcher. It may be framed, because a framed SCA ends on it. */
    caught(page: CaughtPage): Page {
      const { person = '' } = page;
      const title = languageOf(page.language).text(`caught.${page.step}.title`, { person });
      const html = render('sca/caught', page, { language: page.language, title });
      return { html, headers: inLanguage(SCA_HEADERS, page.language) };
    },
  };
}

/** What a developer sees. */
function deskPages(render: Render, languageOf: LanguageOf) {
  const unframed = (view: string, page: object, about: About): Page => ({
    html: render(view, { bankName: 'Sandbank', ...page }, about),
    headers: inLanguage(UNFRAMED_HEADERS, about.language),
  });
  /** Of the manual: its form goes to this server. */
  const withSearch = (view: string, page: object, about: About): Page => {
    const html = render(
      view,
      { bankName: 'Sandbank', prefix: '', ...page },
      { ...about, console: true },
    );
    return { html, headers: inLanguage(SIGN_IN_HEADERS, about.language) };
  };
  return {
    home(page: HomePage): Page {
      const { language } = page;
      const title = languageOf(language).text('home.title');
      return unframed('home', page, { language, title, wide: true });
    },
    /** The page at `/docs`, in English like all that follow. */
    docs: (page: ReferencePage, menu: Menu): Page =>
      withSearch('docs', { ...page, menu }, { language: 'en', title: 'API reference' }),
    /** A page of the manual. */
    manual: ({ title, html }: ManualPage, menu: Menu): Page =>
      withSearch('manual', { menu }, { language: 'en', title, body: html }),
    /** What a search of the manual has found. */
    found: (
      found: { readonly question: string; readonly found: readonly Found[] },
      menu: Menu,
    ): Page => withSearch('search', { ...found, menu }, { language: 'en', title: 'Search' }),
    /** What a row of the control API answers; `views/reports/{view}.ejs`. */
    report(view: ReportView, answer: object, bank: string, banks: readonly string[] = []): Page {
      const title = REPORT_TITLES[view](bank);
      const prefix = prefixOfBank(bank);
      const here = { bank, current: view === 'request' ? 'requests' : view };
      const menu = consoleMenu(here, banks, languageOf('en'));
      const page = { bankName: 'Sandbank', ...answer, bank, prefix, menu };
      const script = view === 'requests';
      const html = render(`reports/${view}`, page, {
        language: 'en',
        title,
        console: true,
        script,
      });
      return { html, headers: inLanguage(script ? LIVE_HEADERS : CONSOLE_HEADERS, 'en') };
    },
    /** A page of the console; `views/console/{name}.ejs`. Its forms go to this server alone. */
    console(name: string, page: ConsoleFrame): Page {
      const { language } = page;
      const title = languageOf(language).text(`console.${name}.title`);
      const about: About = { language, title, console: true, script: true };
      const menu = consoleMenu(page, page.banks, languageOf(language));
      const { html } = unframed(`console/${name}`, { ...page, menu }, about);
      return { html, headers: inLanguage(LIVE_HEADERS, language) };
    },
    problem(page: ProblemPage): Page {
      const title = PROBLEM_TITLES[page.status] ?? 'The bank refused this request';
      return unframed('reports/problem', page, { language: 'en', title });
    },
    /** Its form goes to this server alone. */
    signIn(page: SignInPage): Page {
      const { html } = unframed('sign-in', page, { language: 'en', title: 'Control token' });
      return { html, headers: inLanguage(SIGN_IN_HEADERS, 'en') };
    },
  };
}
