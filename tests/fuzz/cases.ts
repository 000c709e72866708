// One hostile request: a row, the request that is right there, and what is wrong with it. The number of the case and the
// seed decide everything.
import type { HeaderList, Outgoing } from '../support/http.ts';
import { seededRandom } from '../torture/torture.ts';
import {
  anything,
  boundaryOf,
  type Dice,
  deepText,
  diceOf,
  longText,
  NUMBER_TEXTS,
  type Place,
  PROTOTYPES,
  placesIn,
  put,
  textOf,
  unicodeOf,
} from './hostile.ts';
import type { Node, Row } from './rows.ts';
import { bodyFor, idsFor, type World } from './world.ts';

export interface Case {
  readonly number: number;
  readonly row: Row;
  /** What is wrong, in the words of {@link KINDS}. */
  readonly kinds: readonly string[];
  readonly outgoing: Outgoing;
  /** Sent as these bytes instead, which no client would send. */
  readonly bytes?: Buffer;
  /** The bank is compared with what it was before, if it refuses. */
  readonly isCompared: boolean;
  /** Whether method and path are still the row's. */
  readonly isRow: boolean;
}

/** A request while it is being spoilt. */
interface Draft {
  readonly row: Row;
  readonly world: World;
  readonly dice: Dice;
  method: string;
  path: string;
  query: (readonly [string, string])[];
  headers: [string, string][];
  /** A tree, as long as nobody has made a text of it. */
  json?: Node;
  form?: [string, string][];
  body?: string | Buffer;
  after?: (headers: [string, string][]) => HeaderList;
  framing?: (text: string, body: Buffer) => Buffer;
}

/** @param seed of the run */
export function caseOf(number: number, seed: number, rows: readonly Row[], world: World): Case {
  const dice = diceOf(seededRandom((seed ^ Math.imul(number + 1, 0x9e3779b1)) >>> 0));
  // The generator's first numbers of near seeds are alike.
  for (let at = 0; at < 8; at += 1) dice();
  const row = dice.of(rows);
  const draft = rightRequest(row, world, dice);
  const kinds: string[] = [];
  const most = dice() < 0.75 ? 1 : 3;
  for (let tried = 0; kinds.length < most && tried < 20; tried += 1) {
    const kind = dice.of(Object.keys(KINDS));
    if (KINDS[kind]?.(draft) === true) kinds.push(kind);
  }
  const outgoing = outgoingOf(draft);
  return {
    number,
    row,
    kinds,
    outgoing,
    ...(draft.framing && { bytes: bytesOf(outgoing, draft.framing) }),
    isCompared: row.method !== 'GET' && row.area !== 'page' && dice() < 0.15,
    isRow: !kinds.includes('path') && !kinds.includes('method') && draft.framing === undefined,
  };
}

function rightRequest(row: Row, world: World, dice: Dice): Draft {
  const known = [...world.ids.values()].flat();
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const ids = dice() < 0.03 ? [...known, ...world.foreign] : idsFor(world, name);
    return encodeURIComponent(dice.of(ids));
  });
  // What waits for something to happen would wait for long.
  const query = row.query
    .filter(({ name }) => name === 'timeout' || dice() < 0.5)
    .map(({ name, example }) => [name, example] as const);
  const accept = dice.of(['text/html', 'application/json', '*/*']);
  return {
    row,
    world,
    dice,
    method: row.method,
    path,
    query,
    headers: row.area === 'page' ? [['Accept', accept]] : [],
    ...(row.form && { form: row.form.map(([name, value]) => [name, value]) }),
    ...(row.example === undefined ? {} : { json: bodyFor(world, row) }),
  };
}

type Spoil = (draft: Draft) => boolean;

/** Spoils one place of the body; of forms, one field. */
const inBody =
  (change: (place: Place, draft: Draft) => void): Spoil =>
  (draft) => {
    const { json, form, row, dice } = draft;
    if (form !== undefined && form.length > 0) {
      const holder: Node = { value: '' };
      change({ holder, name: 'value', schema: {} }, draft);
      const { value } = holder;
      (dice.of(form) as [string, string])[1] =
        typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
      return true;
    }
    if (json === undefined || draft.body !== undefined) return false;
    const places = placesIn(json, row.schema);
    if (places.length === 0) return false;
    change(dice.of(places), draft);
    return true;
  };

