// What can be read about the bank, by anyone: its first page, the documentation, the OpenAPI documents, and the files
// that pages need. Each is made when somebody first asks for it, from the rows that requests are routed by.
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import { stringify } from 'yaml';
import { DEFAULT_BANK, isBankName, prefixOfBank } from '../../bank/banks/banks.ts';
import type { PersonHint } from '../../bank/sca/page-model.ts';
import { memoize } from '../../kernel/memoize.ts';
import { controlDocument } from '../../openapi/control-document.ts';
import { openapiDocument, serversOf } from '../../openapi/document.ts';
import { type ReferenceOptions, referencePage } from '../../openapi/reference.ts';
import { createSchemaBundle } from '../../openapi/schemas.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { Language } from '../../protocol/psu-headers.ts';
import type { Reply } from '../../protocol/reply.ts';
import type { Call } from '../call.ts';
import { languageCookie } from '../negotiation.ts';
import { deskFrame, docsAddress, type PagePlace } from '../pages/desk-frame.ts';
import { type Page, type Pages, pageReply } from '../pages/pages.ts';
import { refusedPage } from '../pages/problem.ts';
import type { AddressRow, Area } from '../row.ts';
import {
  createManual,
  documentationMenu,
  everything,
  indexOf,
  type Manual,
  markdownAt,
} from './manual.ts';
import { createManualSearch } from './manual-search.ts';

interface DocumentDeps extends ReferenceOptions {
  readonly pages: Pages;
  /** The project's folder, with docs/, views/assets/ and fixtures/. */
  readonly root: URL;
  /** Who can log in. */
  readonly persons: (language: Language, bank: string) => Promise<readonly PersonHint[]>;
}

/** Everything that no other area serves. */
export function documentArea(deps: DocumentDeps): Area {
  const manual = createManual(deps.root);
  const { operations, control, pages } = deps;
  const cached = replyCache();
  return {
    root: '',
    access: 'open',
    rows: [
      { method: 'GET', path: '/', access: 'open', handle: (call) => home(call, deps) },
      ...openapiRows('', () => openapiDocument({ ...deps, operations }), cached),
      ...openapiRows('/_sandbox', () => controlDocument({ ...deps, operations: control }), cached),
      ...Object.entries({
        '/schemas/seed.json': () => document(JSON_TYPE, seedSchema(deps)),
        '/llms.txt': () => document(PLAIN_TYPE, indexOf(manual)),
        '/llms-full.txt': () => document(PLAIN_TYPE, everything(manual)),
      }).map(([path, make]) => once(path, () => cached(path, make))),
      ...documentationRows(manual, deps, cached),
      // Their addresses carry a hash of their bytes (pages/pages.ts).
      ...folderRows('/assets', new URL('views/assets/', deps.root), FOR_EVER),
      ...folderRows('/docs/pictures', new URL('docs/pictures/', deps.root)),
      ...folderRows('/fixtures', new URL('fixtures/', deps.root)),
    ],
    present: (call, reply, thrown) =>
      thrown === undefined ? reply : refusedPage(call, reply, pages),
  };
}

/** A document of the process. */
const once = (path: string, handle: AddressRow['handle']): AddressRow => ({
  method: 'GET',
  path,
  access: 'open',
  handle,
  once: true,
});

/** A client in a browser may read it: it shows nothing that is not in the repository. */
const document = (type: string, content: string): Reply => ({
  status: 200,
  headers: { 'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*' },
  text: { type, content: Buffer.from(content) },
});

/** The reply for that address and reader, made by `make` unless it is there from before. */
type Cached = (key: string, make: () => Reply) => Reply;

const MOST_BYTES = 32 * 1024 * 1024;

/** To write a document again for each request would cached all others waiting, and to pack it too. */
function replyCache(): Cached {
  const replies = new LRUCache<string, Reply>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ text }) => (text?.content.length ?? 0) + 1,
  });
  return (key, make) => {
    const known = replies.get(key);
    if (known !== undefined) return known;
    const reply = make();
    replies.set(key, reply);
    return reply;
  };
}

async function home(call: Call, deps: DocumentDeps): Promise<Reply> {
  const frame = deskFrame(call);
  const page = deps.pages.home({
    ...frame,
    baseUrl: call.baseUrl,
    version: deps.version,
    persons: await deps.persons(frame.language, call.bank),
  });
  return pageReply(200, page, languageCookie(call));
}

