// Whether a command prints what a page shows. Ids, times, numbers and addresses differ from run to run, words do not.

/** What in the printed JSON is not as shown: the same members everywhere, and for each shown row one like it. */
export function misfits(shown: unknown, printed: unknown, path = ''): readonly string[] {
  if (typeof shown === 'string') {
    if (typeof printed !== 'string') return [`${path}: ${kind(printed)}, not a text`];
    return !isWord(shown) || shown === printed ? [] : [`${path}: "${printed}", not "${shown}"`];
  }
  if (Array.isArray(shown)) {
    if (!Array.isArray(printed)) return [`${path}: ${kind(printed)}, not a list`];
    return shown.flatMap((row, index) => {
      const tries = printed.map((one, at) => misfits(row, one, `${path}/${at}`));
      if (row === '…' || tries.some((wrong) => wrong.length === 0)) return [];
      // The one that comes closest says most.
      const [closest = ['there is no row']] = tries.sort((a, b) => a.length - b.length);
      return [`${path}/${index}: no such row`, ...closest];
    });
  }
  if (typeof shown !== 'object' || shown === null) {
    return kind(shown) === kind(printed) ? [] : [`${path}: ${kind(printed)}, not ${kind(shown)}`];
  }
  if (kind(printed) !== 'object') return [`${path}: ${kind(printed)}, not an object`];
  const [wanted, there] = [shown, printed] as Record<string, unknown>[];
  const absent = Object.keys(wanted ?? {}).filter((name) => !(name in (there ?? {})));
  // A name that is a number, such as a status, is a value too.
  const extra = Object.keys(there ?? {}).filter(
    (name) => !(name in (wanted ?? {})) && !/^\d+$/.test(name),
  );
  return [
    ...absent.map((name) => `${path}/${name} is not printed`),
    ...extra.map((name) => `${path}/${name} is not shown`),
    ...Object.entries(wanted ?? {})
      .filter(([name]) => !absent.includes(name))
      .flatMap(([name, value]) => misfits(value, there?.[name], `${path}/${name}`)),
  ];
}

/** The lines that nothing of what was printed is like; `…` stands for anything, a number for any number. */
export function missingLines(shown: string, printed: string): readonly string[] {
  const lines = printed.split(/\r?\n/);
  return shown.split('\n').filter((line) => {
    const parts = line.split(/(…|[\d.]+)/).map((part) => {
      if (part === '…') return '.*';
      return /^[\d.]+$/.test(part) ? '[\\d.]+' : part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    });
    const like = new RegExp(`^${parts.join('')}$`);
    return !lines.some((one) => like.test(one));
  });
}

/** A status, a name or a sentence; no id, time or address. */
const isWord = (text: string): boolean =>
  /^[A-Za-z]+(?:[-_][A-Za-z]+)*$/.test(text) || /^[^\d…]*\s[^\d…]*$/.test(text);

function kind(value: unknown): string {
  if (typeof value === 'boolean' || value === null) return String(value);
  return Array.isArray(value) ? 'array' : typeof value;
}
