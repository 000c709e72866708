// One hostile request: a row, the request that is right there, and what is wrong with it. The number of the case and the
// seed decide everything.
import { type Dice, diceOf } from '../support/dice.ts';
import type { HeaderList, Outgoing } from '../support/http.ts';
import {
  anything,
  boundaryOf,
  deepText,
  longText,
  NUMBER_TEXTS,
  type Place,
  placeIn,
  prototypeOf,
  put,
  split,
  textOf,
} from './hostile.ts';
import type { Node, Row } from './rows.ts';
import { bodyFor, idsFor, type World } from './world.ts';

/** What is sent. */
export interface Sent {
  readonly number: number;
  readonly row: Row;
  /** What is wrong: names of {@link KINDS}. */
  readonly kinds: readonly string[];
  readonly outgoing: Outgoing;
  /** Sent as these bytes instead, which no client would send. */
  readonly bytes?: Buffer;
  /** The bank is compared with what it was before, if it refuses. */
  readonly isCompared: boolean;
  /** Whether method and path are still the row's. */
  readonly isRow: boolean;
}

export interface Case extends Sent {
  /** Makes reads that are right, sent if the bank has taken what is hostile. */
  readonly next: () => readonly Sent[];
}

type Pairs = [name: string, value: string][];

/** A request while it is being spoilt. */
interface Draft {
  readonly row: Row;
  readonly world: World;
  readonly dice: Dice;
  method: string;
  path: string;
  readonly query: Pairs;
  readonly headers: Pairs;
  readonly json?: Node;
  readonly form?: Pairs;
  /** Instead of what those come to. */
  body?: string | Buffer;
  after?: (headers: Pairs) => HeaderList;
  framing?: Framing;
}

/** @param seed of the run */
export function caseOf(number: number, seed: number, rows: readonly Row[], world: World): Case {
  const dice = diceOf((seed ^ Math.imul(number + 1, 0x9e3779b1)) >>> 0);
  // The generator's first numbers of near seeds are alike.
  for (let at = 0; at < 8; at += 1) dice();
  // What reads whole banks is worth more than the others.
  const heavy = rows.filter(({ method, path }) => method !== 'GET' && world.written[path]);
  const draft = rightRequest(dice.of(dice() < 0.02 ? heavy : rows), world, dice);
  const kinds: string[] = [];
  const most = dice() < 0.75 ? 1 : 3;
  for (let tried = 0; kinds.length < most && tried < 20; tried += 1) {
    const kind = dice.of(Object.keys(KINDS));
    if (KINDS[kind]?.(draft) === true) kinds.push(kind);
  }
  const reads = rows.filter(({ method }) => method === 'GET');
  const read = () => sentAs(rightRequest(dice.of(reads), world, dice), number, ['next']);
  // Most are refused; and to sign a request takes as long as all else about it.
  const next = () => Array.from({ length: 3 }, read);
  return { ...sentAs(draft, number, kinds), next };
}

function sentAs(draft: Draft, number: number, kinds: readonly string[]): Sent {
  const { row, dice, framing } = draft;
  const outgoing = outgoingOf(draft);
  return {
    ...{ number, row, kinds, outgoing },
    ...(framing && { bytes: bytesOf(outgoing, framing) }),
    isCompared: row.method !== 'GET' && row.area !== 'page' && dice() < 0.15,
    isRow: !kinds.includes('path') && !kinds.includes('method') && framing === undefined,
  };
}

function rightRequest(row: Row, world: World, dice: Dice): Draft {
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const ids = dice() < 0.03 ? world.foreign : idsFor(world, name);
    return encodeURIComponent(dice.of(ids));
  });
  // What waits for something to happen would wait for long.
  const asked = row.query.filter(({ name }) => name === 'timeout' || dice() < 0.5);
  const accept = dice.of(['text/html', 'application/json', '*/*']);
  return {
    row,
    world,
    dice,
    method: row.method,
    path,
    query: asked.map(({ name, example }) => [name, example]),
    headers: row.area === 'page' ? [['Accept', accept]] : [],
    ...(row.form && { form: row.form.map(([name, value]) => [name, value]) }),
    ...(row.example === undefined ? {} : { json: bodyFor(world, row) }),
  };
}

/** Whether it could. */
type Spoil = (draft: Draft) => boolean;

