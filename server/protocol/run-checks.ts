// How a table of checks is written and run (ORD-01). A row has the check's name, its rules, the facts that it
// needs and the facts that it adds; drivers run the rows. The table itself is in server/checks/checks.ts.
import { ApiError } from './errors.ts';
import type { RuleId } from './rules.ts';

/** One check. `Facts` is everything that can be known of a request; unknown facts are absent. */
export interface Check<Facts, Tools, Name extends string = string> {
  readonly name: Name;
  readonly rules: readonly RuleId[];
  readonly needs: readonly (keyof Facts)[];
  readonly gives: readonly (keyof Facts)[];
  /** Throws ApiError if the request is refused. */
  readonly run: (facts: Facts, tools: Tools) => object | Promise<object>;
}

type Known<Facts, Names extends keyof Facts> = Required<Pick<Facts, Names>>;
type ResultOf<Facts, Names extends keyof Facts> = [Names] extends [never]
  ? unknown
  : Known<Facts, Names>;

type CheckRow<Facts, Tools, Name, Needs extends keyof Facts, Gives extends keyof Facts> = {
  readonly name: Name;
  readonly rules: readonly RuleId[];
  readonly needs: readonly Needs[];
  readonly gives: readonly Gives[];
  readonly run: (
    known: Known<Facts, Needs>,
    tools: Tools,
  ) => ResultOf<Facts, Gives> | Promise<ResultOf<Facts, Gives>>;
};

/**
 * Writes rows over these facts: `run` receives the facts that the row needs, and returns those that it
 * gives.
 */
export const checksOver =
  <Facts extends object, Tools>() =>
  <const Name extends string, Needs extends keyof Facts, Gives extends keyof Facts>(
    row: CheckRow<Facts, Tools, Name, Needs, Gives>,
  ): Check<Facts, Tools, Name> => ({ ...row, run: row.run as never });

/** The rows without the named ones. */
export function without<Row extends { readonly name: string }>(
  rows: readonly Row[],
  ...names: readonly Row['name'][]
): readonly Row[] {
  return rows.filter(({ name }) => !names.includes(name));
}

/**
 * The bank's driver: runs the rows in order until one refuses, and adds their results to `facts`. At once, unless a row
 * returns a promise.
 */
export function passAll<Facts extends object, Tools, Name extends string>(
  rows: readonly Check<NoInfer<Facts>, NoInfer<Tools>, Name>[],
  known: { readonly facts: Facts; readonly tools: Tools },
  begin: (check: Name) => void,
): undefined | Promise<undefined> {
  for (let at = 0; at < rows.length; at++) {
    const { name, gives, run } = rows[at] as Check<Facts, Tools, Name>;
    begin(name);
    const found = run(known.facts, known.tools);
    if (isPromise(found)) {
      return found.then((given) => {
        add(given, gives, known.facts);
        return passAll(rows.slice(at + 1), known, begin);
      });
    }
    add(found, gives, known.facts);
  }
  return undefined;
}

/** Not Object.assign, which takes as long as some of the checks. */
function add<Facts>(given: object, gives: readonly (keyof Facts)[], facts: Facts): void {
  for (const fact of gives) facts[fact] = (given as Facts)[fact];
}

/** Also of another realm: a promise that was taken for a result would let every request pass. */
const isPromise = (found: object | Promise<object> | undefined): found is Promise<object> =>
  found !== undefined && 'then' in found;

interface Refused<Name extends string = string> {
  readonly check: Name;
  readonly refusal: ApiError;
}

interface Collecting<Facts, Tools, Name extends string> {
  readonly facts: Facts;
  readonly tools: Tools;
  readonly begin?: (check: Name) => void;
  /** Facts to continue with after a refusal, in place of the check's result. */
  readonly instead?: (check: Name, facts: Facts) => Partial<Facts>;
}

/**
 * The explainer's driver: after a refusal it continues with the rows that have what they need. It skips
 * rows whose results are already known. For rows without promises.
 */
export function collectRefusals<Facts extends object, Tools, Name extends string>(
  rows: readonly Check<NoInfer<Facts>, NoInfer<Tools>, Name>[],
  { facts, tools, begin, instead }: Collecting<Facts, Tools, Name>,
): readonly Refused<Name>[] {
  const refused: Refused<Name>[] = [];
  const isKnown = (name: keyof Facts) => facts[name] !== undefined;
  for (const { name, needs, gives, run } of rows) {
    const isDone = gives.length > 0 && gives.every(isKnown);
    if (isDone || !needs.every(isKnown)) continue;
    begin?.(name);
    try {
      Object.assign(facts, run(facts, tools));
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal;
      refused.push({ check: name, refusal });
      Object.assign(facts, instead?.(name, facts));
    }
  }
  return refused;
}
