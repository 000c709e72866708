// Where two answers differ first: status, headers, then the body.
import { isDeepStrictEqual } from 'node:util';
import { clip } from '../server/protocol/shown-text.ts';
import { parseJson } from './ask-bank.ts';

export interface Answer {
  readonly status: number;
  /** By name in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Difference {
  readonly place: string;
  readonly was: string;
  readonly is: string;
}

/** Of the connection or of the moment; and numbers of the request log, which count on over a reset. */
const NOT_COMPARED =
  /^(?:date|connection|keep-alive|content-length|content-encoding|transfer-encoding|vary|via|server|signature|digest|tpp-signature-certificate|sandbank-verdict)$/;

export function firstDifference(was: Answer, is: Answer): Difference | undefined {
  if (was.status !== is.status) {
    return { place: 'status', was: String(was.status), is: `${is.status} ${shortened(is.body)}` };
  }
  for (const name of new Set([...Object.keys(was.headers), ...Object.keys(is.headers)])) {
    const [before, after] = [was.headers[name] ?? 'absent', is.headers[name] ?? 'absent'];
    if (!NOT_COMPARED.test(name) && before !== after) {
      return { place: `header ${name}`, was: before, is: after };
    }
  }
  return bodyDifference(was.body, is.body);
}

const shortened = (text: string): string => clip(text, 200);

function bodyDifference(was: string, is: string): Difference | undefined {
  if (was === is) return undefined;
  const [before, after] = [parseJson(was), parseJson(is)];
  const found =
    before === undefined || after === undefined ? undefined : jsonDifference('', before, after);
  if (found !== undefined) return found;
  const at = [...was].findIndex((char, i) => char !== is[i]);
  const from = Math.max(0, at === -1 ? was.length : at);
  return {
    place: `body, character ${from + 1}`,
    was: shortened(was.slice(from)),
    is: shortened(is.slice(from)),
  };
}

/** The first JSON path at which two values differ. */
function jsonDifference(path: string, was: unknown, is: unknown): Difference | undefined {
  if (isDeepStrictEqual(was, is)) return undefined;
  if (!isObject(was) || !isObject(is) || Array.isArray(was) !== Array.isArray(is)) {
    return { place: `body ${path || '/'}`, was: shownValue(was), is: shownValue(is) };
  }
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const found = jsonDifference(`${path}/${name}`, was[name], is[name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const shownValue = (value: unknown): string =>
  value === undefined ? 'absent' : shortened(JSON.stringify(value));