const JSON_TYPE = 'application/json;charset=utf-8';
const PLAIN_TYPE = 'text/plain; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';

/** Long lines stay whole, and nothing refers to another part of the document by an anchor. */
const YAML = { lineWidth: 0, aliasDuplicateObjects: false };

/** `openapi.json` and `openapi.yaml` below a path. Each is written once; the servers, which vary, follow at its end. */
function openapiRows(path: string, make: () => JsonObject, cached: Cached): readonly AddressRow[] {
  const whole = memoize(make);
  const json = memoize(() => JSON.stringify(whole()).slice(0, -1));
  const yaml = memoize(() => stringify(whole(), YAML));
  const row = (
    ending: string,
    type: string,
    write: (servers: JsonObject) => string,
  ): AddressRow => ({
    method: 'GET',
    path: `${path}/openapi.${ending}`,
    access: 'open',
    handle({ baseUrl, isNamed, bank }) {
      const servers = serversOf(baseUrl, isNamed ? bank : undefined);
      return cached(`${path}.${ending} ${baseUrl}`, () => document(type, write(servers)));
    },
  });
  return [
    row('json', JSON_TYPE, (servers) => `${json()},${JSON.stringify(servers).slice(1)}`),
    row('yaml', 'application/yaml', (servers) => yaml() + stringify(servers, YAML)),
  ];
}

/** The schema of seeds as one document, for editors (CTRL-11). */
function seedSchema({ schema }: DocumentDeps): string {
  const bundle = createSchemaBundle(schema, { place: '#/$defs/', conditions: true });
  const { $schema, title, description } = schema('control/seed.json');
  const root = bundle.ref('control/seed.json');
  const whole = { $schema, title, description, ...root, $defs: bundle.components() };
  return JSON.stringify(whole);
}

/** `/docs`: the reference. `/docs/…`: the manual. `/docs/search?q=`. `?bank=` is the bank that links lead back to. */
function documentationRows(
  manual: Manual,
  deps: DocumentDeps,
  cached: Cached,
): readonly AddressRow[] {
  const { pages } = deps;
  const search = createManualSearch(manual.pages);
  const found = (path: string, place: PagePlace, origin: string): Page => {
    const frame = frameOf(manual, place, path);
    if (path === '') return pages.docs({ ...referencePage(deps, origin), ...frame });
    const page = manual.find(path);
    if (page === undefined) {
      throw new ApiError('ERR-01', 'NOT_FOUND', 'The documentation has no such page.');
    }
    return pages.manual(
      { title: page.title, html: manual.render(page, { ...place, origin }) },
      frame,
    );
  };
  const handle = (call: Call): Reply => {
    // Of /docs itself nothing is left.
    const path = call.path.slice('/docs/'.length).replace(/\/$/, '');
    const text = markdownAt(manual, call.path);
    if (text !== undefined) return document('text/markdown; charset=utf-8', text);
    const place = placeFor(call);
    if (path === 'search') {
      const question = call.asked('q') ?? '';
      const frame = frameOf(manual, place, path);
      return pageReply(200, pages.found({ ...frame, question, found: search(question) }));
    }
    const { origin } = call;
    // The examples of the reference have dates.
    return cached(`${docsAddress(place, `/${path}`)} ${origin} ${deps.today()}`, () => {
      const { html, headers } = found(path, place, origin);
      return { status: 200, headers, text: { type: HTML_TYPE, content: Buffer.from(html) } };
    });
  };
  return [once('/docs', handle), once('/docs/*', handle)];
}

/** The documentation is one for all banks: `?bank=` names the one that the reader came from. */
function placeFor(call: Call): PagePlace {
  const { mount } = call;
  const named = call.asked('bank');
  const bank = named !== undefined && isBankName(named) ? named : DEFAULT_BANK;
  return { mount, bank, prefix: mount + prefixOfBank(bank) };
}

const frameOf = (manual: Manual, place: PagePlace, current: string) => ({
  ...place,
  menu: documentationMenu(manual, { place, current }),
});

const FOR_EVER = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/** Every file of a folder and of the folders in it. */
function folderRows(
  path: string,
  folder: URL,
  headers: Reply['headers'] = {},
): readonly AddressRow[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return files
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const file = join(parentPath, name);
      const below = relative(fileURLToPath(folder), file).replaceAll('\\', '/');
      return once(`${path}/${below}`, () => ({ status: 200, headers, file }));
    });
}
