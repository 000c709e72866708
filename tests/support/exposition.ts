// Reads the Prometheus text format as strictly as its parsers do, and throws at what they would refuse.

export interface Family {
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE =
  /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"/g;
const NUMBER = /^(?:[+-]?Inf|NaN|[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/;

/** Families by name. */
export function readExposition(text: string): ReadonlyMap<string, Family> {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const families = new Map<string, { type: string; help: string; samples: Sample[] }>();
  let name = '';
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, help, of, says = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (help === 'HELP' && of !== undefined) {
      if (families.has(of)) throw new Error(`${of} is there twice`);
      name = of;
      families.set(name, { type: '', help: says, samples: [] });
    } else if (help === 'TYPE') {
      const family = families.get(name);
      if (of !== name || family === undefined) throw new Error(`TYPE without HELP: ${line}`);
      family.type = says;
    } else {
      families.get(name)?.samples.push(readSample(line, name));
    }
  }
  for (const [of, { type, samples }] of families) if (type === 'histogram') check(of, samples);
  return families;
}

function readSample(line: string, family: string): Sample {
  const [, name = '', labels = '', value = ''] = LINE.exec(line) ?? [];
  if (!name.startsWith(family) || !NUMBER.test(value)) throw new Error(`no sample: ${line}`);
  const pairs = [...labels.matchAll(LABEL)].map(([, key = '', text = '']) => [key, text] as const);
  return {
    name,
    labels: Object.fromEntries(pairs),
    value: Number(value.replace('Inf', 'Infinity')),
  };
}

/** Buckets grow with `le` up to +Inf, which is the count. */
function check(name: string, samples: readonly Sample[]): void {
  const rest = ({ labels: { le: _, ...others } }: Sample) => JSON.stringify(others);
  for (const key of new Set(samples.map(rest))) {
    const own = samples.filter((sample) => rest(sample) === key);
    const buckets = own.filter((sample) => sample.name === `${name}_bucket`);
    const count = own.find((sample) => sample.name === `${name}_count`);
    const sorted = buckets.map(({ labels, value }) => [
      Number(labels['le']?.replace('+Inf', 'Infinity')),
      value,
    ]) as [number, number][];
    const grows = sorted.every(([le, value], at) => {
      const [before, less] = sorted[at - 1] ?? [Number.NEGATIVE_INFINITY, 0];
      return le > before && value >= less;
    });
    const [last, total] = sorted.at(-1) ?? [];
    if (!grows || last !== Number.POSITIVE_INFINITY || total !== count?.value) {
      throw new Error(`${name}${key} is no histogram`);
    }
  }
}
