// The bank as an Express application, to mount it in a server of one's own. The bank's own sockets call the door
// directly, so Express is loaded when somebody first asks for the application.

import type { RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { Express } from 'express';
import type { Door } from './door.ts';

const require = createRequire(import.meta.url);

/** An Express application, which is also a handler for Node's HTTP server. */
export function mountable(door: Door): RequestListener {
  const express = require('express') as () => Express;
  const app = express();
  app.disable('x-powered-by');
  app.use((request, response) => door(request, response));
  return app;
}
