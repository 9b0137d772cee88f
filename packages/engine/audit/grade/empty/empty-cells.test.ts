import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { CatalogueError } from '../../../catalogue/catalogue-error.ts';
import { readTable } from '../../../catalogue/csv/table-reader.ts';
import { interpretTogether } from '../../../catalogue/sameness/interpret-together.ts';
import { entropy } from '../../../information/decision-bits.ts';
import { catalogueOf, csvOf, linear, type SmallExport } from '../../exports.fixture.ts';
import type { AuditOptions } from '../../result.ts';
import { verify } from '../../verify/verify.ts';
import { audit } from '../audit.ts';

const YES = ['yes', 'true', 'x', 'vegan', '✓'];

/** Jars of three brands, of which some are vegan, in one word or by a tick; nothing says that any is not. */
function jars(products: number, vegan: number, says = 'yes', otherwise = ''): SmallExport {
  const random = linear(products * 31 + vegan);
  const order = Array.from({ length: products }, (_, index) => ({ index, at: random() }))
    .sort((left, right) => left.at - right.at)
    .map(({ index }) => index);
  return {
    names: ['id', 'brand', 'vegan'],
    rows: Array.from({ length: products }, (_, index) => [
      `jar-${index}`,
      ['Nova', 'Alto', 'Brix'][index % 3],
      order[index] < vegan ? says : otherwise,
    ]),
  };
}

const graded = (small: SmallExport, options: AuditOptions = {}) => audit(catalogueOf(small), options);
const veganOf = (result: ReturnType<typeof audit>) =>
  result.attributes.find(({ attribute }) => attribute === 'vegan');

const some = fc.record({
  products: fc.integer({ min: 30, max: 300 }),
  share: fc.double({ min: 0.1, max: 0.9, noNaN: true }),
  says: fc.constantFrom(...YES),
});

test('a fact that only ever says yes stays in the list, with what it is worth if its empty cells mean no', () => {
  fc.assert(
    fc.property(some, ({ products, share, says }) => {
      const vegan = Math.max(5, Math.round(share * products));
      const result = graded(jars(products, vegan, says));
      const own = veganOf(result);
      assert.ok(own !== undefined, `${vegan} of ${products} say ${says}`);
      assert.equal(own.bits.recoverable, 0);
      const { bits, threeQuestionGain } = own.emptyMayMeanNo!;
      assert.ok(Math.abs(bits - entropy([vegan, products - vegan])) < 1e-9);
      assert.ok(threeQuestionGain > 0 && threeQuestionGain <= bits, `${threeQuestionGain} of ${bits} bits`);
      const { ifEmptyMeansNo, remaining } = result;
      assert.deepEqual(ifEmptyMeansNo?.attributes, ['vegan']);
      assert.ok(ifEmptyMeansNo!.remaining.now <= remaining!.now + 1e-9);
    }),
    { numRuns: 40 },
  );
});

test('once it is said that empty means no, the fact is complete, and the grade is the one that was told before', () => {
  fc.assert(
    fc.property(some, ({ products, share, says }) => {
      const small = jars(products, Math.max(5, Math.round(share * products)), says);
      const asked = graded(small);
      const said = graded(small, { emptyMeansNo: ['VEGAN'] });
      const own = veganOf(said)!;
      assert.equal(own.missing, 0);
      assert.equal(own.emptyMayMeanNo, undefined);
      assert.equal(said.ifEmptyMeansNo, undefined);
      assert.ok(Math.abs(own.bits.now - veganOf(asked)!.emptyMayMeanNo!.bits) < 1e-9);
      assert.equal(said.grade, asked.ifEmptyMeansNo!.grade);
      assert.ok(Math.abs(said.remaining!.now - asked.ifEmptyMeansNo!.remaining.now) < 1e-9);
      assert.deepEqual(said.emptyMeansNo, ['vegan']);
    }),
    { numRuns: 40 },
  );
});

test('nobody is asked again who said that nobody knows, nor of a fact that also says no', () => {
  const small = jars(90, 40);
  const unknown = graded(small, { emptyMeansUnknown: ['vegan'] });
  assert.equal(unknown.ifEmptyMeansNo, undefined);
  assert.equal(veganOf(unknown)?.emptyMayMeanNo, undefined);
  const rows = small.rows.map((row, index) => (index % 9 === 0 ? [...row.slice(0, 2), 'no'] : row));
  assert.equal(graded({ ...small, rows }).ifEmptyMeansNo, undefined);
});

test('a name that is no fact of yes and no is refused with what to do', () => {
  const small = jars(30, 12);
  const refused = (options: AuditOptions, message: RegExp) =>
    assert.throws(
      () => graded(small, options),
      (error) =>
        error instanceof CatalogueError && error.code === 'empty_cells' && message.test(error.message),
    );
  refused({ emptyMeansNo: ['vegn'] }, /No column is called "vegn"\. Is "vegan" meant\?/);
  refused({ emptyMeansNo: ['brand'] }, /"brand" says "\w+": only of facts that say yes/);
  refused({ emptyMeansNo: ['vegan'], emptyMeansUnknown: ['Vegan'] }, /not both/);
});

test('where empty means no, writing the no into the cells moves nothing', () => {
  const [before, after] = [jars(90, 40), jars(90, 40, 'yes', 'no')].map((small) => readTable(csvOf(small)));
  const moved = (emptyMeansNo: readonly string[]) =>
    verify(...interpretTogether(before, after), { emptyMeansNo }).attributes.find(
      ({ attribute }) => attribute === 'vegan',
    )!;
  assert.equal(moved([]).cells.filled, 50);
  assert.deepEqual(moved(['vegan']).cells, { filled: 0, cleared: 0, changed: 0, placeholders: 0 });
  assert.equal(moved(['vegan']).bits.moved, 0);
});