/** Spoils one place of the body; of forms, one field. */
const inBody =
  (change: (place: Place, draft: Draft) => void): Spoil =>
  (draft) => {
    const { json, form, row, dice } = draft;
    if (draft.body !== undefined) return false;
    if (form !== undefined && form.length > 0) {
      const holder: Node = { value: '' };
      change({ holder, name: 'value', schema: {} }, draft);
      const { value = '' } = holder;
      dice.of(form)[1] = typeof value === 'string' ? value : JSON.stringify(value);
      return true;
    }
    const place = json && placeIn(json, row.schema, dice);
    if (place !== undefined) change(place, draft);
    return place !== undefined;
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

const formText = (form: Pairs): string => form.map((pair) => pair.map(escaped).join('=')).join('&');

const escaped = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

const KINDS: Readonly<Record<string, Spoil>> = {
  type: setTo(anything),
  boundary: setTo((dice, { schema }) => boundaryOf(schema, dice)),
  length: setTo(longText),
  text: setTo(textOf),
  absent: inBody(({ holder, name }) => void delete holder[name]),
  more: inBody(({ holder }, { dice }) => {
    if (Array.isArray(holder)) holder.push(...Array(dice.of([1, 2, 1001])).fill(holder[0]));
    else put(holder, textOf(dice), anything(dice));
  }),
  prototype: inBody(({ holder, name }, { dice }) => {
    if (dice() < 0.5) put(holder, dice.of(['__proto__', 'constructor', 'toJSON']), anything(dice));
    else put(holder, name, prototypeOf(dice));
  }),
  foreign: inBody(({ holder, name }, { world, dice }) => put(holder, name, dice.of(world.foreign))),
  depth: inText((text, { dice }) => {
    const deep = deepText(dice);
    return dice() < 0.5 ? deep : text.replace(/:("[^"]*"|\d+)/, () => `:${deep}`);
  }),
  number: inText((text, { dice }) => {
    const at = text.indexOf(':', dice.upTo(text.length));
    const number = () => `:${dice.of(NUMBER_TEXTS)}`;
    return at < 0
      ? number()
      : text.slice(0, at) + text.slice(at).replace(/^:("[^"]*"|\d+)/, number);
  }),
  duplicate: inText((text, { dice }) =>
    dice() < 0.5
      ? text.replace(/\{("[^"]*":("[^"]*"|\d+|true))/, '{$1,$1')
      : `${text}${dice.of(['', '&', ',', '\n'])}${text}`,
  ),
  order: (draft) => {
    draft.after = (headers) => headers.toReversed();
    draft.query.reverse();
    return true;
  },
  encoding: inText((text, { dice, headers }) => {
    if (dice() < 0.4) headers.push(['Content-Type', dice.of(CONTENT_TYPES)]);
    if (dice() < 0.2) headers.push(['Content-Encoding', dice.of(['gzip', 'br', 'identity', 'x'])]);
    const bytes = Buffer.from(text);
    const odd = ['efbbbf', 'c080eda080', '00', '00'.repeat(70_000)].map((hex) =>
      Buffer.from(hex, 'hex'),
    );
    return dice.of([
      Buffer.concat([dice.of(odd), bytes]),
      Buffer.concat([bytes, dice.of(odd)]),
      Buffer.from(text, 'utf16le'),
      Buffer.from(text.replace(/[a-z]/, '\u00f8'), 'latin1'),
      bytes.subarray(0, dice.upTo(bytes.length + 1)),
      bytes,
    ]);
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
    const text = dice.of([textOf, textOf, textOf, longText])(dice).slice(0, 4000);
    const raw = dice() < 0.3 ? text.replaceAll(/[^!-~]/g, '%') : escaped(text);
    parts.splice(1 + dice.upTo(parts.length - 1), dice.of([0, 1, 1, 1]), raw);
    draft.path = parts.join('/');
    return true;
  },
  method: (draft) => {
    draft.method = draft.dice.of(METHODS);
    return true;
  },
  header: ({ headers, dice }) => {
    const value = dice() < 0.3 ? dice.of(HEADER_VALUES) : headerValue(dice);
    for (let count = dice.of([1, 1, 1, 2, 40]); count > 0; count -= 1) {
      headers.push([dice.of(HEADER_NAMES), value]);
    }
    return true;
  },
  /** What was signed is changed afterwards. */
  signature: (draft) => {
    const { dice } = draft;
    if (draft.row.area !== 'signed') return false;
    const spoilt = dice.of(['Signature', 'TPP-Signature-Certificate', 'Date', 'Digest']);
    const noise = headerValue(dice).slice(0, 40);
    draft.after = (headers) =>
      headers.map(([name, value]) => {
        const at = dice.upTo(value.length);
        return [name, name === spoilt ? value.slice(0, at) + noise + value.slice(at + 9) : value];
      });
    return true;
  },
  framing: (draft) => {
    if (draft.row.area === 'page') return false;
    draft.framing = draft.dice.of(FRAMINGS);
    return true;
  },
};

/** What can be in a header, of a text. */
function headerValue(dice: Dice): string {
  const text = dice() < 0.2 ? longText(dice).slice(0, 9000) : textOf(dice);
  const seen = [...text].filter((char) => char === '\t' || !/\p{Cc}/u.test(char)).join('');
  return Buffer.from(seen).toString('latin1').trim();
}

const METHODS = split('GET POST PUT DELETE PATCH HEAD OPTIONS TRACE REPORT');
const CONTENT_TYPES = split(
  'application/json;charset=utf-16 application/x-www-form-urlencoded application/yaml multipart/form-data;boundary=x text/plain',
).concat('');
const HEADER_NAMES = split(
  'Accept Accept-Language Authorization Content-Type Cookie Date Digest Expect Forwarded If-None-Match Origin Range Referer Sec-Fetch-Site Signature TE TPP-Redirect-URI TPP-Redirect-Preferred TPP-Session-ID TPP-Signature-Certificate PSU-ID PSU-ID-Type PSU-Corporate-ID PSU-Context PSU-IP-Address PSU-Device-ID PSU-Http-Method Upgrade X-Forwarded-For X-Forwarded-Proto X-HTTP-Method-Override X-PSU-IDENTITY X-Request-ID x-accept-fix Accept-Encoding',
);
const HEADER_VALUES = split(
  '* */*;q=0 gzip;q=0 text/html,*/* bytes=0-0 100-continue null http://evil.example websocket same-origin sandbank_lang=nb W/"1" =?utf-8?B?w/==?= \xff',
);

/** From the request's head, as it should be, to what is sent; and what is sent of its body. */
type Framing = readonly [from: RegExp, to: string, body?: (body: Buffer) => Buffer];

const LENGTH = /Content-Length: (\d+)/;
const CHUNKED = 'Transfer-Encoding: chunked';
const chunked = (body: Buffer): Buffer => {
  const length = body.length.toString(16);
  return Buffer.concat([Buffer.from(`${length}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);
};

const FRAMINGS: readonly Framing[] = [
  [LENGTH, CHUNKED, chunked],
  [LENGTH, CHUNKED],
  [LENGTH, 'Transfer-Encoding: gzip, chunked', chunked],
  [LENGTH, `Content-Length: 5\r\n${CHUNKED}`, chunked],
  [LENGTH, 'Content-Length: 19$1'],
  [LENGTH, 'Content-Length: 1'],
  [/\r\n/g, '\n'],
  [/1\.1/, '1.0'],
  [/Host: .*\r\n/, ''],
  [/(Host: .*\r\n)/, '$1$1'],
  [/^(\w+ )/, '$1http://other.example'],
  [/\r\n/, '\r\nX-A: 1\r\n 2\r\n'],
  [/\r\n/, '\r\nX-A: a\0b\r\n'],
  [/\r\n/, `\r\nX-A: ${'a'.repeat(40_000)}\r\n`],
  [/$/, '\r\n\r\nHELLO\r\n\r\n'],
  [/(.{30})$/s, '$1', (body) => body.subarray(0, body.length / 2)],
];

/** Signed, if the row wants that. */
function outgoingOf(draft: Draft): Outgoing {
  const { world, row, method, headers, after } = draft;
  const query = formText(draft.query);
  const target = draft.path + (query === '' ? '' : `?${query}`);
  const body = draft.body ?? textOfBody(draft);
  const more = { ...(body !== undefined && { body }), ...(after && { after }) };
  if (row.area === 'signed')
    return world.tpp.signed(method, target, { headers: Object.fromEntries(headers), ...more });
  const type = row.form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
  const isTyped = body === undefined || headers.some(([name]) => name === 'Content-Type');
  const list: Pairs = isTyped ? headers : [...headers, ['Content-Type', type]];
  const url = world.scene.bank.url + target;
  return { method, url, headers: after?.(list) ?? list, ...(body !== undefined && { body }) };
}

function bytesOf(sent: Outgoing, [from, to, change = (whole) => whole]: Framing): Buffer {
  const { origin, host } = new URL(sent.url);
  const body = Buffer.from(sent.body ?? '');
  const headers = sent.headers?.filter(([name]) => name !== 'Accept-Encoding') ?? [];
  const lines = [
    `${sent.method} ${sent.url.slice(origin.length)} HTTP/1.1`,
    ...[['Host', host], ...headers].map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${body.length}`,
  ];
  const head = `${lines.join('\r\n')}\r\n\r\n`.replace(from, to);
  return Buffer.concat([Buffer.from(head, 'latin1'), change(body)]);
}
