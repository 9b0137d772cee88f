import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpret, interpretTogether, readTable } from '../../catalogue/index.ts';
import { audit, type Source, type VerifyOptions, verify } from '../index.ts';

type Columns = Readonly<Record<string, (product: number) => string>>;

const PRODUCTS = 240;
/** By which shares differ where only the name differs, from which draws are seeded. */
const DRAWS = 0.001;
const products = Array.from({ length: PRODUCTS }, (_, product) => product);

function csvOf(columns: Columns): string {
  const rows = products.map((product) => [
    `p${product}`,
    ...Object.values(columns).map((text) => text(product)),
  ]);
  return [['id', ...Object.keys(columns)], ...rows].map((row) => row.join(',')).join('\n');
}

const COLOURS = ['red', 'blue', 'green', 'black', 'white'];
const KINDS = ['mug', 'bowl', 'plate', 'cup'];
const kindAt = (product: number) => (product * 7 + (product >> 3)) % 4;
const kind = (product: number) => KINDS[kindAt(product)];
/** Told by the kind, so that a repair can be believed. */
const colour = (product: number) => COLOURS[kindAt(product) + ((product * product) % 11 === 3 ? 1 : 0)];
const litres = (product: number) => 1 + ((product * 5) % 11);
const within = (low: number, high: number, text: (product: number) => string) => (product: number) =>
  product >= low && product < high ? text(product) : '';

/** The colour is spread over two columns, and the content stands in two units. */
const before: Columns = {
  kind,
  Colour: within(0, 150, colour),
  color: within(50, 180, colour),
  'content in l': within(0, 200, (product) => `${litres(product)}`),
  'content in ml': within(0, 220, (product) => `${1000 * litres(product)}`),
};
const after: Columns = { ...before, color: within(50, PRODUCTS, colour) };

const compare = (left: Columns, right: Columns, options: VerifyOptions = {}) =>
  verify(...interpretTogether(readTable(csvOf(left)), readTable(csvOf(right))), options);
const share = (columns: Columns) => audit(interpret(readTable(csvOf(columns)))).answerability;

test('a file whose columns repeat each other reads the same share in an audit and in a comparison', () => {
  const repeats = audit(interpret(readTable(csvOf(before)))).notQuestions;
  assert.deepEqual(
    repeats.map(({ attribute, of }) => `${attribute} of ${of}`),
    ['color of Colour', 'content in l of content in ml'],
  );
  const { answerability } = compare(before, after);
  assert.equal(compare(before, before).answerability.before, share(before));
  // The other column of colours is now the fuller one; the fact is the same.
  assert.equal(answerability.after, share(after));
  assert.ok(answerability.moved > 0.05);
});

test('filling a column from one that repeats it gains nothing, since the shop had the values', () => {
  const filled = compare(before, { ...before, color: within(0, 180, colour) });
  assert.equal(filled.attributes.find(({ attribute }) => attribute === 'color')!.cells.filled, 50);
  assert.ok(Math.abs(filled.answerability.moved) < DRAWS, `${filled.answerability.moved}`);
});

test('a renamed column is the same question', () => {
  const { Colour, color, ...others } = before;
  const { answerability } = compare({ ...others, Colour }, { ...others, color: Colour });
  assert.ok(Math.abs(answerability.before! - share({ ...others, Colour })!) < DRAWS);
  assert.ok(Math.abs(answerability.moved) < DRAWS, `${answerability.moved}`);
});

test('values filled into a repeated column are trusted as little as those of any other', () => {
  const moved = (source: Source) => compare(before, after, { source }).answerability.moved;
  assert.ok(moved('inferred') > 0);
  assert.ok(moved('inferred') < 0.9 * moved('merchant'), `${moved('inferred')} of ${moved('merchant')}`);
});

test('what cannot be recorded counts in neither share', () => {
  const priced = { ...before, price: within(0, 90, (product) => `${3 + (product % 40)}.99`) };
  assert.equal(compare(priced, after).answerability.after, share(after));
  const { answerability } = compare(priced, { ...priced, price: (product) => `${3 + (product % 40)}.99` });
  assert.equal(answerability.moved, 0);
});
