// Coverage as a badge, an SVG for a README or a dashboard (CTRL-08). Pure.

const LABEL = 'API coverage';
const HEIGHT = 20;
/** About as wide as a character of Verdana 11; `textLength` makes the text exactly as wide as its place. */
const CHARACTER = 6.6;
const PADDING = 10;

/** From which percentage on. */
const COLOURS = [
  [80, '#2f7d32'],
  [50, '#0e5a5e'],
  [20, '#8a6100'],
  [0, '#a4231c'],
] as const;

const widthOf = (text: string): number => Math.round(text.length * CHARACTER) + PADDING;

export function badgeOf(percent: number): string {
  const value = `${percent} %`;
  const left = widthOf(LABEL);
  const right = widthOf(value);
  const width = left + right;
  const colour = COLOURS.find(([from]) => percent >= from)?.[1];
  const text = (words: string, from: number, wide: number) =>
    `<text x="${from + wide / 2}" y="14" textLength="${wide - PADDING}">${words}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${LABEL}: ${value}">`,
    `<title>${LABEL}: ${value}</title>`,
    `<rect width="${width}" height="${HEIGHT}" rx="3" fill="#3b4a4d"/>`,
    `<path d="M${left} 0h${right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H${left}z" fill="${colour}"/>`,
    '<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">',
    text(LABEL, 0, left),
    text(value, left, right),
    '</g></svg>',
  ].join('');
}
