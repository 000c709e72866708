// (request-target) as routers and proxies change it. The right form is the method in lower case, a space, path
// and query.
import { defined } from '../../../kernel/defined.ts';
import { quoteBytes } from '../../../kernel/utf8.ts';
import { REQUEST_TARGET } from '../../../signing/signed-headers.ts';
import type { MistakeName } from '../mistake-names.ts';
import {
  type Change,
  type StringContext,
  type Transform,
  type ValueRow,
  valueTransforms,
} from '../string/transform.ts';
import { ADDRESS_ROWS, type Kind, ordersOf, PARTS } from './addresses.ts';
import { around } from './changes.ts';

const OF_TARGET: Readonly<Partial<Record<Kind, MistakeName>>> = {
  query: 'request-target-without-query',
  slash: 'request-target-trailing-slash',
  decoded: 'request-target-decoded',
  encoded: 'request-target-encoded',
  order: 'request-target-query-order',
};

export function targetTransforms(context: StringContext): readonly Transform[] {
  const { draft, request } = context;
  const { method, target } = request;
  const right = quoteBytes(`${method.toLowerCase()} ${target}`);
  const advice = `it is ${right}: method in lower case, space, path and query as sent`;
  const orders = ordersOf(PARTS.exec(target)?.[2] ?? '');
  const rows = [...ADDRESS_ROWS, ...orders].flatMap(([kind, cost, words, change]): ValueRow[] => {
    const mistake = OF_TARGET[kind];
    return mistake === undefined ? [] : [[mistake, cost, words, onAddress(change)]];
  });
  const transforms = (table: readonly ValueRow[], part?: string) =>
    valueTransforms(draft, REQUEST_TARGET, { rows: table, advice, ...defined({ part }) });
  const [paths, verbs] = [pathRows(context), verbRows(context)];
  return [...transforms(paths, 'path'), ...transforms(rows), ...transforms(verbs, 'method')];
}

/** The part after the method. */
const onAddress =
  (change: Change): Change =>
  (value) => {
    const at = value.indexOf(' ') + 1;
    const changed = change(value.slice(at));
    return changed === undefined ? undefined : value.slice(0, at) + changed;
  };

const PREFIXES = ['/api', '/psd2', '/sandbox', '/openbanking', '/sandbank', '/proxy'];

/** Other paths, as before or behind a proxy, or when a base address overlaps with the path. */
function pathRows({ request, bankPrefix }: StringContext): readonly ValueRow[] {
  const { target, headers } = request;
  const own = target.slice(bankPrefix.length);
  const segments = target.split('/').slice(1);
  const begin = /^\/[^/?]+/.exec(own)?.[0] ?? '';
  const forwarded = headers.get('x-forwarded-prefix')?.replace(/\/$/, '') ?? '';
  const cuts = [1, 2, 3].filter((count) => count < segments.length);
  const others = [
    ...cuts.map((count) => `/${segments.slice(count).join('/')}`),
    ...[...PREFIXES, forwarded].map((prefix) => prefix + target),
    ...[`/${target}`, `${bankPrefix}/${own}`, bankPrefix + begin + own],
    ...[bankPrefix + begin + target, bankPrefix + target],
  ];
  const replaced = (other: string): Change =>
    onAddress((address) => address.replace(target, () => other));
  const without = `without ${bankPrefix}, which is part of the path`;
  return [
    ['request-target-without-bank', 2, without, replaced(own)],
    ...[...new Set(others)]
      .filter((other) => other !== own && other !== target)
      .map((other): ValueRow => {
        return ['request-target-other-prefix', 3, 'with another path', replaced(other)];
      }),
  ];
}

const bare: Change = (value) => value.slice(value.indexOf(' ') + 1);
const joined: Change = (value) => value.replace(' ', '');
const loud = (value: string): string => value.replace(/^[a-z]+(?= )/, (verb) => verb.toUpperCase());

/** What stands before and after the address. */
function verbRows({ request }: StringContext): readonly ValueRow[] {
  const host = request.headers.get('host') ?? '';
  const absolute = 'request-target-absolute';
  const version = 'request-target-with-version';
  return [
    ['request-target-capitals', 1, 'with the method in capitals', loud],
    ['request-target-without-method', 2, 'without the method', bare],
    [absolute, 3, 'as an absolute address', onAddress(around(`http://${host}`, ''))],
    [absolute, 3, 'as an absolute address', onAddress(around(`https://${host}`, ''))],
    [absolute, 3, 'with the host', onAddress(around(host, ''))],
    [version, 3, 'with the HTTP version', around('', ' HTTP/1.1')],
    [version, 3, 'as the request line', (value) => `${loud(value)} HTTP/1.1`],
    ['request-target-without-space', 3, 'without a space after the method', joined],
  ];
}
