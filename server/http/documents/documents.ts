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
import { documentationMenu } from './documentation-menu.ts';
import { textAt } from './documents-as-text.ts';
import { createManual, type Manual } from './manual.ts';
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
  return {
    root: '',
    access: 'open',
    rows: [
      { method: 'GET', path: '/', access: 'open', handle: (call) => home(call, deps) },
      ...openapiRows('', () => openapiDocument({ ...deps, operations })),
      ...openapiRows('/_sandbox', () => controlDocument({ ...deps, operations: control })),
      once('/schemas/seed.json', memoize(seedSchema(deps))),
      ...['/llms.txt', '/llms-full.txt'].map((path) =>
        once(path, () => document('text/plain; charset=utf-8', textAt(manual, path) ?? '')),
      ),
      ...documentationRows(manual, deps),
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
const document = (type: string, content: string | Buffer): Reply => ({
  status: 200,
  headers: { 'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*' },
  text: { type, content },
});

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

/** Long lines stay whole, and nothing refers to another part of the document by an anchor. */
const YAML = { lineWidth: 0, aliasDuplicateObjects: false };

/** `openapi.json` and `openapi.yaml` below a path. */
function openapiRows(path: string, make: () => JsonObject): readonly AddressRow[] {
  const whole = memoize(make);
  // Writing it takes long enough to keep other requests waiting; its servers follow at its end.
  const yaml = memoize(() => stringify(whole(), YAML));
  const servers = (call: Call) => serversOf(call.baseUrl, call.isNamed ? call.bank : undefined);
  const row = (ending: string, handle: AddressRow['handle']): AddressRow => ({
    method: 'GET',
    path: `${path}/openapi.${ending}`,
    access: 'open',
    handle,
  });
  return [
    row('json', (call) => document(JSON_TYPE, JSON.stringify({ ...whole(), ...servers(call) }))),
    row('yaml', (call) => document('application/yaml', yaml() + stringify(servers(call), YAML))),
  ];
}

/** The schema of seeds as one document, for editors (CTRL-11). */
const seedSchema =
  ({ schema }: DocumentDeps) =>
  (): Reply => {
    const bundle = createSchemaBundle(schema, { place: '#/$defs/', conditions: true });
    const { $schema, title, description } = schema('control/seed.json');
    const root = bundle.ref('control/seed.json');
    const whole = { $schema, title, description, ...root, $defs: bundle.components() };
    return document(JSON_TYPE, JSON.stringify(whole));
  };

/** Addresses that the reference was made for; it is large. */
const MOST_REFERENCES = 4;

/** `/docs`: the reference. `/docs/…`: the manual. `/docs/search?q=`. `?bank=` is the bank that links lead back to. */
function documentationRows(manual: Manual, deps: DocumentDeps): readonly AddressRow[] {
  const { pages } = deps;
  const search = createManualSearch(manual.pages);
  const references = new LRUCache<string, Page>({ max: MOST_REFERENCES });
  const reference = (place: PagePlace, origin: string): Page => {
    const key = `${docsAddress(place)} ${origin}`;
    const known = references.get(key);
    const page =
      known ?? pages.docs({ ...referencePage(deps, origin), ...frameOf(manual, place, '') });
    references.set(key, page);
    return page;
  };
  const page = (call: Call): Reply => {
    const path = call.path.replace(/^\/docs\/?/, '').replace(/\/$/, '');
    const text = textAt(manual, call.path);
    if (text !== undefined) return document('text/markdown; charset=utf-8', text);
    const place = placeFor(call);
    if (path === '') return pageReply(200, reference(place, call.origin));
    const frame = frameOf(manual, place, path);
    if (path === 'search') {
      const question = call.asked('q') ?? '';
      return pageReply(200, pages.found({ ...frame, question, found: search(question) }));
    }
    const found = manual.find(path);
    if (found === undefined) {
      throw new ApiError('ERR-01', 'NOT_FOUND', 'The documentation has no such page.');
    }
    const html = manual.render(found, { ...place, origin: call.origin });
    return pageReply(200, pages.manual({ title: found.title, html }, frame));
  };
  return [once('/docs', page), once('/docs/*', page)];
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
