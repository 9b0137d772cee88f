import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { type VerifyResult, verify } from '@decidable/engine/audit';
import { interpretTogether, readTable } from '@decidable/engine/catalogue';
import { verifyPage } from '@decidable/report/html';
import { comparisonInList } from '@decidable/report/wording';
import fc from 'fast-check';
import { decidable } from '../testing/command.ts';
import { paintIf } from './paint.ts';
import { verifyReport } from './verify-report.ts';

/** Sixty shirts with a mood, of which so many have the colour recorded that mostly goes with it. */
const shirts = (coloured: number): string =>
  `id,size,mood,colour\n${Array.from(
    { length: 60 },
    (_, at) =>
      `s-${at},${['S', 'M', 'L', 'XL'][at % 4]},${['warm', 'cold', 'calm'][at % 3]},${at < coloured ? ['red', 'green', 'blue'][(at + Number(at % 9 === 0)) % 3] : ''}`,
  ).join('\n')}\n`;

const [before, after] = [shirts(40), shirts(60)];
const result = verify(...interpretTogether(readTable(before), readTable(after)), {
  repairs: [{ attribute: 'colour' }],
});

const flat = (text: string): string => text.replace(/<[^>]*>/g, ' ').replace(/[\s█░▏▎▍▌▋▊▉]+/gu, ' ');

const terminalOf = (compared: VerifyResult): string =>
  flat(
    verifyReport(compared, {
      before: 'before.csv',
      after: 'after.csv',
      columns: 100,
      paint: paintIf(false),
      all: true,
    }).join('\n'),
  );
const pageOf = (compared: VerifyResult): string => flat(verifyPage(compared, 'before.csv', 'after.csv'));
const pointsIn = (text: string): string | undefined =>
  /(less than 0\.1|[\d.]+) points (?:more|less)/.exec(text)?.[0];

test('a comparison is told with one figure in terminal, page and list, which is that of the answer', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(share, share, (earlier, later) => {
      const moved = later - earlier;
      fc.pre(Math.abs(moved) > 1e-6);
      const told = { ...result, answerability: { before: earlier, after: later, moved } };
      const [terminal, page, list] = [
        terminalOf(told),
        pageOf(told),
        comparisonInList({ after: later, moved }),
      ];
      const points = pointsIn(terminal);
      assert.ok(points !== undefined, terminal);
      assert.deepEqual([pointsIn(page), pointsIn(list)], [points, points]);
      const figure = points.startsWith('less than') ? 0 : Number.parseFloat(points);
      assert.ok(Math.abs(figure - Math.abs(100 * moved)) <= 0.05 + 1e-9, `${points} of ${moved}`);
      const [, first, second] = /before ([\d.]+) % answered after ([\d.]+) % answered/.exec(terminal)!;
      assert.ok(page.includes(`${first} % answered before`) && page.includes(`${second} % answered after`));
      assert.ok(list.startsWith(`${second} % answered, `), list);
      const apart = Math.abs(Number(second) - Number(first));
      assert.ok(
        Math.abs(apart - figure) < 1e-6 || Math.max(earlier, later) > 0.999,
        `${first} ${second} ${points}`,
      );
    }),
    { numRuns: 60 },
  );
});

test('the commands say of one comparison what its answer says: verify, its page, its JSON and the history', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'decidable-'));
  try {
    const [first, second] = [join(folder, 'before.csv'), join(folder, 'after.csv')];
    await writeFile(first, before);
    await writeFile(second, after);
    const { stdout: json } = await decidable(['verify', first, second, '--json']);
    const { moved } = (JSON.parse(json) as VerifyResult).answerability;
    const points = pointsIn(terminalOf(JSON.parse(json) as VerifyResult))!;
    assert.equal(Number.parseFloat(points), Number((100 * moved).toFixed(1)));
    const { stdout } = await decidable(['verify', first, second]);
    assert.equal(pointsIn(flat(stripVTControlCharacters(stdout))), points);
    const failed = await decidable(['verify', first, second, '--fail-under', '99.9%']);
    const answered = /after ([\d.]+ % answered)/.exec(flat(stripVTControlCharacters(stdout)))![1];
    if (failed.code === 3) assert.match(failed.stderr, new RegExp(`it is ${answered}, below`));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('the figures behind a reason stand behind --explain, and in a fold of the page', () => {
  const reasons = [{ code: 'new_values' as const, message: 'They are new.', details: 'A ratio of 9 bits.' }];
  const claims = [{ ...result.claims![0], reasons }];
  const told = { ...result, claims };
  const lines = (explain: boolean) =>
    verifyReport(told, {
      before: 'a.csv',
      after: 'b.csv',
      columns: 80,
      paint: paintIf(false),
      all: false,
      explain,
    }).join('\n');
  assert.match(lines(false), /They are new\./);
  assert.doesNotMatch(lines(false), /ratio/);
  assert.match(lines(true), /They are new\.\n\s+A ratio of 9 bits\./);
  assert.match(
    verifyPage(told, 'a.csv', 'b.csv'),
    /<details><summary>[^<]*<\/summary>A ratio of 9 bits\.<\/details>/,
  );
});
