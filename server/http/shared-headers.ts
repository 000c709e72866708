// Headers of requests as they arrive. A client sends most of them the same in each request: these are one text for all
// requests, so that the log of requests does not have it ten thousand times.
import { remember } from '../kernel/recent.ts';
import { HeaderNames, RawHeaders } from '../protocol/headers.ts';

/** Of names in their order. A client has a few; each takes at most what the headers of one request may take. */
const MOST_FORMS = 100;

interface Form {
  readonly names: HeaderNames;
  /** The value that came last under each of them. */
  readonly last: string[];
}

const SEPARATOR = '\n';

/** @returns reads the headers, and puts the shared texts into the list that it is given, `IncomingMessage.rawHeaders` */
export function sharedHeaders(): (flat: string[]) => RawHeaders {
  const formOf = remember((joined): Form => {
    const names = joined === '' ? [] : joined.split(SEPARATOR);
    return { names: new HeaderNames(names), last: [] };
  }, MOST_FORMS);
  let latest = formOf('');
  return (flat) => {
    // Most requests have the form of the one before.
    if (!hasNames(flat, latest.names.sent)) latest = formOf(namesOf(flat).join(SEPARATOR));
    const { names, last } = latest;
    for (let at = 0; at < names.sent.length; at++) {
      flat[2 * at] = names.sent[at] as string;
      if (flat[2 * at + 1] === last[at]) flat[2 * at + 1] = last[at] as string;
      else last[at] = flat[2 * at + 1] as string;
    }
    return new RawHeaders(flat, names);
  };
}

const namesOf = (flat: readonly string[]): readonly string[] =>
  flat.filter((_text, at) => at % 2 === 0);

const hasNames = (flat: readonly string[], names: readonly string[]): boolean =>
  flat.length === 2 * names.length && names.every((name, at) => flat[2 * at] === name);