const setTo = (make: (dice: Dice, place: Place) => Node): Spoil =>
  inBody((place, { dice }) => put(place.holder, place.name, make(dice, place)));

/** Makes a text of the body, and spoils that. */
const inText =
  (change: (text: string, draft: Draft) => string | Buffer): Spoil =>
  (draft) => {
    if (draft.body !== undefined) return false;
    const text = textOfBody(draft);
    if (text === undefined && (draft.method === 'GET' || draft.dice() < 0.5)) return false;
    draft.body = change(text ?? '{}', draft);
    return true;
  };

const textOfBody = ({ json, form }: Draft): string | undefined =>
  form === undefined ? json && JSON.stringify(json) : formText(form);

const formText = (form: readonly (readonly [string, string])[]): string =>
  form.map((pair) => pair.map(escaped).join('=')).join('&');

const escaped = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

const KINDS: Readonly<Record<string, Spoil>> = {
  type: setTo((dice) => anything(dice)),
  boundary: setTo((dice, { schema }) => boundaryOf(schema, dice)),
  length: setTo((dice) => longText(dice)),
  unicode: setTo((dice) => unicodeOf(dice)),
  text: setTo((dice) => textOf(dice)),
  identity: setTo((dice) => dice.of(['', 'x'])),
  absent: inBody(({ holder, name }) => void delete holder[name]),
  more: inBody(({ holder }, { dice }) => {
    if (Array.isArray(holder)) holder.push(...Array(dice.of([1, 2, 1001])).fill(holder[0]));
    else put(holder, textOf(dice), anything(dice));
  }),
  prototype: inBody(({ holder, name }, { dice }) => {
    if (dice() < 0.5) put(holder, dice.of(['__proto__', 'constructor', 'toJSON']), anything(dice));
    else put(holder, name, dice.of(PROTOTYPES));
  }),
  foreign: inBody(({ holder, name }, { world, dice }) => put(holder, name, dice.of(world.foreign))),
  depth: inText((text, { dice }) => {
    const deep = deepText(dice);
    return dice() < 0.5 ? deep : text.replace(/:("[^"]*"|\d+)/, () => `:${deep}`);
  }),
  number: inText((text, { dice }) => {
    const found = [...text.matchAll(/:(?:"[^"]*"|[\d.]+)/g)];
    const at = found.length === 0 ? 0 : (dice.of(found).index ?? 0);
    return `${text.slice(0, at)}${text.slice(at).replace(/^:("[^"]*"|[\d.]+)/, () => `:${dice.of(NUMBER_TEXTS)}`)}`;
  }),
  duplicate: inText((text, { dice }) =>
    dice() < 0.5
      ? text.replace(/\{("[^"]*":("[^"]*"|\d+|true))/, '{$1,$1')
      : `${text}${dice.of(['', '&', ',', '\n'])}${text}`,
  ),
  order: (draft) => {
    const { json, dice } = draft;
    draft.after = (headers) => headers.toReversed();
    draft.query.reverse();
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) {
      draft.json = Object.fromEntries(Object.entries(json).reverse());
    }
    return dice() < 2;
  },
  encoding: inText((text, draft) => {
    const { dice, headers } = draft;
    const type = dice.of([
      'application/json;charset=utf-16',
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/yaml',
      '',
      'multipart/form-data; boundary=x',
    ]);
    if (dice() < 0.4) headers.push(['Content-Type', type]);
    if (dice() < 0.2) headers.push(['Content-Encoding', dice.of(['gzip', 'br', 'identity', 'x'])]);
    const bytes = Buffer.from(text);
    return dice.of<() => Buffer>([
      () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
      () => Buffer.from(text, 'utf16le'),
      () => Buffer.from(`\ufeff${text}`, 'utf16le'),
      () => Buffer.from(text.replace(/[a-z]/, '\u00f8'), 'latin1'),
      () => Buffer.concat([bytes, Buffer.from([0xc0, 0x80, 0xed, 0xa0, 0x80])]),
      () => bytes.subarray(0, dice.upTo(bytes.length + 1)),
      () => Buffer.concat([bytes, Buffer.alloc(dice.of([1, 9, 70_000]))]),
      () => bytes,
    ])();
  }),
  bytes: inText((text, { dice }) => {
    const bytes = Buffer.from(text);
    for (let count = dice.of([1, 1, 2, 8]); count > 0 && bytes.length > 0; count -= 1) {
      bytes[dice.upTo(bytes.length)] = dice.upTo(256);
    }
    return bytes;
  }),
  query: ({ row, query, dice }) => {
    const name = row.query.length > 0 && dice() < 0.8 ? dice.of(row.query).name : textOf(dice);
    if (name === 'timeout') return false;
    const value = dice() < 0.15 ? longText(dice).slice(0, 8000) : textOf(dice);
    for (let count = dice.of([1, 1, 1, 2, 500]); count > 0; count -= 1) query.push([name, value]);
    return true;
  },
  path: (draft) => {
    const { dice } = draft;
    const parts = draft.path.split('/');
    const at = 1 + dice.upTo(parts.length - 1);
    const text = dice.of([textOf, unicodeOf, textOf, (one: Dice) => longText(one).slice(0, 4000)])(
      dice,
    );
    const raw = dice() < 0.3 ? text.replaceAll(/[^!-~]/g, '%') : escaped(text);
    parts.splice(at, dice.of([0, 1, 1, 1]), raw);
    draft.path = parts.join('/');
    return true;
  },
  method: (draft) => {
    draft.method = draft.dice.of([
      'GET',
      'POST',
      'PUT',
      'DELETE',
      'PATCH',
      'HEAD',
      'OPTIONS',
      'TRACE',
      'REPORT',
    ]);
    return true;
  },
  header: ({ headers, dice }) => {
    const text = dice() < 0.2 ? longText(dice).slice(0, 9000) : textOf(dice);
    const value = Buffer.from(text.replaceAll(/[\0-\x08\x0a-\x1f\x7f]/g, '')).toString('latin1');
    const sent = dice() < 0.3 ? dice.of(HEADER_VALUES) : value.trim();
    for (let count = dice.of([1, 1, 1, 2, 40]); count > 0; count -= 1) {
      headers.push([dice.of(HEADER_NAMES), sent]);
    }
    return true;
  },
  framing: (draft) => {
    if (draft.row.area === 'page') return false;
    draft.framing = draft.dice.of(FRAMINGS);
    return true;
  },
};

const HEADER_NAMES =
  'Accept Accept-Encoding Accept-Language Authorization Content-Type Cookie Date Digest Expect Forwarded If-None-Match If-Match Origin Range Referer Sec-Fetch-Site Signature TE TPP-Redirect-URI TPP-Redirect-Preferred TPP-Nok-Redirect-URI TPP-Session-ID TPP-Signature-Certificate PSU-ID PSU-ID-Type PSU-Corporate-ID PSU-Context PSU-IP-Address PSU-Device-ID PSU-Http-Method Upgrade X-Forwarded-For X-Forwarded-Proto X-HTTP-Method-Override X-PSU-IDENTITY X-Request-ID x-accept-fix'.split(
    ' ',
  );
const HEADER_VALUES = [
  '*',
  '*/*;q=0',
  'gzip;q=0',
  'text/html,*/*',
  'bytes=0-0',
  '100-continue',
  'null',
  'http://evil.example',
  'websocket',
  'same-origin',
  'sandbank_lang=nb',
  'W/"1"',
  '=?utf-8?B?w/==?=',
  '1'.repeat(300),
];

const replaced = (text: string, length: string) => text.replace(/Content-Length: \d+/i, length);
const chunked = (body: Buffer, end = '0\r\n\r\n') =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from(`\r\n${end}`)]);

