// "Send a signed request" is filled in again when its choices change: what the user has written stays where it fits.
import { isDeepStrictEqual } from 'node:util';
import { defined } from '../../kernel/defined.ts';
import { parseShallow } from '../../kernel/shallow-json.ts';
import { isJsonObject, type Json } from '../../protocol/json.ts';
import type { Wish } from './send.ts';

/** What the form was filled in for. */
interface Choice {
  readonly operation: string;
  /** The magic creditor that decides how a payment ends; empty for none. */
  readonly creditor: string;
}

export type Filled = Wish & Choice;

/** What the form says now, and what it was filled in with before the user wrote in it. */
export interface Edited {
  readonly now: Filled;
  readonly was: Filled;
}

/** Without a person the request can go out as it is. */
export const hasNewChoice = ({ now, was }: Edited): boolean =>
  now.operation !== was.operation ||
  now.creditor !== was.creditor ||
  (now.person !== '' && now.person !== was.person);

/** The template with the user's edits. A path and a method belong to their operation. */
export function refilled(template: Filled, { now, was }: Edited): Filled {
  const isSame = template.operation === was.operation;
  const isChosen = now.person !== was.person;
  const isFree = isSame || now.person === '' || template.person === '';
  const own = (name: 'method' | 'path') =>
    isSame && now[name] !== was[name] ? now[name] : template[name];
  return {
    ...template,
    method: own('method'),
    path: own('path'),
    // The template is for the chosen person, or for the one whose payment it names, who may be asked to be another.
    person: isChosen && isFree ? now.person : template.person,
    headers: mergedLines(template.headers, { now: now.headers, was: was.headers }),
    body: bodyOf(template, { now, was }),
    ...defined({ wrongly: now.wrongly }),
  };
}

interface NowAndWas<T> {
  readonly now: T;
  readonly was: T;
}

function mergedLines(template: string, { now, was }: NowAndWas<string>): string {
  const lines = (text: string) => text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const [wanted, written, before] = [lines(template), lines(now), lines(was)];
  const kept = wanted.filter((line) => written.includes(line) || !before.includes(line));
  const own = written.filter((line) => !before.includes(line) && !wanted.includes(line));
  return [...kept, ...own].join('\n');
}

function bodyOf(template: Filled, { now, was }: Edited): string {
  const isSame = template.operation === was.operation;
  const [wanted, written, before] = [template, now, was].map(({ body }) => parsed(body));
  // What is no JSON yet cannot be merged.
  if (written === undefined || before === undefined || wanted === undefined) {
    return isSame && unified(now.body) !== unified(was.body) ? now.body : template.body;
  }
  const isNewEnding = template.creditor !== was.creditor;
  const merged = mergedJson(wanted, { now: written, was: before }, { isSame, isNewEnding });
  return JSON.stringify(merged, null, 2);
}

/** Browsers send the lines of a form with CRLF. */
const unified = (text: string): string => text.replaceAll('\r\n', '\n');

function parsed(body: string): Json | undefined {
  try {
    return parseShallow(body) as Json;
  } catch {
    return undefined;
  }
}

interface How {
  /** The operation is the same, so members fit that its template does not have. */
  readonly isSame: boolean;
  /** The choice of the ending wins over a creditor that was written by hand. */
  readonly isNewEnding: boolean;
}

function mergedJson(template: Json, { now, was }: NowAndWas<Json>, how: How): Json {
  if (isDeepStrictEqual(now, was)) return template;
  if (Array.isArray(now)) return how.isNewEnding ? template : now;
  if (!isJsonObject(now) || !isJsonObject(was) || !isJsonObject(template)) return now;
  const names = new Set([...Object.keys(template), ...(how.isSame ? Object.keys(now) : [])]);
  const members = [...names].flatMap((name): [string, Json][] => {
    const [wanted, written, before] = [template[name], now[name], was[name]];
    const isEnding = how.isNewEnding && name === 'creditorName';
    if (isEnding || before === undefined) {
      const value = isEnding ? wanted : (written ?? wanted);
      return value === undefined ? [] : [[name, value]];
    }
    // Taken out by the user, or not wanted any more.
    if (written === undefined || wanted === undefined) return [];
    return [[name, mergedJson(wanted, { now: written, was: before }, how)]];
  });
  return Object.fromEntries(members);
}
