// The interface as it describes itself: the document, against the routes that answer and the rules.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { commandsIn, openPage } from '../support/console-form.ts';
import { elementsOf } from '../support/html.ts';
import { type Answer, send } from '../support/http.ts';
import { ROOT, ruleIds } from '../support/source-tree.ts';
import { testBank } from '../support/test-bank.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document of every shape
type Node = any;

interface Described {
  readonly method: string;
  readonly path: string;
  readonly operation: Node;
}

const get = (path: string): Promise<Answer> =>
  send({ method: 'GET', url: new URL(path, bank.url).href });

const bank = await testBank();
const document = (await get('/openapi.json')).body;
const docs = await get('/docs');

const described = (): Described[] => describedIn(document);
const describedIn = ({ paths }: Node): Described[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Node).map(([method, operation]) => ({ method, path, operation })),
  );

/** Every value under that key, wherever it stands. */
function all(node: Node, key: string): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, member]) =>
    name === key && typeof member === 'string' ? [member] : all(member, key),
  );
}

const resolve = (ref: string): Node =>
  ref
    .slice(2)
    .split('/')
    .reduce((node, name) => node?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], document);

describe('/openapi.json', () => {
  test('is an OpenAPI 3.1 document of this version and of the release that it simulates', async () => {
    const { headers, status } = await get('/openapi.json');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json;charset=utf-8');
    expect(headers['x-content-type-options']).toBe('nosniff');
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(document.openapi).toBe('3.1.0');
    expect(document.info).toMatchObject({ version, 'x-simulated-release': '1.23.7' });
  });

  test('every $ref leads somewhere, and nothing lies there that no one refers to', () => {
    const refs = new Set(all(document, '$ref'));
    expect([...refs].filter((ref) => resolve(ref) === undefined)).toEqual([]);
    const kept = Object.entries(document.components as Node).flatMap(([kind, members]) =>
      Object.keys(members as Node).map((name) => `#/components/${kind}/${name}`),
    );
    const unused = kept.filter((ref) => !refs.has(ref) && !ref.includes('/securitySchemes/'));
    expect(unused).toEqual([]);
  });

  test('operationIds are there once each, and path parameters as the paths have them', () => {
    const ids = described().map(({ operation }) => operation.operationId);
    expect(ids.length).toBeGreaterThan(50);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    for (const { path, operation } of described()) {
      const parameters = operation.parameters.map((one: Node) =>
        one.$ref === undefined ? one : resolve(one.$ref),
      );
      const named = (place: string): string[] =>
        parameters.filter((one: Node) => one.in === place).map((one: Node) => one.name);
      expect(named('path')).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      const keys = parameters.map((one: Node) => `${one.in} ${one.name.toLowerCase()}`);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  test('every operation has a summary, a success, errors and rules that exist', () => {
    const rules = new Set(ruleIds());
    for (const { operation } of described()) {
      expect(operation.summary).not.toBe('');
      const statuses = Object.keys(operation.responses);
      expect(statuses.filter((status) => /^2\d\d$/.test(status)).length).toBeGreaterThan(0);
      expect(statuses).toEqual(expect.arrayContaining(['400', '403', 'default']));
      for (const status of statuses.filter((one) => !one.startsWith('2'))) {
        const answer = operation.responses[status];
        const { content } = answer.$ref === undefined ? answer : resolve(answer.$ref);
        expect(content['application/json'].schema.$ref).toBe('#/components/schemas/ErrorResponse');
      }
      expect(operation['x-rules'].filter((id: string) => !rules.has(id))).toEqual([]);
    }
  });

  test('schemas are those of schemas/, none of its file names left', () => {
    const sepa = document.components.schemas.SepaCreditTransfer;
    expect(sepa.properties.instructedAmount.$ref).toBe('#/components/schemas/Amount');
    expect(sepa.required).toContain('debtorAccount');
    expect(all(document, '$id')).toEqual([]);
    expect(all(document, '$ref').filter((ref) => ref.includes('.json'))).toEqual([]);
  });

  test('SIG-01: the headers of a signature are no parameters, but security schemes', () => {
    const { parameters, securitySchemes } = document.components;
    const names = Object.values(parameters).map((one: Node) => one.name);
    const ofSigning = ['Date', 'Digest', 'Signature', 'TPP-Signature-Certificate'];
    expect(names.filter((name) => ofSigning.includes(name))).toEqual([]);
    expect(document.security).toEqual([{ certificate: [], signature: [] }]);
    expect(securitySchemes).toMatchObject({
      certificate: { type: 'apiKey', in: 'header', name: 'TPP-Signature-Certificate' },
      signature: { type: 'apiKey', in: 'header', name: 'Signature' },
    });
  });

  test('ERR-01: each error of an operation has its codes, and an example of each', () => {
    const { responses } = document.paths['/v1/payments/sepa-credit-transfers'].post;
    const codes = (status: string): readonly string[] =>
      Object.keys(responses[status].content['application/json'].examples);
    expect(codes('409')).toEqual(['CONFLICT']);
    expect(codes('400')).toContain('EXECUTION_DATE_INVALID');
    expect(codes('400')).not.toContain('KID_MISSING');
    for (const [code, { value }] of Object.entries<Node>(document.components.examples)) {
      expect(value.tppMessages[0].code).toBe(code);
    }
  });

  test('headers of answers are those that the bank sends', () => {
    const { responses } = document.paths['/v1/payments/sepa-credit-transfers'].post;
    expect(Object.keys(responses['201'].headers)).toEqual(
      expect.arrayContaining(['X-Request-ID', 'Location', 'Sandbank-Findings']),
    );
    const { responses: reads } = document.paths['/v1/accounts/{accountId}/balances'].get;
    expect(Object.keys(reads['429'].headers)).toContain('Retry-After');
  });

  // HDR-01 … HDR-03, as interface.md's table has them, without those of a signature.
  test.each([
    [
      'HDR-01',
      'post /v1/payments/sepa-credit-transfers',
      'X-Request-ID TPP-Redirect-URI TPP-Session-ID PSU-IP-Address x-accept-fix',
    ],
    ['HDR-02', 'get /v1/accounts', 'X-Request-ID TPP-Redirect-URI'],
    ['HDR-03', 'get /v1/sandbox/customers', 'X-Request-ID'],
  ])('%s: the headers that %s requires', (_, name, expected) => {
    const [method = '', path = ''] = name.split(' ');
    const { parameters } = document.paths[path][method];
    const required = parameters
      .filter((one: Node) => one.$ref !== undefined)
      .map((one: Node) => resolve(one.$ref))
      .filter((one: Node) => one.in === 'header' && one.required);
    expect(required.map((one: Node) => one.name)).toEqual(expected.split(' '));
  });

  test('SIG-01: every operation is there, and refuses a request without a signature', async () => {
    for (const { method, path } of described()) {
      const url = bank.url + path.replaceAll(/\{\w+\}/g, 'x');
      const answer = await send({ method: method.toUpperCase(), url });
      expectRefusal(answer, { code: 'HTTP_HEADER_REQUIRED', path: 'TPP-Signature-Certificate' });
    }
  });
});

describe.each(['/openapi', '/_sandbox/openapi'])('%s', (path) => {
  test('is the same document as YAML', async () => {
    const { status, headers, text } = await get(`${path}.yaml`);
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^application\/yaml/);
    expect(parse(text)).toEqual((await get(`${path}.json`)).body);
  });

  test('BANK-01: its servers are this bank when it is asked for at a bank, else all', async () => {
    const { origin } = new URL(bank.url);
    const own = await send({ method: 'GET', url: `${bank.url}${path}.json` });
    expect(own.body.servers).toEqual([
      { url: bank.url, description: expect.stringContaining('The bank t-') },
    ]);
    const { body } = await send({ method: 'GET', url: `${origin}${path}.json` });
    expect(body.servers.map(({ url }: Node) => url)).toEqual([origin, `${origin}/banks/{bank}`]);
    const bad = await send({ method: 'GET', url: `${origin}/banks/No!/openapi.json` });
    expectRefusal(bad, { code: 'NOT_FOUND' });
  });
});

describe('/_sandbox/openapi.json', () => {
  test('has every operation of the control API, which needs no signature', async () => {
    const control = (await get('/_sandbox/openapi.json')).body;
    expect(control.security).toEqual([{}, { controlToken: [] }]);
    expect(control.components.securitySchemes.controlToken.scheme).toBe('bearer');
    const rows = Object.entries<Node>(control.paths).flatMap(([path, item]) =>
      Object.entries<Node>(item).map(([method, operation]) => ({ path, method, operation })),
    );
    expect(rows.length).toBeGreaterThan(40);
    const rules = new Set(ruleIds());
    for (const { path, method, operation } of rows) {
      const statuses = Object.keys(operation.responses);
      expect(statuses.filter((status) => /^2\d\d$/.test(status))).not.toEqual([]);
      expect(operation['x-rules'].filter((id: string) => !rules.has(id))).toEqual([]);
      const unknown = await send({
        method: 'OPTIONS',
        url: bank.url + path.replaceAll(/\{\w+\}/g, 'x'),
      });
      expect(unknown.status).toBe(405);
      expect(String(unknown.headers['allow'])).toContain(method.toUpperCase());
    }
  });
});

describe('/docs', () => {
  test('lists every operation of the document, with its rules', () => {
    const ids = elementsOf(docs.text).flatMap(({ attributes }) => attributes['id'] ?? []);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at || /\s/.test(id))).toEqual([]);
    expect(ids).toEqual(expect.arrayContaining([...ruleIds()]));
    for (const { method, path, operation } of described()) {
      expect(ids).toContain(operation.operationId);
      expect(docs.text).toContain(
        `<span class="method">${method.toUpperCase()}</span> <code>${path}</code>`,
      );
    }
  });

  test('shows the curl command of each control operation, with its body', async () => {
    const { origin } = new URL(bank.url);
    const shown = commandsIn(docs.text);
    const control = (await get('/_sandbox/openapi.json')).body;
    const bodies = describedIn(control).map(({ method, path, operation }) => {
      const { 'application/json': json, 'application/x-www-form-urlencoded': fields } =
        operation.requestBody?.content ?? {};
      const data =
        (json && ` -d '${JSON.stringify(json.example)}'`) ??
        (fields && ` --data-urlencode 'signed=${fields.example.signed}'`) ??
        '';
      expect(shown).toContain(`curl -X ${method.toUpperCase()} ${origin}${path}${data}`);
      return data;
    });
    expect(new Set(bodies).size).toBeGreaterThan(10);
  });

  test('its links within the page lead somewhere', () => {
    const elements = elementsOf(docs.text);
    const ids = new Set(elements.map(({ attributes }) => attributes['id']));
    const links = elements.flatMap(({ attributes }) => attributes['href'] ?? []);
    const within = links.filter((href) => href.startsWith('#'));
    expect(within.length).toBeGreaterThan(100);
    expect(within.filter((href) => !ids.has(href.slice(1)))).toEqual([]);
  });
});

