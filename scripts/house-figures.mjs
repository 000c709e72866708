// The figures of `npm run house` that are read from source text. Each says here what it counts; those with places print
// them, so that one sees what is meant. Comments and strings never count.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './build.mjs';

const support = (name) =>
  import(pathToFileURL(join(ROOT, 'dist', 'tests', 'support', `${name}.js`)).href);
const { functionsOf } = await support('functions');
const { lineAt, readSource } = await support('source-tree');
const { ENTRIES, unusedExports } = await support('exports');
const { FLOORS } = await support('house-picture');

const linesOf = ({ source }) => source.split('\n').length - 1;
const sum = (files) => files.reduce((total, file) => total + linesOf(file), 0);
const isGenerated = ({ path }) => path.includes('/generated/');
const below = (folder) => (file) => file.path.startsWith(`${folder}/`);

export function figuresOf(tree) {
  const filesIn = (folder) =>
    !existsSync(join(tree, folder))
      ? []
      : readdirSync(join(tree, folder), { withFileTypes: true, recursive: true })
          .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
          .map((entry) => relative(tree, join(entry.parentPath, entry.name)))
          .map((path) => readSource(path, readFileSync(join(tree, path), 'utf8')));
  const server = filesIn('server');
  const programs = [...server, ...['cli', 'client', 'bench'].flatMap(filesIn)];
  const tests = filesIn('tests');
  return {
    ...sizesOf(server),
    ...facesOf(server, programs),
    ...toolsOf(tree, tests),
    ...doubtsOf(server, [...programs, ...tests]),
  };
}

function sizesOf(server) {
  const written = server.filter((file) => !isGenerated(file));
  const lengths = written.map(linesOf).sort((one, other) => one - other);
  const widths = written.flatMap(({ source }) => source.split('\n').map(({ length }) => length));
  const functions = written.flatMap((file) => functionsOf(file).map(({ lines }) => lines));
  return {
    'lines of server': sum(server),
    '… of them generated': sum(server.filter(isGenerated)),
    '… of them explain and offline': sum(server.filter(({ path }) => EXPLAINING.test(path))),
    'files of server': server.length,
    'rooms of server': FLOORS.flatMap(({ rooms, steps }) =>
      steps.length > 0 ? steps.flat() : rooms,
    ).length,
    floors: FLOORS.length,
    '… and steps inside groups': FLOORS.flatMap(({ steps }) => steps).length,
    'median file': lengths[Math.floor(lengths.length / 2)],
    'largest file': lengths.at(-1),
    'longest line': Math.max(...widths),
    'longest function': Math.max(...functions),
  };
}

const EXPLAINING = /\/(?:explain|offline)\//;

/** What puts the rooms together and opens them. */
const COMPOSITION = /^server\/(?:sandbank|composition\/open-[\w-]+)\.ts$/;

