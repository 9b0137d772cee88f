import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

const root = join(import.meta.dirname, '..');

/** Each with whether the linter refuses it. */
const PROBES: readonly (readonly [line: string, isRefused: boolean])[] = [
  ['work();', true],
  ['later(() => work()).then(() => done());', true],
  ['work().finally(done);', true],
  ['[1, 2].map(() => work());', true],
  ['work().catch(done);', false],
  ['await work();', false],
  ["test('a claim', () => work());", false],
];
const BEFORE = `import { test } from 'node:test';
const work = async () => 1;
const later = <T>(call: () => T) => call();
const done = () => console.log(test, later);
`;

let folder = '';
let report = '';
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'decidable-lint-'));
  for (const file of ['.oxlintrc.json', 'tsconfig.json']) cpSync(join(root, file), join(folder, file));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  // In a folder that the settings of the compiler include.
  mkdirSync(join(folder, 'scripts'));
  for (const [n, [line]] of PROBES.entries())
    writeFileSync(join(folder, `scripts/probe-${n}.ts`), `${BEFORE}${line}\nexport {};\n`);
  const run = spawnSync(
    join(root, 'node_modules/.bin/oxlint'),
    ['--type-aware', '--format=unix', 'scripts'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  report = run.stdout + run.stderr;
});
after(() => rmSync(folder, { recursive: true, force: true }));

for (const [n, [line, isRefused]] of PROBES.entries()) {
  test(`the linter ${isRefused ? 'refuses' : 'allows'} ${line}`, () => {
    const said = report.split('\n').filter((each) => each.includes(`probe-${n}.ts`));
    assert.equal(
      said.length > 0 && said.every((each) => each.includes('no-floating-promises')),
      isRefused,
      report,
    );
  });
}
