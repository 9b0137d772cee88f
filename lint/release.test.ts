import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkVersion, manifestOfVersion, releasedChangelog } from '../scripts/release/versions.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

test('the changelog of the repository can be released, and the date stands where "unreleased" stood', () => {
  const changelog = read('CHANGELOG.md');
  const released = releasedChangelog(changelog, '7.8.9', '2026-01-31');
  assert.match(released, /^## 7\.8\.9 \(2026-01-31\)$/m);
  assert.equal(released.split('\n').length, changelog.split('\n').length);
  assert.throws(() => releasedChangelog(released, '7.9.0', '2026-02-01'), /nothing to release/);
});

test('a release has a version above the current one; the first may have the current one', () => {
  for (const version of ['0.1.1', '0.2.0', '1.0.0', '0.10.0']) checkVersion(version, '0.1.0', false);
  checkVersion('0.1.0', '0.1.0', true);
  for (const [version, current] of [
    ['0.1.0', '0.1.0'],
    ['0.1.9', '0.2.0'],
    ['0.9.0', '0.10.0'],
  ] as const) {
    assert.throws(() => checkVersion(version, current, false), /not above/);
  }
  for (const version of ['', '1.0', 'v1.0.0', '1.0.0-beta', '01.0.0']) {
    assert.throws(() => checkVersion(version, '0.1.0', true), /is no version/);
  }
});

test('a version reaches a package and what it needs of the release, and nothing else', () => {
  const cli = read('packages/cli/package.json');
  const changed = JSON.parse(manifestOfVersion(cli, '7.8.9', new Set(['decidable', '@decidable/server'])));
  const { dependencies, version, ...rest } = changed;
  assert.deepEqual([version, dependencies['@decidable/server']], ['7.8.9', '7.8.9']);
  const { dependencies: before, version: _, ...unchanged } = JSON.parse(cli);
  assert.deepEqual(rest, unchanged);
  assert.deepEqual({ ...dependencies, '@decidable/server': before['@decidable/server'] }, before);
});

test('the client for Python has the version of the packages', () => {
  const { version } = JSON.parse(read('packages/cli/package.json'));
  const [, own] =
    /^__version__ = "(.*)"$/m.exec(read('packages/python/src/decidable/generated/version.py')) ?? [];
  assert.equal(own, version);
});

test('manifests are written as the formatter writes them', () => {
  for (const name of ['cli', 'server', 'engine', 'sdk']) {
    const text = read(`packages/${name}/package.json`);
    assert.equal(manifestOfVersion(text, '0.1.0', new Set()), text, name);
  }
});

test('a release that fails says how to undo what it has changed', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'decidable-release-'));
  context.after(() => rmSync(folder, { recursive: true }));
  cpSync(new URL('../scripts', import.meta.url), join(folder, 'scripts'), { recursive: true });
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const name of ['cli', 'contract'])
    write(`packages/${name}/package.json`, `{ "name": "@decidable/${name}", "version": "0.1.0" }\n`);
  write('bench/package.json', '{ "name": "@decidable/bench" }\n');
  write('package.json', '{ "type": "module" }\n');
  write('CHANGELOG.md', '# Changelog\n\n## 0.2.0 (unreleased)\n\n## 0.1.0 (2026-01-31)\n');
  const shell = (command: string) => execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
  write('bin/.gitignore', '*\n');
  symlinkSync(shell('command -v git').trim(), join(folder, 'bin/git'));
  shell('git init -q && git add . && git -c user.name=a -c user.email=a@example.org commit -qm a');

  // It finds no npm: the first step behind the versions of the manifests fails.
  const { status, stderr } = spawnSync(process.execPath, ['scripts/release/release.ts', '0.2.0'], {
    cwd: folder,
    env: { PATH: join(folder, 'bin') },
    encoding: 'utf8',
  });

  assert.notEqual(status, 0);
  assert.match(shell('git status --porcelain'), /M packages\/cli\/package\.json/);
  write('packages/contract/released/0.2.0/openapi.json', '{}');
  const undo = /^ {2}(git .*)$/m.exec(stderr)?.[1];
  assert.ok(undo, stderr);
  shell(undo);
  assert.equal(shell('git status --porcelain'), '');
});
