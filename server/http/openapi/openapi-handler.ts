// `/openapi.json` and `/openapi.yaml`, and those of the control API.
import type { RequestHandler, Response } from 'express';
import { stringify } from 'yaml';
import { memoize } from '../../kernel/memoize.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { bankOf, baseUrlOf, prefixOf } from '../addresses.ts';
import { serversOf } from './document.ts';

/** Long lines stay whole, and nothing refers to another part of the document by an anchor. */
const YAML = { lineWidth: 0, aliasDuplicateObjects: false };

/**
 * Answers the document that `make` makes once, as JSON or YAML.
 * @param publicUrl address of the process behind a proxy
 */
export function openapiHandler(
  make: () => JsonObject,
  publicUrl: string | undefined,
): RequestHandler {
  const document = memoize(make);
  // Writing it takes long enough to keep other requests waiting; its servers follow at its end.
  const yaml = memoize(() => stringify(document(), YAML));
  return (request, response) => {
    const bank = prefixOf(request) === '' ? undefined : bankOf(request);
    const servers = serversOf(baseUrlOf(request, publicUrl), bank);
    const isYaml = request.path.endsWith('.yaml');
    setDocumentHeaders(response, isYaml ? 'application/yaml' : 'application/json;charset=utf-8');
    const text = isYaml
      ? yaml() + stringify(servers, YAML)
      : JSON.stringify({ ...document(), ...servers });
    response.status(200).send(Buffer.from(text, 'utf8'));
  };
}

/** A client in a browser may read it: it tells nothing that is not in the repository. */
export function setDocumentHeaders(response: Response, type: string): void {
  response.set({
    'Content-Type': type,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    'Access-Control-Allow-Origin': '*',
  });
}
