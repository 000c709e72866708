// The first minute: `npm ci` prints no warning. What would make it warn stands in the lock file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from './support/source-tree.ts';

interface Locked {
  readonly hasInstallScript?: boolean;
  readonly engines?: { readonly node?: string };
}

const read = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
const { engines, allowScripts } = read('package.json');
const locked = Object.entries<Locked>(read('package-lock.json').packages);
const [leastMajor = 0, leastMinor = 0] = numbersIn(engines.node);

function numbersIn(range: string): readonly number[] {
  return (range.match(/\d+/g) ?? []).map(Number);
}

/** Whether the oldest Node that this package allows is in the range. */
const allowsLeast = (range: string): boolean =>
  range.split('||').some((part) => {
    const [major = leastMajor, minor = 0] = numbersIn(part);
    const isOlder = major < leastMajor && part.includes('>');
    return isOlder || (major === leastMajor && minor <= leastMinor);
  });

test('no dependency wants a newer Node than this package', () => {
  const newer = locked.filter(([, { engines: own }]) => !allowsLeast(own?.node ?? '*'));
  expect(newer.map(([path, { engines: own }]) => [path, own?.node])).toEqual([]);
});

test('each install script is allowed or denied', () => {
  const scripts = locked.flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? [path.replace(/^.*node_modules\//, '')] : [],
  );
  expect(scripts.toSorted()).toEqual(Object.keys(allowScripts).toSorted());
});

test('what an image is built from is named by digest', () => {
  const text = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  const bases = [...text.matchAll(/^FROM (\S+)(?: AS (\w+))?$/gm)].map(([, from, as]) => ({
    from,
    as,
  }));
  const own = bases.map(({ as }) => as);
  const foreign = bases.flatMap(({ from = '' }) => (own.includes(from) ? [] : from));
  expect(foreign).toEqual([
    expect.stringMatching(/^node:24\.\d+\.\d+-\w+-slim@sha256:[\da-f]{64}$/),
  ]);
});