/** From the head of the request and its body to what goes over the wire. */
const FRAMINGS: readonly NonNullable<Draft['framing']>[] = [
  (head, body) =>
    Buffer.concat([
      Buffer.from(replaced(head, 'Transfer-Encoding: chunked'), 'latin1'),
      chunked(body),
    ]),
  (head, body) =>
    Buffer.concat([
      Buffer.from(replaced(head, 'Transfer-Encoding: chunked'), 'latin1'),
      chunked(body, '0\r\nX-T: 1\r\n\r\n'),
    ]),
  (head, body) =>
    Buffer.concat([
      Buffer.from(replaced(head, 'Transfer-Encoding: gzip, chunked'), 'latin1'),
      chunked(body),
    ]),
  (head, body) =>
    Buffer.concat([
      Buffer.from(replaced(head, 'Content-Length: 5\r\nTransfer-Encoding: chunked'), 'latin1'),
      body,
    ]),
  (head, body) =>
    Buffer.concat([
      Buffer.from(replaced(head, `Content-Length: ${body.length + 9}`), 'latin1'),
      body,
    ]),
  (head, body) => Buffer.concat([Buffer.from(replaced(head, 'Content-Length: 1'), 'latin1'), body]),
  (head, body) => Buffer.concat([Buffer.from(head.replaceAll('\r\n', '\n'), 'latin1'), body]),
  (head, body) =>
    Buffer.concat([Buffer.from(head.replace('HTTP/1.1', 'HTTP/1.0'), 'latin1'), body]),
  (head, body) => Buffer.concat([Buffer.from(head.replace(/Host: .*\r\n/, ''), 'latin1'), body]),
  (head, body) =>
    Buffer.concat([Buffer.from(head.replace(/^(\w+ )/, '$1http://other.example'), 'latin1'), body]),
  (head, body) =>
    Buffer.concat([Buffer.from(head.replace(/(Host: .*\r\n)/, '$1$1'), 'latin1'), body]),
  (head, body) =>
    Buffer.concat([Buffer.from(head.replace('\r\n', '\r\nX-A: 1\r\n 2\r\n'), 'latin1'), body]),
  (head, body) =>
    Buffer.concat([Buffer.from(head.replace('\r\n', '\r\nX-A: a\0b\r\n'), 'latin1'), body]),
  (head, body) =>
    Buffer.concat([
      Buffer.from(head.replace('\r\n', `\r\nX-A: ${'a'.repeat(40_000)}\r\n`), 'latin1'),
      body,
    ]),
  (head) => Buffer.from(head.slice(0, Math.trunc(head.length / 2)), 'latin1'),
];

