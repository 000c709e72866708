// Data folders with damage of every kind, as a crash, a person or another program may leave it.
import { crc32 } from 'node:zlib';
import { SILENT } from '../../server/kernel/log.ts';
import type { CheckRows } from '../../server/storage/check-rows.ts';
import { notes, startingRows, type ThingRow, thing, things } from '../contracts/sample-tables.ts';
import { RecordedDisk } from './recorded-disk.ts';
import { openOn } from './recorded-folder.ts';

/** Things of rank 13 do not fit, and are lost; those of rank 14 can be put right. */
export const noThirteen: CheckRows = (rows) => {
  for (const row of rows.unchecked(things) as Iterable<ThingRow>) {
    const { id, rank } = row;
    const fault = { table: 'things', id, path: ['rank'], text: `rank is ${rank}.` };
    if (rank === 13) return fault;
    if (rank === 14) return { ...fault, mend: () => ({ ...row, rank: 1 }) };
  }
  return undefined;
};

const commitLine = (json: string): string =>
  `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`;

export type Files = Map<string, string>;

/** A bank that changes a set and has a journal beside its file, one of each alone, and a snapshot. */
export async function soundFiles(): Promise<Files> {
  const disk = new RecordedDisk();
  const open = () => openOn(disk, SILENT, {});
  const first = await open();
  const put = (store: typeof first, bank: string, ...ids: readonly string[]) =>
    store.transact(bank, async (tx) => {
      for (const id of ids) tx.put(things, thing(id));
    });
  await first.transact('acme', async (tx) => {
    tx.restart(startingRows('set', 3));
    tx.wakeAt(1_800_000_000_000);
  });
  await first.transact('acme', async (tx) => {
    tx.remove(things, 'start-1');
    tx.put(things, thing('own', { limit: 5n }));
    tx.put(notes, { id: 'ø', text: 'of "acme"' });
  });
  const start = await first.transact('acme', (tx) => tx.snapshot());
  await first.transact('acme@kept', async (tx) => {
    tx.restart(start);
    tx.put(things, thing('start-0', { rank: 5 }));
  });
  await put(first, 'folded', 'f', 'g');
  await first.close();
  const second = await open();
  await put(second, 'acme', 'late');
  await put(second, 'acme', 'later', 'own');
  await put(second, 'only', 'j');
  await put(second, 'only', 'k');
  const files = new Map(disk.names.map((name) => [name, disk.get(name) ?? '']));
  await second.close();
  return files;
}

type Change = (text: string) => string | Buffer;
const to =
  (from: string | RegExp, next: string): Change =>
  (text) => {
    const changed = text.replace(from, next);
    if (changed === text) throw new Error(`nothing is ${from}`);
    return changed;
  };
const withoutEnd =
  (bytes: number): Change =>
  (text) =>
    text.slice(0, -bytes);
const behind =
  (more: string): Change =>
  (text) =>
    text + more;
/** The whole file. */
const become =
  (text: string | Buffer): Change =>
  () =>
    text;
const laid =
  (text: string): Change =>
  (before) =>
    JSON.stringify(JSON.parse(before), null, 2) + text;
const row = (json: string): string =>
  `{"format":1,"bank":"folded","seq":1,"tables":{"things":[${json}]}}`;
const THING = '{"id":"a","rank":1,"amount":"1","open":true,"data":{}}';

