// What the tests share that try as many cases as they are asked for (scripts/try-many.mjs), else for some seconds: how many,
// from which seed, and the table at the end.

const asked = (name: string) => Number(process.env[`MANY_${name}`] ?? 0);
export const SEED = asked('SEED') || Number(process.env['CORPUS_SEED'] ?? 0);
/** None: until the time is over. */
export const MOST = asked('CASES');
export const FIRST = asked('FROM');
export const ONLY_ON = process.env['MANY_ON'] || undefined;
const TOLD_AFTER = 10_000;
/** No run takes longer. */
export const A_DAY = 86_400_000;

/** Whether so many are enough. It says how far a long run is. */
export function enough(seconds: number): (done: number) => boolean {
  const until = Date.now() + seconds * 1000;
  let told = 0;
  return (done) => {
    if (MOST === 0) return Date.now() >= until;
    if (done >= told + TOLD_AFTER) {
      told = done;
      process.stdout.write(`${done} of ${MOST}\n`);
    }
    return done >= MOST;
  };
}

/** Figures by row and column, all of the same columns. */
export class Table {
  readonly #rows = new Map<string, Record<string, number>>();

  add(row: string, more: Readonly<Record<string, number | boolean>>): void {
    const sums = this.#rows.get(row) ?? {};
    for (const [name, count] of Object.entries(more))
      sums[name] = (sums[name] ?? 0) + Number(count);
    this.#rows.set(row, sums);
  }

  print(tool: string): void {
    const line = (row: string, cells: readonly (string | number)[]) =>
      row.padEnd(12) + cells.map((cell) => String(cell).padStart(13)).join('');
    const [columns = {}] = this.#rows.values();
    const rows = [...this.#rows].sort().map(([row, sums]) => line(row, Object.values(sums)));
    const again = `the same again: npm run ${tool} -- ${MOST || 'N'} --seed ${SEED}${FIRST ? ` --from ${FIRST}` : ''} --workers 1`;
    process.stdout.write(`${[line('', Object.keys(columns)), ...rows, again].join('\n')}\n`);
  }
}
