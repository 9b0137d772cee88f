import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

interface Locked {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly version?: string;
        readonly os?: string | readonly string[];
        readonly cpu?: string | readonly string[];
        readonly optionalDependencies?: Readonly<Record<string, string>>;
      }
    >
  >;
}

const read = (file: string) => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));
const { packages } = read('package-lock.json') as Locked;
const { optionalDependencies } = read('packages/cli/package.json') as {
  readonly optionalDependencies: Readonly<Record<string, string>>;
};
const platforms = Object.keys(optionalDependencies);

test('the Node.js that npm brings is the same version on every platform: in the lock file, and as the package asks for it', () => {
  const [one, ...others] = new Set(platforms.map((name) => packages[`node_modules/${name}`]?.version));
  assert.match(String(one), /^\d+\.\d+\.\d+$/);
  assert.deepEqual(others, []);
  assert.deepEqual([...new Set(Object.values(optionalDependencies))], [one]);
  assert.deepEqual(packages['packages/cli'].optionalDependencies, optionalDependencies);
});

test('the launcher knows the package of each platform', () => {
  const launcher = readFileSync(new URL('../packages/cli/bin/decidable.js', import.meta.url), 'utf8');
  for (const name of platforms) {
    const { os, cpu } = packages[`node_modules/${name}`];
    assert.ok(launcher.includes(`'${[os].flat()} ${[cpu].flat()}': '${name}'`), name);
  }
});
