import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';

let folder = '';

function write(name: string, rows: readonly (readonly (string | number)[])[]): void {
  writeFileSync(join(folder, name), gzipSync(`${rows.map((row) => row.join()).join('\n')}\n`));
}

/** Sessions as `abc`: one letter an item. */
function sessions(prefix: string, from: number, texts: readonly string[]): (string | number)[][] {
  return [
    ['sessionId', 'timestampMs', 'type', 'itemId'],
    ...texts.flatMap((text, s) =>
      [...text].map((item, k) => [`${prefix}${s}`, from + s * 10_000 + k * 100, 'view', item]),
    ),
  ];
}

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'decidable-bench-'));
  // a has the most clicks, then b; b follows a, and d follows c.
  write(
    'train_sessions.csv.gz',
    sessions(
      'tr',
      1e12,
      [...Array(30)].map((_, k) => (k % 3 === 0 ? 'cd' : 'aab')),
    ),
  );
  // x was never seen in training: it is left out, and with it the session of which one item is left.
  write('test_sessions.csv.gz', sessions('te', 2e12, ['ab', 'cxd', 'xa', 'dd']));
  write('items.csv.gz', [
    ['itemId', 'category'],
    ...[...'abcdxy'].map((item) => [item, 'ab'.includes(item) ? 'hats' : 'boots']),
  ]);
});
after(() => rmSync(folder, { recursive: true }));

function bench(...options: string[]): {
  readonly predictions: number;
  readonly steps: number;
  readonly models: Readonly<Record<string, Readonly<Record<string, number>>>>;
} {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'main.ts'), '--data', folder, '--json', ...options],
    { encoding: 'utf8' },
  );
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

describe('the ranking benchmark', () => {
  test('predicts each item after its prefix, of items that occur in training', () => {
    const { predictions, steps, models } = bench();
    assert.equal(predictions, 3);
    // ab, cxd, xa and dd have five steps, two of them to or from x, and one from x alone.
    assert.equal(steps, 5);
    assert.equal(models.popularity!.hr20OfSteps, 3 / 5);
    assert.ok(Math.abs(models.popularity!.mrr20OfSteps! - 1 / 5) < 1e-12);
    assert.deepEqual(Object.keys(models), [
      'mixture',
      'popularity',
      'sequential rules',
      'item-kNN',
      'V-SKNN',
      'VMIS-kNN',
    ]);
    // By popularity b is second, d fourth: c appears first.
    assert.equal(models.popularity!.mrr20, (1 / 2 + 1 / 4 + 1 / 4) / 3);
    assert.equal(models.popularity!.hr5, 1);
    // By item-kNN c follows d; then by popularity: a, b, d.
    assert.equal(models['item-kNN'].mrr20, (1 + 1 + 1 / 4) / 3);
    for (const field of [
      'hr5',
      'hr10',
      'hr20',
      'mrr5',
      'mrr10',
      'mrr20',
      'ndcg20',
      'coverage',
      'logLikelihood',
    ]) {
      assert.ok(Number.isFinite(models.mixture![field]), field);
    }
    for (const field of ['msP50', 'msP90', 'msP99', 'fitMs', 'bytes'])
      assert.ok(models.mixture![field] > 0, field);
    assert.equal(models.mixture!.hr5, 1);
  });

  test('ranks every item of the catalogue with --catalogue all', () => {
    const { predictions, models } = bench('--catalogue', 'all', '--only', 'mixture');
    assert.deepEqual(Object.keys(models), ['mixture']);
    assert.equal(predictions, 5);
  });

  test('merges repeats, and trains on the most recent sessions', () => {
    const all = bench('--only', 'popularity');
    const collapsed = bench('--only', 'popularity', '--collapse');
    assert.equal(collapsed.predictions, all.predictions - 1);
    // The last three sessions are aab, aab and cd by their end.
    assert.ok(bench('--only', 'sequential rules', '--train-limit', '3').models['sequential rules'].hr5! > 0);
  });

  test('ranks a catalogue of numeric category ids as one of names', () => {
    const { hr20, mrr20 } = bench('--only', 'mixture', '--ids', 'names').models.mixture;
    const numbers = bench('--only', 'mixture', '--ids', 'numbers').models.mixture;
    assert.deepEqual([numbers.hr20, numbers.mrr20], [hr20, mrr20]);
  });

  test('prints its usage when an option is unknown', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts')], {
      encoding: 'utf8',
    });
    assert.equal(status, 2);
    assert.match(stderr, /--data is missing/);
  });

  test('does without items.csv, and says what is missing otherwise', () => {
    const bare = mkdtempSync(join(tmpdir(), 'decidable-bench-bare-'));
    const run = (...options: string[]) =>
      spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), '--json', ...options], {
        encoding: 'utf8',
      });
    try {
      copyFileSync(join(folder, 'train_sessions.csv.gz'), join(bare, 'train_sessions.csv.gz'));
      const untested = run('--data', bare);
      assert.equal(untested.status, 2);
      assert.match(untested.stderr, /^There is no file .*test_sessions\.csv\.gz\./);
      copyFileSync(join(folder, 'test_sessions.csv.gz'), join(bare, 'test_sessions.csv.gz'));
      const itemless = run('--data', bare, '--only', 'mixture');
      assert.equal(itemless.status, 0, itemless.stderr);
      assert.equal(JSON.parse(itemless.stdout).predictions, 3);
    } finally {
      rmSync(bare, { recursive: true });
    }
    for (const [options, message] of [
      [['--data', join(folder, 'nowhere')], /^There is no folder .*nowhere\./],
      [['--data', folder, '--wat'], /^Unknown option '--wat'/],
      [['--data', folder, '--only', 'nonsense'], /^There is no method "nonsense"\./],
    ] as const) {
      const { status, stderr } = run(...options);
      assert.equal(status, 2);
      assert.match(stderr, message);
      assert.match(stderr, /npm run bench:ranking/);
    }
  });
});
