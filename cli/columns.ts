/** Rows as lines, with the columns under one another; the last one is as long as it is. Rows may have fewer cells. */
export function columns(rows: readonly (readonly string[])[]): string {
  const most = Math.max(0, ...rows.map(({ length }) => length));
  const widths = Array.from({ length: most }, (_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
