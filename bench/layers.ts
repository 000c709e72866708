// Where the time of a signed read goes: a processor profile of the server, each sample counted for the part of
// the house whose function is the innermost. Node's own work on behalf of a part counts for that part, except
// for HTTP and sockets.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { barChart } from './chart.ts';
import { CONNECTIONS, drive, isOk } from './load/drive.ts';
import { openTpp } from './load/tpp.ts';
import { type Command, inFolder, ROOT, start } from './servers.ts';

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** By what a function's file or name contains, the first that fits. */
const LAYERS: readonly (readonly [layer: string, pattern: RegExp])[] = [
  ['idle', /^\((?:idle|root)\)/],
  ['garbage collection', /^\(garbage collector\)/],
  ['verify', /dist\/server\/signing\//],
  ['record', /dist\/server\/insight\/|record-request|node_modules\/(?:pino|sonic-boom)/],
  ['validate', /dist\/server\/validation\/|content-checks|node_modules\/ajv/],
  ['store', /dist\/server\/storage\//],
  ['decide', /dist\/server\/(?:bank|checks|kernel)\//],
  ['render and send', /http\/(?:send|render-error)|node:_http_outgoing/],
  ['receive and route', /dist\/server\/|node:_http|node:net|node:internal\/(?:stream|timers)/],
];

/** The part of the house, or `undefined` if the callers must say. */
function layerOf({ callFrame: { functionName, url } }: ProfileNode): string | undefined {
  const text = `${functionName} ${url}`;
  return LAYERS.find(([, pattern]) => pattern.test(text))?.[0];
}

const profiled = (data: string, profiles: string): Command => ({
  args: () => [
    ...['--cpu-prof', '--cpu-prof-interval', '250', '--cpu-prof-dir', profiles],
    ...[
      '--input-type=module',
      '-e',
      'process.exitCode = await (await import(process.env.MAIN)).main();',
    ],
  ],
  env: (port) => ({
    PORT: String(port),
    SANDBANK_DATA: data,
    // Not the bundle, which does not say what room a function is from.
    MAIN: join(ROOT, 'dist', 'server', 'main.js'),
  }),
  path: '/health',
});

interface LayersWanted {
  /** Also the functions in which most of the time is spent. */
  readonly functions: boolean;
  /** The folder for the chart. */
  readonly charts?: string;
}

export async function printLayers({ functions, charts }: LayersWanted): Promise<void> {
  await inFolder(async (folder) => {
    const [data, profiles] = [join(folder, 'data'), join(folder, 'profiles')];
    mkdirSync(profiles);
    const bank = await start(profiled(data, profiles));
    const tpp = await openTpp(`http://127.0.0.1:${bank.port}`);
    const load = { port: bank.port, requests: tpp.reads(3000), connections: CONNECTIONS };
    const { count } = await drive({ ...load, count: 30_000, isRight: isOk });
    await bank.stop();
    const [file = ''] = readdirSync(profiles);
    const profile = JSON.parse(readFileSync(join(profiles, file), 'utf8')) as Profile;
    const layers = timesOf(profile, layerIn);
    console.log(table('Part', 'µs a request', layers, count));
    if (charts !== undefined) draw(layers, count, charts);
    if (functions) console.log(`\n${table('Function', 'µs', timesOf(profile, nameIn), count)}`);
  });
}

type Naming = (path: readonly ProfileNode[]) => string;

const layerIn: Naming = (path) =>
  path.map(layerOf).find((layer) => layer !== undefined) ?? 'Node, and starting';

const nameIn: Naming = ([node]) => {
  const { functionName = '', url = '' } = node?.callFrame ?? {};
  return `${functionName || '(anonymous)'} ${url.replace(/.*\/(?:dist|node_modules)\//, '')}`;
};

/** Microseconds by name; the path is from the innermost function outwards. */
function timesOf({ nodes, samples, timeDeltas }: Profile, name: Naming): Map<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map<number, number>();
  for (const { id, children = [] } of nodes) for (const child of children) parents.set(child, id);
  const names = new Map<number, string>();
  const nameOf = (id: number): string => {
    const path: ProfileNode[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      path.push(byId.get(at) as ProfileNode);
    }
    return name(path);
  };
  const times = new Map<string, number>();
  samples.forEach((id, at) => {
    const known = names.get(id) ?? nameOf(id);
    names.set(id, known);
    times.set(known, (times.get(known) ?? 0) + (timeDeltas[at] ?? 0));
  });
  return times;
}

function table(
  name: string,
  unit: string,
  times: ReadonlyMap<string, number>,
  count: number,
): string {
  const lines = [...times]
    .filter(([part]) => !part.startsWith('idle') && !part.startsWith('(idle)'))
    .sort(([, a], [, b]) => b - a)
    .slice(0, 40)
    .map(([part, micros]) => `| ${part} | ${(micros / count).toFixed(1)} |`);
  return [`| ${name} | ${unit} |`, '|---|---|', ...lines].join('\n');
}

function draw(layers: ReadonlyMap<string, number>, count: number, folder: string): void {
  const bars = [...layers]
    .filter(([label]) => label !== 'idle')
    .map(([label, micros]) => ({ label, value: micros / count, isOurs: true }));
  const title = 'Where the time of a signed read goes';
  writeFileSync(join(folder, 'layers.svg'), barChart({ title, unit: ' µs', bars }));
}
