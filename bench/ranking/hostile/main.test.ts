import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { chance } from '../../audit/chance.ts';
import type { SetReport } from './report.ts';

let folder = '';

const run = (...options: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...options], { encoding: 'utf8' });

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'decidable-hostile-'));
  const random = chance(5);
  for (const [name, count] of [
    ['train', 400],
    ['test', 40],
  ] as const) {
    const rows = Array.from({ length: count }, (_, s) =>
      Array.from({ length: 4 }, (_, k) =>
        // Products of the lower numbers are the popular ones.
        [
          `${name}${s}`,
          1.7e12 + s * 600_000 + k * 50_000,
          'view',
          `p${Math.floor(60 * random() ** 2)}`,
        ].join(),
      ),
    ).flat();
    rows.unshift(`t,${1.7e12},view,p59`);
    const lines = ['sessionId,timestampMs,type,itemId', ...rows];
    writeFileSync(join(folder, `${name}_sessions.csv.gz`), gzipSync(lines.join('\n')));
  }
});
after(() => rmSync(folder, { recursive: true }));

describe('the simulation of hostile visits', () => {
  test('prints how far products rise with and without the defence, and what that costs', () => {
    const args = ['--data', folder, '--json', '--targets', '2', '--lists', '20', '--shares', '20'];
    const { stdout, stderr, status } = run(...args);
    assert.equal(status, 0, stderr);
    const [report] = JSON.parse(stdout) as SetReport[];
    assert.equal(report.honest, 401);
    assert.deepEqual(
      report.outcomes.map(({ label }) => label),
      ['20 requests', '20.0 %: 80 visits'],
    );
    const { strategies, shoppers } = report.outcomes[1];
    assert.deepEqual(Object.keys(strategies), ['flood', 'drip', 'many addresses', 'backdated', 'copied']);
    assert.equal(Object.keys(shoppers).length, 3);
    const { undefended, defended, admitted } = strategies.flood;
    assert.ok(undefended.mean > 0 && undefended.shown > defended.shown);
    assert.equal(admitted, 0);
    assert.equal(defended.mean, 0);
    assert.ok(Number.isFinite(report.cost?.hr20.error));
    assert.equal(run(...args).stdout, stdout, 'the same seed gives the same figures');
  });

  test('prints tables, of one strategy where that is asked for', () => {
    const { stdout, status } = run('--data', folder, '--quick', '--strategy', 'copied', '--lists', '5');
    assert.equal(status, 0);
    assert.match(stdout, /^1\.0 %: 4 visits/m);
    assert.match(stdout, /^20\.0 %: 80 visits/m);
    assert.match(stdout, /^copied /m);
    assert.doesNotMatch(stdout, /^flood /m);
  });

  test('prints its usage when an option is wrong', () => {
    for (const [options, message] of [
      [[], /^--data is missing/],
      [['--data', folder, '--wat'], /^Unknown option '--wat'/],
      [['--data', folder, '--shares', '1,x'], /^--shares are percentages/],
      [['--data', folder, '--shares', '0'], /^--shares are percentages/],
      [['--data', folder, '--shares', '101'], /^--shares are percentages/],
      [['--data', folder, '--strategy', 'nonsense'], /^There is no strategy "nonsense"/],
      [['--data', folder, '--targets', '0'], /^--targets is a whole number/],
      [['--data', folder, '--seed', 'x'], /^--seed is a whole number/],
      [['--data', join(folder, 'nowhere')], /^There is no folder/],
    ] as const) {
      const { status, stderr } = run(...options);
      assert.equal(status, 2, stderr);
      assert.match(stderr, message);
      assert.match(stderr, /npm run bench:hostile/);
    }
  });
});
