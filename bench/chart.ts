// A chart of horizontal bars as SVG, readable by day and by night.

interface Bar {
  readonly label: string;
  readonly value: number;
  /** Drawn in the strong colour. */
  readonly isOurs?: boolean;
}

interface Chart {
  readonly title: string;
  /** After each figure. */
  readonly unit: string;
  readonly bars: readonly Bar[];
}

const [WIDTH, LINE, LEFT, RIGHT, TOP] = [720, 30, 200, 90, 44];

/** The longest bar first; lengths are in proportion. */
export function barChart({ title, unit, bars }: Chart): string {
  const sorted = [...bars].sort((a, b) => b.value - a.value);
  const most = sorted[0]?.value ?? 1;
  const height = TOP + sorted.length * LINE + 12;
  const lines = sorted.map(({ label, value, isOurs = false }, at) => {
    const y = TOP + at * LINE;
    const length = Math.max(1, ((WIDTH - LEFT - RIGHT) * value) / most);
    const figure = `${value >= 10 ? value.toFixed(0) : value.toFixed(2)}${unit}`;
    return [
      `<text x="${LEFT - 10}" y="${y + 17}" text-anchor="end">${escaped(label)}</text>`,
      `<rect class="${isOurs ? 'ours' : 'bar'}" x="${LEFT}" y="${y + 4}" width="${length.toFixed(1)}" height="18" rx="3"/>`,
      `<text x="${(LEFT + length + 8).toFixed(1)}" y="${y + 17}">${figure}</text>`,
    ].join('\n');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title">
<title id="title">${escaped(title)}</title>
<style>
text { font: 14px system-ui, sans-serif; fill: #1d2430; }
.head { font-weight: 600; font-size: 16px; }
.bar { fill: #9aa7b8; }
.ours { fill: #0f766e; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6ebf2; }
  .bar { fill: #64748b; }
  .ours { fill: #2dd4bf; }
}
</style>
<text class="head" x="10" y="26">${escaped(title)}</text>
${lines.join('\n')}
</svg>
`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