/** Of our own and of Express. */
const ROUTER = /(?<!function )\b(?:createRouter|Router)\(/g;
const RENDERED = /(?<!function )\brenderError\(/g;
/** What begins or ends an answer on the wire, be it of Node, of Express or of a bare socket. */
const SENT =
  /\b(?:response|res|socket)\s*(?:\.\s*\w+\((?:[^()]|\([^()]*\))*\)\s*)*\.\s*(?:send|end|json|redirect|sendFile|sendStatus|writeHead|pipe)\s*\(/g;
/** A call of the reader of bodies, or something else that reads one. */
const BODY =
  /(?<!function )\breadBody\(\s*\w|\bexpress\.(?:json|raw|text|urlencoded)\(|\bof (?:request|req|incoming)\)/g;
/** In the room of HTTP: the reader itself. */
const CHUNKS = /\brequest\.on\(\s*' +'\s*,\s*\(chunk/g;
/** Calls of what client/ signs with. Where something is sent too, it is a TPP. */
const SIGNED = /(?<!function )\b(?:signRequest|createSigningFetch|createSigner)\(/g;
const ASKED = /\b(?:fetch|request|connect|createConnection|createSigningFetch)\(/;

/** What is written to PostgreSQL is no answer. */
const isFacing = (file) => !below('server/storage')(file);

/** The side that faces the world: how many doors, senders, readers and clients there are. */
function facesOf(server, programs) {
  const face = server.filter((file) => below('server/http')(file) || COMPOSITION.test(file.path));
  const readers = places(server, BODY);
  return {
    'lines of http, console, composition': sum(face),
    'files of http, console, composition': face.length,
    routers: places(server, ROUTER),
    senders: filesWith(server.filter(isFacing), SENT),
    'renderError(': places(server, RENDERED),
    'body readers': readers,
    '… that read it themselves': places(server, CHUNKS),
    TPPs: filesWith(
      programs.filter(({ path, bare }) => path !== 'client/sign.ts' && ASKED.test(bare)),
      SIGNED,
    ),
    "uses of 'reply', 'status' or 'kind' in": server.flatMap(
      ({ code }) => code.match(/'(?:reply|status|kind)' in /g) ?? [],
    ).length,
    'places that name the order of checks': server.filter(ordersChecks).map(({ path }) => path),
  };
}

/** `path:line` of every match. */
const places = (files, pattern) =>
  files.flatMap(({ path, bare }) =>
    [...bare.matchAll(pattern)].map(({ index }) => `${path}:${lineAt(bare, index)}`),
  );

/** The files that hold a match, and the lines. */
function filesWith(files, pattern) {
  const found = {};
  for (const place of places(files, pattern)) {
    const [path, line] = place.split(':');
    found[path] = [...(found[path] ?? []), line];
  }
  return Object.entries(found).map(([path, lines]) => `${path}:${lines.join()}`);
}

/** Three or more of the signature's checks, by name or by call. */
const CHECKS =
  /\b(?:readSignatureHeader|checkKeyId|checkDate|checkDigest|checkAlgorithm|checkSignedHeaders|checkSignatureValue|checkValidity)\(/g;
const NAMES = /^(?:certificate|signature syntax|keyId|signed headers|validity|required headers)$/;

function ordersChecks({ bare, strings }) {
  const called = new Set(bare.match(CHECKS)).size;
  const named = new Set(strings.map(({ text }) => text).filter((text) => NAMES.test(text))).size;
  return called >= 4 || named >= 5;
}

/** Files of code in any language, not what was recorded or is data. */
const CODE = /\.(?:ts|mts|cts|js|mjs|cjs|py|go|java|cs|php|rb|pl|sh)$/;

function toolsOf(tree, tests) {
  const listed = spawnSync('git', ['ls-files', '-z', 'tests', 'bench', 'scripts'], {
    cwd: tree,
    encoding: 'utf8',
  });
  const paths = listed.stdout.split('\0').filter((path) => CODE.test(path));
  const files = paths
    .filter((path) => existsSync(join(tree, path)))
    .map((path) => ({ path, source: readFileSync(join(tree, path), 'utf8') }));
  const of = (folder) => sum(files.filter(below(folder)));
  return {
    'lines of tools and tests': sum(files),
    '… of tests': of('tests'),
    '… of scripts': of('scripts'),
    '… of bench': of('bench'),
    'files of tests': tests.length,
    'files of scripts and bench': files.filter((file) => !below('tests')(file)).length,
  };
}

/** What may be said twice, more densely than it reads well, or to nobody. */
function doubtsOf(server, importers) {
  const written = server.filter((file) => !isGenerated(file));
  const unused = unusedExports(written, importers, (path) => ENTRIES.has(path));
  const of = (kind) =>
    unused
      .filter((one) => one.kind === kind)
      .map(({ path, line, name }) => `${path}:${line} ${name}`);
  return {
    'six equal lines, places': equalLines(written),
    spreads: places(written, /(?<=[{[(,]\s*)\.\.\.(?=[\w({[])/g).length,
    '… of an object written there': places(written, /\.\.\.\{/g).length,
    'exported types that nobody imports': of('type'),
    'exported values that nobody imports': of('value'),
  };
}

const SIX = 6;

/** Runs of six lines or more that stand in two places: without imports, comments, and lines of brackets alone. */
function equalLines(files) {
  const windows = new Map();
  for (const { path, code } of files) {
    const lines = code
      .replace(/^import [^;]*;/gm, (text) => text.replace(/[^\n]/g, ''))
      .split('\n')
      .map((text, at) => ({ text: text.trim(), line: at + 1 }))
      .filter(({ text }) => /\w/.test(text));
    for (let at = 0; at + SIX <= lines.length; at++) {
      const text = lines.slice(at, at + SIX).map((one) => one.text);
      const key = text.join('\n');
      windows.set(key, [...(windows.get(key) ?? []), { path, at, line: lines[at].line }]);
    }
  }
  const pairs = [...windows.values()].flatMap(([first, ...others]) =>
    others.map((other) => [first, other]),
  );
  const keyOf = ([one, other], by = 0) =>
    `${one.path} ${one.at - by} ${other.path} ${other.at - by}`;
  const known = new Set(pairs.map((pair) => keyOf(pair)));
  // The later windows of a longer run are the same places.
  return pairs
    .filter((pair) => !known.has(keyOf(pair, 1)))
    .map(([one, other]) => `${one.path}:${one.line} ~ ${other.path}:${other.line}`);
}
