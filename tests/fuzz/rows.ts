// Every address of a bank, read from what it serves: the OpenAPI documents, which are made from the rows, the pages of
// the console with the forms in them, and what anyone may read.
import { CONSOLE_PAGES } from '../../server/http/console/console-pages.ts';
import { openPage, plain } from '../support/console-form.ts';
import { elementsOf } from '../support/html.ts';
import { send } from '../support/http.ts';
import { split } from './hostile.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents and examples of every shape
export type Node = any;

export interface Row {
  readonly area: 'signed' | 'control' | 'page';
  readonly method: string;
  /** Below the bank: `/v1/accounts/{accountId}`. */
  readonly path: string;
  readonly query: readonly { readonly name: string; readonly example: string }[];
  /** A body that is valid, but for ids. */
  readonly example?: Node;
  readonly schema?: Node;
  /** Of forms: name and value of each field. */
  readonly form?: Form;
  /** The title of the schema of each status; none if it has no JSON. Absent: any page. */
  readonly answers?: Readonly<Record<string, string | undefined>>;
}

export type Form = readonly (readonly [name: string, value: string])[];

/** What begins with these has no row in a document. */
const OPEN = split(
  '/ /health /openapi.json /openapi.yaml /_sandbox/openapi.json /_sandbox/openapi.yaml /docs /docs/search?q=consent /docs/reference /docs/first-payment /llms.txt /llms-full.txt /docs/pictures/x.webp /schemas/seed.json /assets/site.css /fixtures/seeds/empty.yaml /_sandbox/redirects/catch/x?state=1 /_sandbox/sign-in /sca/{scaId} /sca/{scaId}/app',
);

export async function rowsOf(url: string): Promise<readonly Row[]> {
  const documents = await Promise.all(
    ['', '/_sandbox'].map((path) => send({ method: 'GET', url: `${url}${path}/openapi.json` })),
  );
  const rows = documents.flatMap(({ body }, at) => rowsIn(body, at === 0 ? 'signed' : 'control'));
  const pages = CONSOLE_PAGES.map(({ path }) => `/console/${path}`.replace(/\/$/, ''));
  const opened = [...OPEN, ...pages].map((path): Row => {
    const [address = '', query = ''] = path.split('?');
    const [name = 'lang', example = 'nb'] = query.split('=');
    return { area: 'page', method: 'GET', path: address, query: [{ name, example }] };
  });
  const forms = await Promise.all(pages.map((path) => formsOf(url, path)));
  return [...rows, ...opened, ...forms.flat(), ...OTHER_FORMS];
}

function rowsIn(document: Node, area: Row['area']): readonly Row[] {
  const named = (ref: string): Node =>
    ref
      .slice(2)
      .split('/')
      .reduce((inner, name) => inner[name], document);
  const followed = (node: Node): Node => (node?.$ref === undefined ? node : named(node.$ref));
  return Object.entries<Node>(document.paths).flatMap(([path, item]) =>
    Object.entries<Node>(item).map(([method, operation]): Row => {
      const { parameters = [], requestBody, responses } = operation;
      const [[type, { schema, example = {} }] = ['', {}]] = Object.entries<Node>(
        requestBody?.content ?? {},
      );
      const body = { example, schema: withoutRefs(schema, followed, 6) };
      const form = { form: Object.entries<string>(example) };
      const query = parameters.map(followed).filter((one: Node) => one.in === 'query');
      const titles = Object.entries<Node>(responses).map(([status, response]) => {
        const json = followed(response).content?.['application/json'];
        return [status, json?.schema?.$ref?.split('/').at(-1)] as const;
      });
      return {
        area,
        method: method.toUpperCase(),
        path,
        query: query.map((one: Node) => ({ name: one.name, example: exampleOf(one) })),
        ...(type !== '' && (type.includes('form') ? form : body)),
        answers: Object.fromEntries(titles),
      };
    }),
  );
}

const exampleOf = ({ schema, name, example }: Node): string =>
  String(example ?? (name === 'timeout' ? 'PT0S' : (schema?.enum?.[0] ?? schema?.minimum ?? 1)));

/** References replaced by what they name, as deep as a fuzzer looks. */
function withoutRefs(node: Node, followed: (node: Node) => Node, most: number): Node {
  if (Array.isArray(node)) return node.map((one) => withoutRefs(one, followed, most));
  if (typeof node !== 'object' || node === null) return node;
  if (node.$ref !== undefined)
    return most === 0 ? {} : withoutRefs(followed(node), followed, most - 1);
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, withoutRefs(value, followed, most)]),
  );
}

/** One row for each form of the page that is sent. */
async function formsOf(url: string, path: string): Promise<readonly Row[]> {
  if (path.includes('{')) return [];
  const { text } = await openPage(url, path.slice(1));
  const forms: { readonly method: string | undefined; readonly form: [string, string][] }[] = [];
  for (const { tag, attributes, parents } of elementsOf(text)) {
    const { method, name, value = '' } = attributes;
    if (tag === 'form') forms.push({ method, form: [] });
    else if (name !== undefined && parents.includes('form') && tag !== 'button')
      forms.at(-1)?.form.push([name, plain(value)]);
  }
  const sent = forms.filter(({ method }) => method === 'post');
  const rows = sent.map(({ form }): Row => ({ ...PAGE, method: 'POST', path, form }));
  // Buttons of one operation are many on some pages.
  const byFields = rows.map((row) => [JSON.stringify(row.form), row] as const);
  return [...new Map(byFields).values()].slice(0, 12);
}

const PAGE = { area: 'page', query: [] } as const;

/** Forms of pages that no list has, each with the names of its fields. */
const OTHER_FORMS = [
  '/sca/{scaId} do token nationalId choice account',
  '/sca/{scaId}/app do token nationalId choice account',
  '/_sandbox/sign-in next token',
].map((text): Row => {
  const [path = '', ...names] = split(text);
  return { ...PAGE, method: 'POST', path, form: names.map((name) => [name, '1']) };
});
