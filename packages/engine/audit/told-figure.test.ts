import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { readTable } from '../catalogue/csv/table-reader.ts';
import { interpretTogether } from '../catalogue/sameness/interpret-together.ts';
import { catalogueOf, csvOf, linear, type SmallExport, smallExport } from './exports.fixture.ts';
import { audit } from './grade/audit.ts';
import { verify } from './verify/verify.ts';

/** Every number of an answer that is meant to be 0, and is something close to it or has a sign. */
function nearlyNothing(answer: unknown, path = ''): string[] {
  if (typeof answer === 'number')
    return Object.is(answer, -0) || (answer !== 0 && Math.abs(answer) < 1e-9) ? [`${path}: ${answer}`] : [];
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([name, own]) => nearlyNothing(own, `${path}.${name}`));
}

/** The export with some cells emptied, overwritten or filled, or a column gone. */
function edited({ names, rows }: SmallExport, seed: number): SmallExport {
  const random = linear(seed);
  const gone = random() < 0.2 ? 1 + Math.floor(random() * (names.length - 1)) : -1;
  const kept = <T>(cells: readonly T[]) => cells.filter((_, at) => at !== gone);
  const touched = (row: readonly string[]) =>
    row.map((cell, at) => {
      if (at === 0 || random() > 0.2) return cell;
      return random() < 0.5 ? '' : rows[Math.floor(random() * rows.length)][at];
    });
  return { names: kept(names), rows: rows.map((row) => kept(touched(row))) };
}

const source = fc.constantFrom('merchant' as const, 'inferred' as const);

test('no answer has a figure that is nearly nothing: it is 0, or it is told', () => {
  fc.assert(
    fc.property(smallExport, fc.nat(), source, (before, seed, from) => {
      const after = edited(before, seed);
      const pair = interpretTogether(readTable(csvOf(before)), readTable(csvOf(after)));
      assert.deepEqual(nearlyNothing(verify(...pair, { source: from })), []);
      assert.deepEqual(nearlyNothing(audit(catalogueOf(after), { source: from })), []);
    }),
    { numRuns: 25 },
  );
});

test('what is not judged promises nothing', () => {
  fc.assert(
    fc.property(smallExport, source, (small, from) => {
      for (const own of audit(catalogueOf(small), { source: from }).attributes)
        if (own.abstained !== undefined)
          assert.deepEqual([own.bits.recoverable, own.priority, own.threeQuestionGain], [0, null, undefined]);
    }),
    { numRuns: 30 },
  );
});

test('an export of a header alone is told in the answer', () => {
  const full = 'id,colour,size\na,red,S\nb,blue,M\n';
  const header = 'id,colour,size\n';
  const warned = (before: string, after: string) =>
    (verify(...interpretTogether(readTable(before), readTable(after))).warnings ?? []).flatMap(
      ({ code, field }) => (code === 'no_products' ? [field] : []),
    );
  assert.deepEqual(warned(full, full), []);
  assert.deepEqual(warned(header, full), ['before']);
  assert.deepEqual(warned(full, header), ['after']);
  assert.equal(audit(catalogueOf({ names: ['id', 'colour'], rows: [] })).gradeReason?.code, 'no_products');
});