// The last two columns: its forms go to this server, whose WEB-03 asks where they come from; it runs a script of ours.
test.each([
  ['/', 'no-referrer', true],
  ['/docs', 'no-referrer', true],
  ['/docs/signing', 'no-referrer', true],
  ['/console/clock', 'same-origin', true],
  ['/_sandbox/requests', 'same-origin', true],
  ['/_sandbox/figures', 'same-origin', true],
  ['/_sandbox/coverage', 'same-origin', false],
  ['/_sandbox/readiness', 'same-origin', false],
])('WEB-01, WEB-02: %s comes with the headers of a page', async (path, referrer, hasScript) => {
  const { status, headers, text } = await openPage(new URL(bank.url).origin, path.slice(1));
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['x-frame-options']).toBe('DENY');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBe(referrer);
  const policy = headers['content-security-policy'];
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/script-src (?!'self';)|unsafe/);
  expect([policy?.includes('script-src'), text.includes('<script')]).toEqual([
    hasScript,
    hasScript,
  ]);
  expect(text).not.toMatch(/<script(?! src=")|\son\w+=|style=/);
});

test('WEB-01: what the page at / leads to is there; its assets may be kept for ever', async () => {
  const home = await get('/');
  const links = elementsOf(home.text).flatMap(({ attributes }) => attributes['href'] ?? []);
  for (const link of links.filter((href) => href.startsWith('/'))) {
    const answer = await get(link);
    expect({ link, status: answer.status }).toEqual({ link, status: 200 });
    if (!link.startsWith('/assets/')) continue;
    expect(link).toMatch(/\?v=[0-9a-f]{12}$/);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  }
});
