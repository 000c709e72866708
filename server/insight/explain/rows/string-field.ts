// The whole field of a signing string: its rows in the order in which they are done; what a client does first
// comes first.
import type { Field } from '../search.ts';
import { dateRows } from './date-rows.ts';
import { digestRows } from './digest-rows.ts';
import { type Draft, renderDraft, type StringContext } from './draft.ts';
import { joiningRows, NEWLINE } from './joining-rows.ts';
import { absentRows, leftOutRows, orderRows, putInRows } from './line-rows.ts';
import { nameRows } from './name-rows.ts';
import { targetRows } from './target-rows.ts';
import { eachValueRows, everyValueRows } from './value-rows.ts';
import { aloneRows, bodyRows, wholeRows } from './whole-rows.ts';

const TABLES: readonly ((context: StringContext) => Field<Draft>['rows'])[] = [
  ...[dateRows, targetRows, digestRows, eachValueRows, everyValueRows],
  ...[leftOutRows, orderRows, putInRows, absentRows],
  ...[nameRows, joiningRows, bodyRows, aloneRows, wholeRows],
];

export const stringField = (context: StringContext): Field<Draft> => ({
  start: context.draft,
  rows: TABLES.flatMap((rows) => rows(context)),
  textOf: renderDraft,
  newline: NEWLINE,
});
