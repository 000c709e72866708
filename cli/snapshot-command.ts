// `sandbank snapshot`: a whole bank under a name.
import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { counted } from '../server/kernel/counted.ts';
import { parseJson } from './ask-bank.ts';
import { askControl, type BankOptions, lists, withBank } from './bank-options.ts';
import { columns } from './columns.ts';
import { answer, type Terminal, UsageError } from './command.ts';
import { readGiven } from './read-file.ts';

interface Snapshot {
  readonly name: string;
  readonly takenAt: string;
}

interface Differences {
  readonly words: readonly string[];
  readonly added: readonly ChangedRow[];
  readonly removed: readonly ChangedRow[];
  readonly changed: readonly { readonly text: string }[];
}

interface ChangedRow {
  readonly table: string;
  readonly id: string;
}

type Action = (options: Options, name: string, second?: string) => Promise<void>;

interface Options extends BankOptions {
  readonly from?: string;
  readonly output?: string;
  readonly rows?: boolean;
}

const at = (name: string, rest = ''): string => `snapshots/${encodeURIComponent(name)}${rest}`;

export function define(command: Command, terminal: Terminal): void {
  withBank(command).addHelpText(
    'after',
    `
Examples:
  sandbank snapshot save golden
  sandbank snapshot restore golden
  sandbank snapshot restore ready --from golden-bank --bank test-1
  sandbank snapshot diff golden`,
  );
  const sub = (usage: string, about: string, act: Action): Command =>
    command
      .command(usage)
      .description(about)
      .action((...values: unknown[]) => {
        const self = values.at(-1) as Command;
        const [name = '', second] = self.args;
        return act(self.optsWithGlobals<Options>(), name, second);
      });
  const print = (options: Options, value: object, text: string) =>
    answer(terminal, options, value, text);

  sub('save <name>', 'save the bank as it is', async (options, name) => {
    const saved = await askControl<Snapshot>(options, at(name), { method: 'PUT' });
    print(options, saved, `Saved ${name}, at the bank's time ${saved.takenAt}.`);
  });
  sub('restore <name>', 'put the bank into that state', async (options, name) => {
    const from = options.from === undefined ? '' : `?bank=${encodeURIComponent(options.from)}`;
    const restored = await askControl<object>(options, at(name, `/restore${from}`), {
      method: 'POST',
    });
    print(options, { name, ...restored }, `The bank is as it was in ${name}.`);
  }).option('--from <bank>', 'a snapshot of that bank');
  lists(command, 'snapshots of the bank', async (options: BankOptions) => {
    const list = await askControl<{ snapshots: readonly Snapshot[] }>(options, 'snapshots');
    const rows = list.snapshots.map(({ name, takenAt }) => [name, takenAt]);
    print(options, list, rows.length === 0 ? 'There is no snapshot yet.' : columns(rows));
  });
  sub('delete <name>', 'delete a snapshot', async (options, name) => {
    await askControl(options, at(name), { method: 'DELETE' });
    print(options, { deleted: name }, `Deleted ${name}.`);
  });
  sub(
    'diff <from> [to]',
    'say what differs; from the bank as it is, without a second name',
    async (options, from, to) => {
      const query = new URLSearchParams({ from, ...(to === undefined ? {} : { to }) });
      const found = await askControl<Differences>(options, `snapshots/diff?${query}`);
      print(options, found, differencesText(found, options.rows === true));
    },
  ).option('--rows', 'list every row that differs, too');
  defineFiles(sub, print);
}

function defineFiles(
  sub: (usage: string, about: string, act: Action) => Command,
  print: (options: Options, value: object, text: string) => void,
): void {
  sub('export <name>', 'print the snapshot as one JSON document', async (options, name) => {
    const document = await askControl<object>(options, at(name));
    const text = JSON.stringify(document);
    if (options.output === undefined) return print(options, document, text);
    await writeFile(options.output, `${text}\n`);
    print(options, { written: options.output }, `Written to ${options.output}.`);
  }).option('--output <file>', 'write it to a file');
  sub('import <name> <file>', 'make a snapshot of such a document', async (options, name, file) => {
    const document = readDocument(file ?? '');
    const saved = await askControl<Snapshot>(options, at(name), { method: 'PUT', body: document });
    print(options, saved, `Imported ${name}. To use it: sandbank snapshot restore ${name}`);
  });
}

function readDocument(file: string): object {
  const document = parseJson(readGiven(file).toString());
  if (typeof document === 'object' && document !== null) return document;
  throw new UsageError(`${file} is not a JSON document. sandbank snapshot export writes one.`);
}

function differencesText({ words, added, removed, changed }: Differences, rows: boolean): string {
  const count = added.length + removed.length + changed.length;
  if (count === 0) return [...words, 'No row differs.'].join('\n');
  if (!rows) return [...words, `${counted(count, 'row')} differ; --rows lists them.`].join('\n');
  const lines = [
    ...words,
    ...added.map(({ table, id }) => `+ ${table} ${id}`),
    ...removed.map(({ table, id }) => `- ${table} ${id}`),
    ...changed.map(({ text }) => `~ ${text}`),
  ];
  return lines.join('\n');
}
