#!/usr/bin/env node
// Puts one half of what was recorded into a folder of the repository and the other half elsewhere, by a hash
// of each row's id, so that nobody chooses which. With one folder, all of it goes there.
//
//   node split.mjs RECORDED ONE-HALF [OTHER-HALF]
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [recorded, ...halves] = process.argv.slice(2);
const sources = Object.entries(
  JSON.parse(readFileSync(new URL('sources.json', import.meta.url), 'utf8')),
);
const isOther = ({ id }) => createHash('sha256').update(id).digest()[0] & 1;

for (const name of readdirSync(recorded).filter((one) => one.endsWith('.json'))) {
  const rows = JSON.parse(readFileSync(join(recorded, name), 'utf8')).map(withSource);
  for (const [at, folder] of halves.entries()) {
    mkdirSync(folder, { recursive: true });
    // One row is one paragraph, one header one line: small enough to read, and to compare.
    const text = rows
      .filter((row) => halves.length === 1 || isOther(row) === at)
      .map(print)
      .join(',\n');
    writeFileSync(join(folder, name), `[\n${text}\n]\n`);
  }
}

/** Where users report it, if the program itself does not say so. */
function withSource({ id, stack, what, source, ...rest }) {
  const found = source ?? sources.find(([pattern]) => new RegExp(pattern).test(id))?.[1];
  return { id, stack, what, ...(found === undefined ? {} : { source: found }), ...rest };
}

function print(row) {
  const parts = Object.entries(row).map(([key, value]) =>
    key === 'request'
      ? `  "request": ${request(value)}`
      : `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  return ` {\n${parts.join(',\n')}\n }`;
}

function request({ headers, ...rest }) {
  const parts = Object.entries(rest).map(
    ([key, value]) => `   ${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  const lines = headers.map((header) => `    ${JSON.stringify(header)}`);
  const at = parts.findIndex((part) => part.startsWith('   "body'));
  const all = [
    ...parts.slice(0, at < 0 ? undefined : at),
    `   "headers": [\n${lines.join(',\n')}\n   ]`,
    ...(at < 0 ? [] : parts.slice(at)),
  ];
  return `{\n${all.join(',\n')}\n  }`;
}
