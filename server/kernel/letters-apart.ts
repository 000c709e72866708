/** Letters to put in, leave out or replace: Levenshtein's distance, or more than two. */
export function lettersApart(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...a].entries()) {
    let before = i + 1;
    row = row.map((above, j) => {
      if (j === 0) return before;
      const replaced = (row[j - 1] as number) + (letter === b[j - 1] ? 0 : 1);
      before = Math.min(before + 1, above + 1, replaced);
      return before;
    });
  }
  return row[b.length] as number;
}
