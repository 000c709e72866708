// The Express application: which address leads to which handler, for the default bank at the root and for
// every other below /banks/{bank} (BANK-01). The signed API and /health do not come here (handler.ts).
import express, { type Express, type RequestHandler, Router } from 'express';
import type { Banks } from '../bank/banks/banks.ts';
import { CATCH_PATH } from '../bank/sca/catch-address.ts';
import { ApiError } from '../protocol/errors.ts';
import { isBelow } from './addresses.ts';
import { type ConsoleDeps, consoleHandler } from './console/console.ts';
import { type ControlDeps, controlHandler } from './control/control.ts';
import { READS } from './control/control-guard.ts';
import { sendError } from './control/control-pages.ts';
import { controlDocument } from './openapi/control-document.ts';
import { openapiDocument } from './openapi/document.ts';
import { openapiHandler } from './openapi/openapi-handler.ts';
import { type DocumentDeps, docsHandler, seedSchemaHandler } from './pages/documents.ts';
import { textHandler } from './pages/documents-as-text.ts';
import { type CatcherDeps, redirectCatcher } from './pages/redirect-catcher.ts';
import { type ScaRouteDeps, scaRoutes } from './pages/sca.ts';
import { type ErrorDeps, renderError } from './render-error.ts';
import { wrongMethod } from './router.ts';

export interface AppDeps extends ErrorDeps {
  readonly sca: ScaRouteDeps;
  readonly control: ControlDeps;
  readonly console: ConsoleDeps;
  readonly catcher: CatcherDeps;
  readonly banks: Banks;
  /** Folder of style sheets and pictures. */
  readonly assets: string;
  /** Folder of the pictures of the manual. */
  readonly pictures: string;
  /** Folder of the tables and seeds that the manual links to. */
  readonly fixtures: string;
  readonly home: RequestHandler;
  readonly documents: DocumentDeps;
  /** Address of the process behind a proxy. */
  readonly publicUrl?: string;
}

const DOCUMENTS = ['/llms.txt', '/llms-full.txt'];
const OPENAPI = ['/openapi.json', '/openapi.yaml'];
const OPENAPI_OF_TESTS = OPENAPI.map((path) => `/_sandbox${path}`);

/** ERR-01: what can be read and nothing else. */
const onlyReads: RequestHandler = ({ method }, _response, next) =>
  next(READS.has(method) ? undefined : wrongMethod(method, 'GET, HEAD'));

export function createApp(deps: AppDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('case sensitive routing', true);
  app.set('strict routing', true);
  app.all(['/schemas/seed.json', ...DOCUMENTS, '/docs', '/docs/', '/docs/*page'], onlyReads);
  app.get('/schemas/seed.json', seedSchemaHandler(deps.documents));
  app.use('/docs/pictures', express.static(deps.pictures, { index: false }));
  app.use('/fixtures', express.static(deps.fixtures, { index: false }));
  app.get([...DOCUMENTS, '/docs/*page'], textHandler(deps.documents.manual));
  app.get(['/docs', '/docs/', '/docs/*page'], docsHandler(deps.documents));
  // Their addresses carry a hash of what they hold (http/pages/pages.ts).
  const forEver = { index: false, maxAge: '1y', immutable: true } as const;
  app.use('/assets', express.static(deps.assets, forEver));
  const bank = bankRouter(deps);
  app.use('/banks/:bank', bank);
  app.use('/', bank);
  app.use(fallback(deps));
  app.use(failure(deps));
  return app;
}

function bankRouter(deps: AppDeps): Router {
  const router = Router({ mergeParams: true, strict: true, caseSensitive: true });
  const control = controlHandler(deps.control);
  const catcher = redirectCatcher(deps.catcher);
  const desk = consoleHandler(deps.console);
  router.all(['/', ...OPENAPI, ...OPENAPI_OF_TESTS], onlyReads);
  router.get('/', deps.home);
  addDocuments(router, deps);
  router.use((request, response, next) => {
    if (isBelow(request.path, CATCH_PATH)) return catcher(request, response, next);
    if (isBelow(request.path, '/_sandbox')) return control(request, response, next);
    if (isBelow(request.path, '/console')) return desk(request, response, next);
    return next();
  });
  router.use(scaRoutes(deps.sca));
  return router;
}

/** Not behind the guard of the control API: tools that make clients read them, and they tell nothing of a bank. */
function addDocuments(router: Router, { documents, control, publicUrl }: AppDeps): void {
  const api = openapiHandler(() => openapiDocument(documents), publicUrl);
  router.get(OPENAPI, api);
  const { operations } = control;
  const ofTests = openapiHandler(() => controlDocument({ ...documents, operations }), publicUrl);
  router.get(OPENAPI_OF_TESTS, ofTests);
}

function fallback(deps: AppDeps): RequestHandler {
  return async (request, response) => {
    const text = 'There is nothing at this address. The API is below /v1.';
    const reply = renderError(new ApiError('ERR-01', 'NOT_FOUND', text), deps);
    await sendError(request, response, reply, deps.control.pages);
  };
}

/** What Express itself refuses (a path that does not decode), and any other error that reaches it. */
function failure(deps: AppDeps): express.ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const status = (error as { status?: unknown }).status;
    const refused = status === 400;
    const known = new ApiError('ERR-01', 'BAD_REQUEST', 'The address cannot be decoded.');
    const reply = renderError(refused ? known : error, deps);
    sendError(request, response, reply, deps.control.pages).catch(next);
  };
}
