// Where the time of a signed read and of a signed payment goes: a processor profile of the server, each sample counted for the part of
// the house whose function is the innermost. Node's own work on behalf of a part counts for that part, except
// for HTTP and sockets.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { barChart } from './chart.ts';
import { CONNECTIONS, drive } from './load/drive.ts';
import { openTpp } from './load/tpp.ts';
import { payment } from './rows/writes.ts';
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
  // What Node has in C++ has no file.
  ['RSA', /^(?:run|SignJob) $|verifyOneShot/],
  ['send to the kernel', /^(?:writev|writeUtf8String|writeLatin1String|writeBuffer) $/],
  ['verify', /dist\/server\/signing\//],
  ['record', /dist\/server\/insight\/|record-request|node_modules\/(?:pino|sonic-boom)/],
  ['validate', /dist\/server\/validation\/|content-checks|node_modules\/ajv/],
  ['store', /dist\/server\/storage\//],
  ['decide', /dist\/server\/(?:bank|checks|kernel)\//],
  ['render', /http\/send/],
  ["Node's HTTP", /node:_http|node:net|node:internal\/(?:stream|timers)/],
  ['receive and route', /dist\/server\//],
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
  for (const [load, count] of [
    ['read', 30_000],
    ['payment', 10_000],
  ] as const) {
    const profile = await profileOf(load, count);
    const layers = timesOf(profile, layerIn);
    console.log(`\n${table(`Part of a signed ${load}`, 'µs', layers, count)}`);
    if (charts !== undefined && load === 'read') draw(layers, count, charts);
    if (functions) console.log(`\n${table('Function', 'µs', timesOf(profile, nameIn), count)}`);
  }
}

/** Sends so many, a part at a time: a Date is good for a minute. */
function profileOf(load: 'read' | 'payment', count: number): Promise<Profile> {
  return inFolder(async (folder) => {
    const [data, profiles] = [join(folder, 'data'), join(folder, 'profiles')];
    mkdirSync(profiles);
    const bank = await start(profiled(data, profiles));
    const tpp = await openTpp(`http://127.0.0.1:${bank.port}`);
    const path = '/v1/payments/sepa-credit-transfers';
    const pay = (number: number) =>
      tpp.signed({ method: 'POST', path, headers: tpp.psu, body: payment(number) });
    for (let sent = 0; sent < count; sent += PART) {
      const requests =
        load === 'read' ? tpp.reads(PART) : Array.from({ length: PART }, (_, at) => pay(sent + at));
      const isRight = (status: number) => status === (load === 'read' ? 200 : 201);
      await drive({ port: bank.port, requests, connections: CONNECTIONS, count: PART, isRight });
    }
    await bank.stop();
    const [file = ''] = readdirSync(profiles);
    return JSON.parse(readFileSync(join(profiles, file), 'utf8')) as Profile;
  });
}

const PART = 1_000;

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