const IN_FILE: Readonly<Record<string, Change>> = {
  'a row of another rank': to('"rank":1', '"rank":2'),
  'a row of rank 13': to('"rank":1', '"rank":13'),
  'a row of rank 14': to('"rank":1', '"rank":14'),
  'two rows that do not fit': (text) => text.replaceAll('"rank":1', '"rank":13'),
  'laid out in another way': laid(''),
  'laid out so, with a byte order mark': (text) => `\ufeff${laid('\n')(text)}`,
  'laid out so, with a byte order mark and a row of rank 13': (text) =>
    `\ufeff${laid('\n')(to('"rank":1', '"rank":13')(text) as string)}`,
  'no checksum': to(/,"checksum":".*"/, ''),
  'another checksum': to(/"checksum":"./, '"checksum":"x'),
  'no newline at the end': withoutEnd(1),
  'another byte for its last newline': (text) => `${text.slice(0, -1)}x`,
  'cut before its last line': to(/\},"checksum.*\n/s, ''),
  'cut in a row': to(/"open".*/s, ''),
  'a line too many': behind('{}\n'),
  'a comma too many': to('\n]', '\n,]'),
  'another end of a table': to('"things":[', '"notes":[\n{"id":"n","text":"N"}\n],,\n"things":['),
  'another end of the last table': to('\n]\n', '\n]]\n'),
  'a comma that lacks': to('},\n', '}\n'),
  'a quote that lacks': to('"rank":1', '"rank:1'),
  'a number for a text': to('"group":"a"', '"group":1'),
  'a text for a number': to('"rank":1', '"rank":"1"'),
  'money as a number': to('"amount":"100"', '"amount":100'),
  'money with a fraction': to('"amount":"100"', '"amount":"1.5"'),
  'money with a zero first': to('"amount":"100"', '"amount":"0100"'),
  'a member of no table': to('"open":true', '"open":true,"more":1'),
  'a member that lacks': to('"open":true,', ''),
  'an id that is empty': to('"id":"f"', '"id":""'),
  'an id twice': to('"id":"g"', '"id":"f"'),
  'an id of 401 characters': to('"id":"f"', `"id":"${'f'.repeat(401)}"`),
  'an id that is escaped': to('"id":"f"', '"id":"\\u0066"'),
  'no object for a row': to(/\{"id":"f".*/, 'null,'),
  'a table that is unknown': to('"things":[', '"strange":[\n],\n"things":['),
  'a table that is no list': become('{"format":1,"seq":1,"tables":{"things":{}}}'),
  'tables that are no object': become('{"format":1,"seq":1,"tables":[]}'),
  'no tables': become('{"format":1,"seq":1}'),
  'another format': to('"format":1', '"format":3'),
  'the format of a set': to('"format":1', '"format":2'),
  'no number': to(/"seq":\d+,/, ''),
  'the number 0': to(/"seq":\d+,/, '"seq":0,'),
  'a number below 0': to(/"seq":\d+,/, '"seq":-1,'),
  'a number with a fraction': to(/"seq":\d+,/, '"seq":1.5,'),
  'a number of 20 digits': to(/"seq":\d+,/, '"seq":12345678901234567890,'),
  'a time to wake at': to('"tables"', '"wakeAt":5,"tables"'),
  'a start that is none': to('"tables"', '"start":"abc","tables"'),
  'a start that is not there': to('"format":1', `"format":2,"start":"${'0'.repeat(32)}"`),
  'removed rows of no list': become('{"format":1,"seq":1,"tables":{},"removed":{"things":"a"}}'),
  'removed rows': become('{"format":1,"seq":1,"tables":{},"removed":{"things":["a"]}}'),
  'a removed row that is no text': become(
    '{"format":1,"seq":1,"tables":{},"removed":{"notes":[1]}}',
  ),
  'one row on one line': become(row(THING)),
  'two rows on one line that do not fit': become(
    row(`${THING},${THING.replace('"a"', '"b"')}`.replaceAll('"rank":1', '"rank":13')),
  ),
  'a deep row': become(row(THING.replace('{}', `${'['.repeat(501)}${']'.repeat(501)}`))),
  'a deep file': become(`{"tables":${'['.repeat(601)}`),
  'a member twice': become(row(THING.replace('"rank":1', '"rank":1,"rank":1'))),
  'an infinite number': become(row(THING.replace('"rank":1', '"rank":1e999'))),
  'no JSON': become('accounts\n'),
  'a list': become('[]\n'),
  nothing: become(''),
  'no UTF-8': become(Buffer.from([0x7b, 0x0a, 0xff, 0x0a])),
  'no UTF-8 in a row': (text) =>
    Buffer.from(text.replace('"group":"a"', '"group":"\u00ff"'), 'latin1'),
  'lines of Windows': (text) => text.replaceAll('\n', '\r\n'),
};

const IN_JOURNAL: Readonly<Record<string, Change>> = {
  'a row of rank 13': () =>
    commitLine(
      '{"seq":1,"put":{"things":[{"id":"x","rank":13,"amount":"1","open":true,"data":{}}]}}',
    ),
  'cut in its last line': withoutEnd(9),
  'cut in its first line': (text) => text.slice(0, 20),
  'no newline at the end': withoutEnd(1),
  'another byte for its last newline': (text) => `${text.slice(0, -1)}x`,
  'another byte for its first newline': to('\n', 'x'),
  'a byte of its first line': to('"seq"', '"sEq"'),
  'a byte of its last line': to(/"rank":1(?!.*"rank")/s, '"rank":2'),
  'a checksum of capitals': (text) => text.slice(0, 8).toUpperCase() + text.slice(8),
  'a commit that lacks': (text) => text.slice(text.indexOf('\n') + 1),
  'a commit twice': (text) => text.slice(0, text.indexOf('\n') + 1) + text,
  'commits in another order': (text) => `${text.split('\n').reverse().join('\n').slice(1)}\n`,
  'a table that is unknown': behind(commitLine('{"seq":3,"put":{"strange":[]}}')),
  'a row of a table that is unknown': behind(
    commitLine('{"seq":3,"put":{"strange":[{"id":"a"}]}}'),
  ),
  'a row that does not fit': behind(commitLine('{"seq":3,"put":{"things":[{"id":"a"}]}}')),
  'a commit without a number': behind(commitLine('{"put":{}}')),
  'a commit of no JSON': behind(commitLine('{"seq":3')),
  'a commit of nothing': behind(commitLine('{"seq":3}')),
  'rows of an older version': behind(
    commitLine('{"seq":3,"restart":{"notes":[{"id":"n","text":"old"}]}}'),
  ),
  'a set that is not there': behind(commitLine(`{"seq":3,"restart":"${'0'.repeat(32)}"}`)),
  'an empty line': behind('\n'),
  'a last line of spaces': behind('   '),
  nothing: become(''),
};

const IN_SET: Readonly<Record<string, Change>> = {
  'another row': to('"rank":1', '"rank":2'),
  'cut short': withoutEnd(1),
  nothing: become(''),
};

interface Damage {
  readonly title: string;
  readonly changed: (files: Files) => Map<string, string | Buffer>;
}

const changing = (name: RegExp, changes: Readonly<Record<string, Change>>): readonly Damage[] =>
  Object.entries(changes).map(([what, change]) => ({
    title: `${name.source.replaceAll('\\', '')}: ${what}`,
    changed: (files) =>
      new Map([...files].map(([at, text]) => [at, name.test(at) ? change(text) : text])),
  }));

const without = (name: RegExp): Damage => ({
  title: `${name.source.replaceAll('\\', '')}: is gone`,
  changed: (files) => new Map([...files].filter(([at]) => !name.test(at))),
});
const beside = (...names: readonly string[]): Damage => ({
  title: `beside: ${names.join(', ')}`,
  changed: (files) => new Map([...files, ...names.map((name): [string, string] => [name, '{}'])]),
});

export const DAMAGES: readonly Damage[] = [
  { title: 'none', changed: (files) => files },
  ...changing(/folded\.json/, IN_FILE),
  ...changing(/only\.journal/, IN_JOURNAL),
  ...changing(/_start-311.*/, IN_SET),
  ...changing(/_start-5ab.*/, IN_SET),
  ...changing(/acme\.json/, {
    'fewer commits than its journal begins behind': to('"seq":2', '"seq":1'),
    'more commits than its journal has': to('"seq":2', '"seq":9'),
    'as many commits as its journal': to('"seq":2', '"seq":4'),
    'a row of rank 14': to('"rank":1', '"rank":14'),
    'a removed row that is there again': to('"start-1"', '"start-9"'),
  }),
  without(/_start-.*/),
  without(/acme\.json/),
  without(/acme\.journal/),
  beside('folded.dropped', 'only.dropped', 'acme@kept.dropped', 'nobody.dropped'),
  beside('folded.json.tmp', 'only.journal.tmp', `_start-${'0'.repeat(32)}.json.tmp`, 'x.tmp'),
  beside(`_start-${'0'.repeat(32)}.json`, '_start-0.json', '.probe'),
  beside('_sandbank.json'),
  beside('Acme.json', 'a.b.json', 'a_b.journal', '-a.json', 'acme@Kept.json', 'acme@_log@x.json'),
  beside('package.json'),
];
