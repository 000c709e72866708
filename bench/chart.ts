// Charts as SVG, readable by day and by night: horizontal bars, and lines one above another.

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
  return svg(title, height, lines);
}

export interface LineCharts {
  readonly title: string;
  /** Under all of them. */
  readonly across: string;
  readonly lines: readonly { readonly label: string; readonly values: readonly number[] }[];
}

const PANEL = 110;

/** Each line has a scale of its own, from nothing to its largest value. */
export function lineCharts({ title, across, lines }: LineCharts): string {
  const height = TOP + lines.length * PANEL + 24;
  const panels = lines.map(({ label, values }, at) => {
    const most = Math.max(...values);
    const bottom = TOP + (at + 1) * PANEL - 20;
    const step = (WIDTH - LEFT - RIGHT) / Math.max(1, values.length - 1);
    const points = values.map((value, index) => {
      const y = bottom - ((PANEL - 40) * value) / (most || 1);
      return `${(LEFT + index * step).toFixed(1)},${y.toFixed(1)}`;
    });
    return [
      `<text x="${LEFT - 10}" y="${bottom - 30}" text-anchor="end">${escaped(label)}</text>`,
      `<line class="floor" x1="${LEFT}" y1="${bottom}" x2="${WIDTH - RIGHT}" y2="${bottom}"/>`,
      `<polyline class="line" points="${points.join(' ')}"/>`,
      `<text x="${WIDTH - RIGHT + 8}" y="${bottom - 30}">${(values.at(-1) ?? 0).toFixed(0)}</text>`,
    ].join('\n');
  });
  return svg(title, height, [
    ...panels,
    `<text x="${LEFT}" y="${height - 10}">${escaped(across)}</text>`,
  ]);
}

const svg = (title: string, height: number, lines: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title">
<title id="title">${escaped(title)}</title>
<style>
text { font: 14px system-ui, sans-serif; fill: #1d2430; }
.head { font-weight: 600; font-size: 16px; }
.bar { fill: #9aa7b8; }
.ours { fill: #0f766e; }
.line { fill: none; stroke: #0f766e; stroke-width: 2; }
.floor { stroke: #9aa7b8; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6ebf2; }
  .bar { fill: #64748b; }
  .ours { fill: #2dd4bf; }
  .line { stroke: #2dd4bf; }
  .floor { stroke: #64748b; }
}
</style>
<text class="head" x="10" y="26">${escaped(title)}</text>
${lines.join('\n')}
</svg>
`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
