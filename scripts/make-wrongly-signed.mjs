#!/usr/bin/env node
// Makes tests/fixtures/wrongly-signed.json: requests signed the wrong way, as developers of third
// parties send them, and what an explanation must name (SIG-15). Made by openssl and curl in a shell,
// Java, Python, Perl and plain node:crypto, never by this project's own code, so that the corpus can
// prove it wrong. Keys live in a temporary folder and are thrown away.
//
//   node scripts/make-wrongly-signed.mjs        needs openssl 3, curl, jq, java 17, python3, perl
//
// expect: null: a right request (a control of the maker) · {mistakes: [..]}: one reading, these names ·
// {either: [..]}: the bytes fit several, all must be named · {anyOf: [..]}: names of one thing, each
// reading must be among them · {mistakes: []}: nobody can tell · {mistakes: null, wish: [..]}: not asked for.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeCertificates } from './wrongly-signed/certificates.mjs';
import { NAMES, wordsFor } from './wrongly-signed/words.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const MAKERS_FOLDER = join(HERE, 'wrongly-signed');
const FIXTURE = join(HERE, '../tests/fixtures/wrongly-signed.json');
const NOW = '2026-11-03T09:05:07.000Z';
const KNOWN = ['second', 'big'];

const work = mkdtempSync(join(tmpdir(), 'wrongly-signed-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
const { base64 } = makeCertificates(work);

const NODE = [
  'strings',
  'targets',
  'addresses',
  'signing',
  'key-ids',
  'pairs',
  'bodies',
  'unexplained',
];
const MAKERS = [
  ['java', ['-cp', work, 'WronglySigned']],
  ['python3', ['-B', 'python.py']],
  ['perl', ['perl.pl']],
  ...NODE.map((name) => ['node', [`${name}.mjs`]]),
];

const options = { cwd: MAKERS_FOLDER, maxBuffer: 1e8 };
execFileSync('javac', ['-d', work, 'JavaClient.java', 'WronglySigned.java'], options);
const made = MAKERS.flatMap(([command, args]) =>
  JSON.parse(execFileSync(command, [...args, work], options).toString('utf8')),
);
const all = [...made, ...(await sentByCurl())].map(finish);
check(all);
write(all);

/** Runs the shell script against a server that records what curl sends. */
async function sentByCurl() {
  const entries = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    entries.push(captured(request, body));
    response.end();
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const env = { ...process.env, CAPTURE: `http://127.0.0.1:${server.address().port}` };
  await promisify(execFile)('bash', [join(MAKERS_FOLDER, 'shell.sh'), work], { env });
  server.close();
  return entries;
}

function captured({ method, url: target, rawHeaders }, body) {
  const pairs = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [[name, rawHeaders[i + 1]]] : []));
  const about = pairs.find(([name]) => name === 'X-Corpus')[1];
  const [title, refusedBy, expect, says, note] = Buffer.from(about, 'latin1').toString().split('|');
  return {
    title,
    madeWith: 'openssl and curl in bash',
    method,
    target,
    headers: pairs.filter(([name]) => name !== 'X-Corpus'),
    body: body.toString('base64'),
    refusedBy: refusedBy === '' ? null : refusedBy,
    expect: JSON.parse(expect),
    says: JSON.parse(says),
    note,
  };
}

/** The entry as stored: certificates by name, with the words that the answer must contain. */
function finish({ title, madeWith, method, target, headers, body, refusedBy, expect, says, note }) {
  const name = ['tpp', 'big', 'digits'].find((each) => headers.some(([, v]) => v === base64(each)));
  const stored = headers.map(([n, v]) => (name && v === base64(name) ? [n, `<${name}>`] : [n, v]));
  const request = { method, target, headers: stored, bodyBase64: body };
  if (expect === null) return { title, madeWith, request, expect };
  return { title, madeWith, request, refusedBy, expect, says: wordsFor({ expect, says }), note };
}

function check(entries) {
  const titles = entries.map(({ title, madeWith }) => `${madeWith}: ${title}`);
  const twice = titles.filter((title, i) => titles.indexOf(title) < i);
  const named = new Set(
    entries.flatMap(({ expect }) => [
      ...(expect?.mistakes ?? []),
      ...[...(expect?.either ?? []), ...(expect?.anyOf ?? [])].flat(),
    ]),
  );
  const lacking = NAMES.filter((name) => !named.has(name));
  const strange = [...named].filter((name) => !NAMES.includes(name));
  if (twice.length + lacking.length + strange.length === 0) return;
  throw new Error(`twice: ${twice}; not covered: ${lacking}; no such mistake: ${strange}`);
}

function write(entries) {
  const about =
    'Requests signed the wrong way, made by openssl and curl, Java, Python, Perl and node:crypto, never by this project; the keys are gone. ' +
    '`now` is the wall clock; <name> in a header stands for that certificate; header values are the bytes on the wire, one character (ISO-8859-1) per byte. ' +
    'What `expect` means is said in scripts/make-wrongly-signed.mjs, which makes this file.';
  const certificates = Object.fromEntries(
    ['tpp', 'big', 'digits', ...KNOWN].map((name) => [name, base64(name)]),
  );
  const head = { about, now: NOW, certificates, knownCertificates: KNOWN };
  const lines = entries.map((entry) => JSON.stringify(entry)).join(',\n');
  const text = `${JSON.stringify(head, null, 1).replace(/\n}$/, '')},\n "entries": [\n${lines}\n]}\n`;
  if (/PRIVATE/.test(text)) throw new Error('a private key has got into the fixture');
  writeFileSync(FIXTURE, text);
  const count = (wanted) => entries.filter(({ expect }) => wanted(expect)).length;
  process.stdout.write(
    `${entries.length} requests: ${count((e) => e === null)} right, ${count((e) => e?.mistakes === null)} not asked for, ` +
      `${count((e) => e?.mistakes?.length === 0)} that nobody can explain, ${count((e) => e?.either || e?.anyOf)} with several names, ` +
      `${count((e) => e?.mistakes?.length === 2)} wrong in two ways\n`,
  );
}
