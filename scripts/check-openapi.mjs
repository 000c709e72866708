// `npm run check:openapi`: the OpenAPI documents, in the hands of the tools that people use. Both are linted by
// Redocly and Spectral with their recommended rules; two makers of TypeScript clients and one of Java clients
// make a client, which compiles and completes consent, read and payment with a signing hook. The tools are
// large, so they are installed into a temporary folder, in the versions of scripts/clients/package.json.
import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, PROGRAM, ROOT } from './build.mjs';
import { install, inToolFolder, tool as programIn, run as runIn } from './tools.mjs';

await ensureBuilt(PROGRAM);
const { createSandbank } = await import('../dist/server/sandbank.js');
const bank = await createSandbank({ settlementDelay: 0 });
let work = '';
await inToolFolder('clients', async (folder) => {
  work = folder;
  await install(work);
  symlinkSync(ROOT, join(work, 'node_modules', 'sandbank'));
  await lint();
  await typescriptClients();
  await javaClient();
}).finally(() => bank.close());

async function lint() {
  for (const [name, path] of [
    ['api', '/openapi'],
    ['control', '/_sandbox/openapi'],
  ]) {
    for (const form of ['json', 'yaml']) {
      const answer = await fetch(`${bank.url}${path}.${form}`);
      writeFileSync(join(work, `${name}.${form}`), await answer.text());
    }
  }
  writeFileSync(join(work, 'spectral.json'), '{"extends": ["spectral:oas"]}');
  for (const name of ['api.json', 'api.yaml', 'control.json', 'control.yaml']) {
    const redocly = await run(tool('redocly'), 'lint', name, '--extends', 'recommended');
    // It exits with 0 when there are only warnings.
    if (/\d+ warning/.test(redocly)) throw new Error(redocly);
    const spectral = ['--ruleset', 'spectral.json', '--fail-severity', 'hint'];
    await run(tool('spectral'), 'lint', name, ...spectral);
    console.log(`${name}: no error and no warning from Redocly and Spectral`);
  }
}

async function typescriptClients() {
  for (const name of ['api', 'control']) {
    const types = join('generated', `${name}.d.ts`);
    await run(tool('openapi-typescript'), `${name}.json`, '--output', types);
    await run(tool('openapi-ts'), '--input', `${name}.json`, '--output', `hey-${name}`, '--silent');
  }
  await run(tool('tsc'), '--project', '.');
  for (const journey of ['openapi-fetch', 'hey-api']) {
    const path = join('out', `journey-${journey}.js`);
    settled(journey, await run(process.execPath, path, bankOf(journey)));
  }
}

/**
 * The last OpenAPI Generator whose npm package has the program itself; later ones download it from Maven. It
 * is for OpenAPI 3.0, so the document is rewritten for it.
 */
async function javaClient() {
  if (spawnSync('javac', ['--version']).error !== undefined) {
    if (process.env.CI === 'true') throw new Error('No javac: install a JDK of Java 17.');
    console.log('java: there is no javac here, so the Java client was not made');
    return;
  }
  await run(tool('openapi-down-convert'), '--input', 'api.json', '--output', 'api-3.0.json');
  const document = JSON.parse(readFileSync(join(work, 'api-3.0.json'), 'utf8'));
  forJava(document.components.schemas);
  writeFileSync(join(work, 'api-3.0.json'), JSON.stringify(document));
  const jar = 'node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar';
  const packages = ['invokerPackage=bank.client', 'apiPackage=bank.client.api'];
  const models = 'modelPackage=bank.client.model';
  const options = ['openApiNullable=false', 'dateLibrary=java8', ...packages, models].join(',');
  const to = [
    '-g',
    'java',
    '--library',
    'native',
    '-o',
    'java',
    '--additional-properties',
    options,
  ];
  await run('java', '-jar', jar, 'generate', '-i', 'api-3.0.json', ...to);
  const sources = ['-sourcepath', join('java', 'src', 'main', 'java'), 'Journey.java'];
  // The program has the libraries of its clients in it.
  await run('javac', '-Xlint:all,-serial', '-Werror', '-cp', jar, '-d', 'classes', ...sources);
  const issued = await fetch(`${bank.url}/_sandbox/certificates`, { method: 'POST' });
  const { certificateBase64, privateKey, keyId } = await issued.json();
  const key = privateKey.replaceAll(/-----[^-]+-----|\s/g, '');
  const program = ['-cp', `classes:${jar}`, 'Journey'];
  settled('java', await run('java', ...program, bankOf('java'), certificateBase64, key, keyId));
}

/** What the maker of 2020 cannot read: values of several types. */
function forJava(node) {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node.anyOf)) {
    const [first] = node.anyOf;
    // Others only say which members there must be.
    if ('$ref' in first) Object.assign(node, first);
    delete node.anyOf;
  }
  if (Array.isArray(node.type)) delete node.type;
  if (Array.isArray(node.enum) && node.type === undefined) delete node.enum;
  for (const member of Object.values(node)) forJava(member);
}

function settled(client, output) {
  const status = output.trim().split('\n').at(-1);
  if (status !== 'ACSC') throw new Error(`${client}: the payment is ${status}`);
  console.log(`${client}: consent, read and payment, which is ${status}`);
}

/** Each client has a bank of its own. */
function bankOf(client) {
  return `${bank.url}/banks/${client}`;
}

function tool(name) {
  return programIn(work, name);
}

async function run(program, ...args) {
  const { stdout, stderr } = await runIn({ cwd: work }, program, ...args);
  return stdout + stderr;
}
