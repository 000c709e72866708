// `npm run bench`: measures Sandbank beside its peers and the floor, and prints one table in Markdown. Every figure
// that is compared is a ratio from the same run. `-- --only reads,starts` runs some parts, `-- --smoke` shows
// that all of them run, `-- --layers` says where the time of a request goes; `--profile` names the functions too.
// With `--charts FOLDER` the charts of docs/performance.md are drawn anew.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { barChart, lineCharts } from './chart.ts';
import { compare } from './compare.ts';
import { printLayers } from './layers.ts';
import { installPeers } from './peers.ts';
import type { Bench, Row, Section } from './row.ts';
import { certificates } from './rows/certificates.ts';
import { clones } from './rows/clones.ts';
import { explaining } from './rows/explaining.ts';
import { growth } from './rows/growth.ts';
import { hours } from './rows/hours.ts';
import { manyBanks } from './rows/many-banks.ts';
import { overload } from './rows/overload.ts';
import { installed } from './rows/package.ts';
import { postgres } from './rows/postgres.ts';
import { memory, starts } from './rows/process.ts';
import { READ, reads } from './rows/reads.ts';
import { inProcess, resets } from './rows/resets.ts';
import { scale } from './rows/scale.ts';
import { seeds } from './rows/seeds.ts';
import { standing } from './rows/standing.ts';
import { storage } from './rows/storage.ts';
import { writes } from './rows/writes.ts';
import { inFolder } from './servers.ts';

const SECTIONS: Readonly<Record<string, Section>> = {
  reads,
  writes,
  starts,
  memory,
  resets,
  clones,
  seeds,
  inProcess,
  certificates,
  explaining,
  storage,
  growth,
  scale,
  manyBanks,
  hours,
  postgres,
  overload,
  standing,
  installed,
};

/** Throws for an option that there is not: to measure everything instead takes minutes. */
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    smoke: { type: 'boolean', default: false },
    layers: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    charts: { type: 'string' },
    against: { type: 'string' },
  },
});
const { smoke, layers, profile, charts, against } = options;
const wanted = options.only?.toLowerCase().split(',');
const isWanted = (name: string) =>
  wanted === undefined || wanted.some((part) => name.toLowerCase().includes(part));

async function measure(): Promise<void> {
  await inFolder(async (folder) => {
    const say = (progress: string) => console.error(`… ${progress}`);
    const bench: Bench = {
      folder,
      smoke,
      say,
      peers: smoke ? [] : installPeers(folder),
      draw: (name, lines) => {
        if (charts !== undefined) writeFileSync(join(charts, `${name}.svg`), lineCharts(lines));
      },
    };
    const rows: Row[] = [];
    for (const [name, section] of Object.entries(SECTIONS)) {
      if (isWanted(name)) rows.push(...(await section(bench)));
    }
    console.log(tableOf(rows));
    if (smoke) console.log('\nA smoke run: the figures say nothing.');
    const read = rows.find(({ measure: name }) => name === READ);
    if (charts !== undefined && read !== undefined) drawReads(read, charts);
  });
}

function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ measure: name, value, unit, goal, beside = {} }) => {
    const others = Object.entries(beside).map(([other, figure]) => `${other} ${shown(figure)}`);
    return `| ${name} | ${shown(value)} ${unit} | ${goalText(goal)} | ${verdict(value, goal)} | ${others.join(', ')} |`;
  });
  return ['| Measure | Figure | Goal | | Beside it |', '|---|---|---|---|---|', ...lines].join(
    '\n',
  );
}

const shown = (value: number): string =>
  value >= 100
    ? value.toFixed(0)
    : value >= 10
      ? value.toFixed(1)
      : value.toFixed(value < 0.1 ? 3 : 2);

function goalText(goal: Row['goal']): string {
  if (goal === undefined) return '';
  return 'least' in goal ? `≥ ${goal.least}` : `≤ ${goal.most}`;
}

function verdict(value: number, goal: Row['goal']): string {
  if (goal === undefined) return '';
  const reached = 'least' in goal ? value >= goal.least : value <= goal.most;
  return reached ? 'reached' : 'missed';
}

/** Sandbank's reads are signed, all others' are not. */
function drawReads({ value, beside = {} }: Row, folder: string): void {
  const peers = Object.entries(beside).filter(([name]) => !/second/.test(name));
  const bars = [
    { label: 'Sandbank, signed', value, isOurs: true },
    { label: 'Express, one route', value: 1 },
    ...peers.map(([label, ratio]) => ({ label, value: ratio })),
  ];
  const title = 'Reads a second, Express with one route = 1';
  writeFileSync(join(folder, 'reads.svg'), barChart({ title, unit: '', bars }));
}

await (against !== undefined
  ? compare(against)
  : layers || profile
    ? printLayers({ functions: profile, ...(charts === undefined ? {} : { charts }) })
    : measure());