/** Signed, if the row wants that. */
function outgoingOf(draft: Draft): Outgoing {
  const { world, row, headers, after } = draft;
  const query = formText(draft.query);
  const target = draft.path + (query === '' ? '' : `?${query}`);
  const body = draft.body ?? textOfBody(draft);
  if (row.area === 'signed') {
    return world.tpp.signed(draft.method, target, {
      headers: Object.fromEntries(headers),
      ...(body === undefined ? {} : { body }),
      ...(after && { after }),
    });
  }
  const hasType = headers.some(([name]) => name === 'Content-Type');
  const type = row.form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
  const list: [string, string][] =
    hasType || body === undefined ? headers : [...headers, ['Content-Type', type]];
  return {
    method: draft.method,
    url: world.scene.bank.url + target,
    headers: after?.(list) ?? list,
    ...(body === undefined ? {} : { body }),
  };
}

function bytesOf(
  { method, url, headers = [], body = '' }: Outgoing,
  frame: NonNullable<Draft['framing']>,
): Buffer {
  const { origin, host } = new URL(url);
  const bytes = Buffer.from(body);
  const lines = [
    `${method} ${url.slice(origin.length)} HTTP/1.1`,
    `Host: ${host}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${bytes.length}`,
  ];
  return frame(`${lines.join('\r\n')}\r\n\r\n`, bytes);
}
