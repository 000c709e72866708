// Turns page models into HTML with the headers that go with it (WEB-01, WEB-02). The views hold no logic
// beyond if and for and escape whatever they show; templates, texts and the assets' hashes are read when
// the first page needs them, once.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import ejs from 'ejs';
import { DEFAULT_BANK } from '../../bank/banks/banks.ts';
import type { ReportView } from '../../bank/banks/control-operation.ts';
import type { CaughtPage } from '../../bank/redirects/caught-page.ts';
import type { EndPage, PersonHint, ScaPage } from '../../bank/sca/page-model.ts';
import { defined } from '../../kernel/defined.ts';
import { memoize } from '../../kernel/memoize.ts';
import type { ReferencePage } from '../../openapi/reference.ts';
import type { TppMessage } from '../../protocol/errors.ts';
import type { Reply } from '../../protocol/reply.ts';
import { shownLines } from '../../protocol/shown-text.ts';
import { type DeskFrame, docsAddress, type PagePlace } from './desk-frame.ts';
import type { Menu, MenuOf } from './menu.ts';
import { type About, aboutEnd, aboutSca } from './page-about.ts';
import { type PageLanguage, pageLanguage, type Texts, type Words } from './page-language.ts';

/** A page; the caller chooses the status. Header names are in their canonical spelling. */
export interface Page {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

export const pageReply = (
  status: number,
  { html, headers }: Page,
  more: Reply['headers'] = {},
): Reply => ({ status, headers: { ...headers, ...more }, html });

/** The page at `/`. */
export interface HomePage extends DeskFrame {
  /** Absolute, without a trailing slash. */
  readonly baseUrl: string;
  readonly version: string;
  readonly persons: readonly PersonHint[];
}

/** The page that asks for the control token (WEB-04). */
interface SignInPage extends DeskFrame {
  /** Where the form goes. */
  readonly action: string;
  /** Where the browser goes after it. */
  readonly next: string;
  /** A token was sent, and it was another one. */
  readonly failed: boolean;
}

/** A refusal in a browser. */
export interface ProblemPage extends DeskFrame {
  readonly status: number;
  readonly messages: readonly TppMessage[];
  /** Where to go on; the key of its label. */
  readonly back: { readonly href: string; readonly label: string };
}

/** What every page of the console has besides its own model. */
interface ConsoleFrame extends DeskFrame {
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

const FORM_HEADERS = {
  ...UNFRAMED_HEADERS,
  'Content-Security-Policy': `${POLICY}; form-action 'self'; frame-ancestors 'none'`,
};

/** Its forms go to this server; without a referrer a browser would say `Origin: null` (WEB-03). */
const CONSOLE_HEADERS = { ...FORM_HEADERS, 'Referrer-Policy': 'same-origin' };

/** With a script of our own, which may ask this server. */
const withScript = (headers: Page['headers']): Page['headers'] => ({
  ...headers,
  'Content-Security-Policy': `${headers['Content-Security-Policy']}; script-src 'self'; connect-src 'self'`,
});

/** Statuses whose refusal has a title of its own. */
const PROBLEM_TITLES: Readonly<Record<number, string>> = {
  400: 'problem.title.400',
  404: 'problem.title.404',
};

/** Reports that follow the bank, or have something to copy. */
const SCRIPTED: ReadonlySet<ReportView> = new Set(['request', 'requests', 'figures']);

const DEFAULT_PLACE: PagePlace = { mount: '', prefix: '', bank: DEFAULT_BANK };
const WAITING_SECONDS = 5;
const LOCALS = ['page', 'language', 'say', 'part', 'asset', 'mount', 'docs', 'extra'];

type Template = (locals: Record<string, unknown>) => string;

/** Pages for the PSU have no links but to assets. */
type Mounted = Partial<Pick<PagePlace, 'mount'>>;

/**
 * A view with its texts and locals; `part` within it renders another. The links of a page without a place are those of
 * the default bank at the root.
 */
type Render = (view: string, page: object & Partial<PagePlace>, about: About) => string;

/** @param root the project's folder, which holds `views/` */
export function createPages(root: URL, menuOf: MenuOf) {
  const views = new URL('views/', root);
  const languageOf = memoize((name: string): PageLanguage => {
    const language = name === 'nb' ? 'nb' : 'en';
    const read = (file: string) =>
      JSON.parse(readFileSync(new URL(`texts/${file}.json`, views), 'utf8'));
    return pageLanguage(language, read(language) as Texts, read(`words-${language}`) as Words);
  });
  const render = renderer(views, languageOf);
  return {
    ...scaPages(render, languageOf),
    ...deskPages(render, languageOf, menuOf),
    ...manualPages(render),
  };
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
    const { mount = '' } = page;
    const docs = (path = ''): string => docsAddress(page, path);
    const locals = {
      page,
      language: about.language,
      say,
      mount,
      docs,
      asset: (name: string) => mount + asset(name),
    };
    const part = (name: string, extra?: unknown): string =>
      template(name)({ ...locals, part, extra });
    const body = part(view, about);
    return shownLines(part('layout', { ...about, body }));
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
    sca(page: ScaPage & Mounted): Page {
      const about = aboutSca(page, languageOf(page.language));
      const html = render(`sca/${page.step}`, page, about);
      // Looking again shows the same page until there is somewhere to go; nothing typed can be lost.
      const refresh = page.step === 'waiting' ? { Refresh: String(WAITING_SECONDS) } : {};
      return { html, headers: { ...inLanguage(SCA_HEADERS, page.language), ...refresh } };
    },
    /** A page of a flow that ends here; framed like the flow it belongs to. */
    end(page: EndPage & Mounted): Page {
      const html = render('sca/end', page, aboutEnd(page, languageOf(page.language)));
      return { html, headers: inLanguage(SCA_HEADERS, page.language) };
    },
  };
}

/** What a developer sees: every page has the console's navigation beside it, and all but one may not be framed. */
function deskPages(render: Render, languageOf: LanguageOf, menuOf: MenuOf) {
  const desk = (view: string, page: DeskFrame, options: DeskOptions): Page => {
    const { language } = page;
    const { title, current, headers = UNFRAMED_HEADERS, ...about } = options;
    const say = languageOf(language);
    const menu = menuOf({ ...page, current }, say);
    const model = { bankName: 'Sandbank', menu, ...page };
    const html = render(view, model, {
      ...about,
      language,
      title: title(say),
      console: true,
    });
    return { html, headers: inLanguage(about.script ? withScript(headers) : headers, language) };
  };
  return {
    home: (page: HomePage): Page =>
      desk('home', page, { title: titled('home.title'), script: true }),
    /** What arrived at the redirect catcher. It may be framed, because a framed SCA ends on it. */
    caught: (page: CaughtPage & Partial<PagePlace>): Page =>
      desk(
        'sca/caught',
        { ...DEFAULT_PLACE, ...page },
        {
          title: (say) => say.word('caughtTitle', page.step, defined({ person: page.person })),
          headers: SCA_HEADERS,
        },
      ),
    /** What a row of the control API answers; `views/reports/{view}.ejs`. */
    report(view: ReportView, answer: object, frame: DeskFrame): Page {
      const page = { ...answer, ...frame };
      return desk(`reports/${view}`, page, {
        title: (say) => say.word('reportTitle', view, { bank: frame.bank }),
        current: view === 'request' ? 'requests' : view,
        script: SCRIPTED.has(view),
        headers: CONSOLE_HEADERS,
      });
    },
    /** A page of the console; `views/console/{name}.ejs`. Its forms go to this server alone. */
    console: ({ name, title }: { name: string; title: string }, page: ConsoleFrame): Page =>
      desk(`console/${name}`, page, {
        title: titled(title),
        current: page.current,
        script: true,
        headers: CONSOLE_HEADERS,
      }),
    problem(page: ProblemPage): Page {
      const title = PROBLEM_TITLES[page.status] ?? 'problem.title';
      return desk('reports/problem', page, { title: titled(title) });
    },
    signIn: (page: SignInPage): Page =>
      desk('sign-in', page, { title: titled('signIn.title'), headers: CONSOLE_HEADERS }),
  };
}

const titled = (key: string) => (say: PageLanguage) => say.text(key);

/** The documentation, in English. Its form goes to this server. */
function manualPages(render: Render) {
  const documentation = (view: string, page: Documentation, title: string, body?: string): Page => {
    const about = { language: 'en', title, console: true, script: true } as const;
    const model = { bankName: 'Sandbank', ...page };
    const html = render(view, model, { ...about, ...defined({ body }) });
    return { html, headers: inLanguage(withScript(FORM_HEADERS), 'en') };
  };
  return {
    /** The page at `/docs`. */
    docs: (page: ReferencePage & Documentation): Page =>
      documentation('docs', page, 'Documentation'),
    /** A page of the manual. */
    manual: ({ title, html }: { title: string; html: string }, page: Documentation): Page =>
      documentation('manual', page, title, html),
    /** What a search of the manual has found. */
    found: (page: Documentation & { question: string; found: readonly object[] }): Page =>
      documentation('search', page, 'Search'),
  };
}

/** What every page of the documentation has. */
interface Documentation extends PagePlace {
  readonly menu: Menu;
}

interface DeskOptions extends Pick<About, 'script'> {
  readonly title: (say: PageLanguage) => string;
  /** Its place in the navigation. */
  readonly current?: string;
  readonly headers?: Page['headers'];
}
