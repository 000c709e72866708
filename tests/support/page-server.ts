// Serves the pages of the fixture models, and a TPP on another origin that frames them and is returned to.

import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { consoleMenu } from '../../server/http/console/navigation.ts';
import { createPages, type Page } from '../../server/http/pages/pages.ts';
import {
  caughtPages,
  docsModel,
  endPages,
  homePage,
  type Language,
  scaPages,
} from './page-models.ts';
import { closeServer, listen, portOf, startTppServer } from './tpp-server.ts';

export interface PageServer {
  /** `{bank}/{language}/{variant}`; every form leads to where the flow ends. */
  readonly bank: string;
  /** `{tpp}/frame?{address}` shows that address in a frame. */
  readonly tpp: string;
  /** Bodies of the forms that were posted, oldest first. */
  readonly posted: URLSearchParams[];
  /** Where a flow ends; the TPP's own page when not set. */
  redirect: string | undefined;
  /** True once the simulated app has approved. */
  approved: boolean;
  /** Whether a page that goes on by itself does: only where that is looked at, for it may take long to look at others. */
  refreshes: boolean;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  js: 'text/javascript',
  svg: 'image/svg+xml',
};

export async function startPageServer(root: URL): Promise<PageServer> {
  const pages = createPages(root, consoleMenu);

  function find(language: Language, name: string, action?: string): Page | undefined {
    const sca = scaPages(language, action)[name];
    if (sca !== undefined) return pages.sca(sca);
    const end = endPages(language)[name];
    if (end !== undefined) return pages.end(end);
    const caught = caughtPages(language)[name];
    if (caught !== undefined) return pages.caught(caught);
    if (name === 'docs') return pages.docs(docsModel);
    return name === 'home' ? pages.home(homePage(language)) : undefined;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://bank.example');
    const [, first = '', name = ''] = pathname.split('/');
    if (first === 'assets') {
      const type = TYPES[name.split('.')[1] ?? ''] ?? 'text/plain';
      response.writeHead(200, { 'Content-Type': type });
      response.end(readFileSync(new URL(`views/assets/${name}`, root)));
      return;
    }
    const leaves = server.redirect ?? `${server.tpp}/back?psu-id=1`;
    if (request.method === 'POST') {
      server.posted.push(new URLSearchParams(await text(request)));
      response.writeHead(302, { Location: leaves }).end();
      return;
    }
    if (name === 'waiting' && server.approved) {
      response.writeHead(302, { Location: leaves }).end();
      return;
    }
    const page = find(first === 'nb' ? 'nb' : 'en', name, `/walk/${name}`);
    const { Refresh, ...headers } = page?.headers ?? {};
    const refreshing = server.refreshes && Refresh !== undefined ? { Refresh } : {};
    response.writeHead(page === undefined ? 404 : 200, { ...headers, ...refreshing });
    response.end(page?.html ?? 'not here');
  }

  const bank = await listen((request, response) => void serve(request, response));
  const tpp = await startTppServer();
  const server: PageServer = {
    bank: `http://127.0.0.1:${portOf(bank)}`,
    tpp: tpp.url,
    posted: [],
    redirect: undefined,
    approved: false,
    refreshes: false,
    close: async () => {
      await Promise.all([closeServer(bank), tpp.close()]);
    },
  };
  return server;
}
