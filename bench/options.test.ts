import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const run = (script: string, ...options: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, script), ...options], { encoding: 'utf8' });

for (const [script, command] of [
  ['audit/main.ts', 'npm run bench:audit'],
  ['ranking/main.ts', 'npm run bench:ranking'],
  ['ranking/speed.ts', 'node bench/ranking/speed.ts'],
  ['service/main.ts', 'npm run bench:service'],
  ['service/shops/shops.ts', 'npm run bench:shops'],
  ['service/turns/turns.ts', 'npm run bench:turns'],
] as const) {
  describe(`bench/${script}`, () => {
    it('says how it is called', () => {
      const { status, stdout, stderr } = run(script, '--help');
      assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
      assert.ok(stdout.startsWith(command), stdout);
    });

    it('refuses an option that there is none of, with how it is called', () => {
      const { status, stdout, stderr } = run(script, '--wat');
      assert.deepEqual({ status, stdout }, { status: 2, stdout: '' });
      assert.match(stderr, /^Unknown option '--wat'/);
      assert.ok(stderr.includes(`\n\n${command}`), stderr);
    });
  });
}

it('a number that is none is refused', () => {
  for (const [script, option] of [
    ['service/shops/shops.ts', '--shops'],
    ['service/turns/turns.ts', '--rounds'],
    ['service/main.ts', '--seconds'],
    ['ranking/speed.ts', '--runs'],
  ] as const) {
    const { status, stderr } = run(script, option, '0.5');
    assert.equal(status, 2);
    assert.match(stderr, new RegExp(`^${option} is a whole number`));
  }
});

it('an export is found by its name where no catalogue is called so', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'exports-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const own of ['catalogues', 'exports']) {
    mkdirSync(join(folder, own));
    writeFileSync(join(folder, own, `${own}.csv`), 'id,colour\n1,red\n2,blue\n3,\n');
  }
  const { status, stdout, stderr } = run(
    'audit/main.ts',
    ...['--data', folder, '--only', 'exports', '--part', 'laws', '--json'],
  );
  assert.equal(status, 0, stderr);
  assert.deepEqual(
    JSON.parse(stdout).laws.map(({ file }: { file: string }) => file),
    ['exports'],
  );
});
