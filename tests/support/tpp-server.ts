// A TPP's own web server, on another origin than the bank: it frames the bank's pages, and people come
// back to it.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TppServer {
  /** `{url}/frame?{encoded address}` shows that address in a frame; any other path, its own query. */
  readonly url: string;
  close(): Promise<void>;
}

export async function startTppServer(): Promise<TppServer> {
  const server = await listen((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://tpp.example');
    response.writeHead(200, { 'Content-Type': 'text/html' });
    const framed = `<iframe width="340" height="600" src="${decodeURIComponent(search.slice(1))}">`;
    const content = pathname === '/frame' ? framed : `<p id="back">${search}</p>`;
    response.end(`<meta name="viewport" content="width=device-width">${content}`);
  });
  // By another name than the bank's 127.0.0.1, so that it is another site to the browser as well.
  return { url: `http://localhost:${portOf(server)}`, close: () => closeServer(server) };
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export function listen(listener: Listener): Promise<Server> {
  const server = createServer(listener);
  return new Promise((done) => server.listen(0, () => done(server)));
}

export const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** Where nobody listens. */
export async function freePort(): Promise<number> {
  const server = await listen(() => undefined);
  const port = portOf(server);
  await closeServer(server);
  return port;
}

export function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((done) => server.close(() => done()));
}
