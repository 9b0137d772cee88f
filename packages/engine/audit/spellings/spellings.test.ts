import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpret } from '../../catalogue/columns/interpreter.ts';
import { readTable } from '../../catalogue/csv/table-reader.ts';
import { toCanonical } from '../canonical-order.ts';
import { spellingProposals } from './spellings.ts';

type Counts = Readonly<Record<string, number>>;

/** A column of values with how many products have each, beside a column that agrees with `kindOf` the value. */
function proposals(counts: Counts, { column = 'style', kindOf = (_: string): string => 'one' } = {}) {
  const rows = Object.entries(counts).flatMap(([value, products]) =>
    Array.from({ length: products }, (_, at) => `"${value}",${kindOf(value)},${at % 3}`),
  );
  const csv = `id,${column},kind,size\n${rows.map((row, at) => `p${at},${row}`).join('\n')}\n`;
  return spellingProposals(toCanonical(interpret(readTable(csv)))).get(column) ?? [];
}

const spellings = (counts: Counts, more?: Parameters<typeof proposals>[1]): string[][] =>
  proposals(counts, more).map(({ values }) => values.map(({ value }) => value));

const OTHERS = { linen: 9, tweed: 8, jersey: 7 };

for (const [usual, rare] of [
  ['sleeveless', 'sleevless'],
  ['sleeveless', 'sleevelesss'],
  ['Autumn', 'Automn'],
  ['Chardonnay', 'Chardonney'],
  ['Ecuador', 'Eucador'],
]) {
  test(`${rare} beside a frequent ${usual} is a spelling of it`, () => {
    assert.deepEqual(spellings({ [usual]: 20, [rare]: 2, ...OTHERS }), [[usual, rare]]);
  });
}

for (const [one, other] of [
  ['macOS', 'Mac OS'],
  ['T-Shirt', 'T Shirt'],
  ['Ring', 'Rings'],
  ['Accessory', 'Accessories'],
  ['crème', 'creme'],
  ['weiß', 'weiss'],
  ['Salt & Pepper', 'Salt and Pepper'],
  ['cotton/wool', 'wool/cotton'],
  ['Dr. Bronner', 'Dr Bronner'],
]) {
  test(`${one} and ${other} are spellings of one value, however frequent`, () => {
    const [group = []] = spellings({ [one]: 9, [other]: 9, ...OTHERS });
    assert.deepEqual([...group].sort(), [one, other].sort());
  });
}

for (const [one, other] of [
  ['Nikon', 'Nixon'],
  ['Size 36', 'Size 38'],
  ['S', 'XS'],
  ['red', 'bed'],
  ['512 GB', '51.2 GB'],
  ['1 2', '12'],
  ['A+', 'A++'],
  ['model x200a', 'model x200b'],
  ['milk chocolate', 'chocolate milk'],
  ['symmetric', 'asymmetric'],
  ['2 x 30 cm', '30 x 2 cm'],
]) {
  test(`${one} and ${other} are two values`, () => {
    assert.deepEqual(spellings({ [one]: 20, [other]: 2, ...OTHERS }), []);
  });
}

test('a form that is nearly as frequent as the other is a word of its own', () => {
  assert.deepEqual(spellings({ window: 20, widow: 6, ...OTHERS }), []);
  assert.deepEqual(spellings({ window: 20, widow: 5, ...OTHERS }), [['window', 'widow']]);
});

test('a form that other values contain is a word of its own', () => {
  const counts = { 'the Marteni': 3, Martini: 20, Marteni: 2, 'dry Marteni': 3 };
  assert.deepEqual(spellings({ ...counts, ...OTHERS }), []);
});

test('products of another kind have another value', () => {
  const counts = { Sterling: 30, Sterlling: 3, Other: 30 };
  assert.equal(spellings(counts).length, 1);
  const kindOf = (value: string) => (value === 'Sterling' ? 'rings' : 'boats');
  assert.deepEqual(spellings(counts, { kindOf }), []);
});

test('makers are names: a plural ending and one other letter make another one', () => {
  for (const [one, other] of [
    ['Robert', 'Roberts'],
    ['Walton', 'Welton'],
  ])
    assert.deepEqual(spellings({ [one]: 20, [other]: 2, ...OTHERS }, { column: 'brand' }), []);
  const [group] = spellings({ 'Jenn-Air': 9, 'Jenn Air': 2, ...OTHERS }, { column: 'brand' });
  assert.deepEqual(group, ['Jenn-Air', 'Jenn Air']);
});

test('values that stand in one cell are two', () => {
  const rows = Array.from(
    { length: 12 },
    (_, at) => `p${at},"${['ring;rings', 'ring;gold', 'gold;silver'][at % 3]}"`,
  );
  const csv = `id,tags\n${rows.join('\n')}\n`;
  assert.equal(spellingProposals(toCanonical(interpret(readTable(csv)))).size, 0);
});

test('the bits are what the entropy of the column loses when the spellings are merged', () => {
  const entropy = (...counts: number[]) => {
    const sum = counts.reduce((all, count) => all + count, 0);
    return -counts.reduce((all, count) => all + (count / sum) * Math.log2(count / sum), 0);
  };
  const [{ bits, proposed, values }] = proposals({ 'Mac OS': 6, macOS: 10, Windows: 16 });
  assert.ok(Math.abs(bits - (entropy(6, 10, 16) - entropy(16, 16))) < 1e-12);
  assert.equal(proposed, 'macOS');
  assert.deepEqual(values, [
    { value: 'macOS', products: 10 },
    { value: 'Mac OS', products: 6 },
  ]);
});

test('of the most similar values so many are reported, and no more', () => {
  const counts = (groups: number): Counts =>
    Object.fromEntries(
      Array.from(
        { length: groups },
        (_, at) => `${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}word`,
      )
        .flatMap((word) => [word, `${word}s`])
        .map((word) => [word, 3]),
    );
  assert.equal(proposals(counts(50)).length, 50);
  assert.equal(proposals(counts(51)).length, 50);
});

test('in a file of very many columns the most frequent values of each are compared', () => {
  const columns = 1_400;
  const values = Array.from(
    { length: 60 },
    (_, at) => `w${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}rd`,
  );
  const cells = [...values, 'wzzrd', 'wzzrds'].flatMap((value, at) => Array(at < 60 ? 3 : 2).fill(value));
  const table = (of: number) =>
    readTable(
      `id,${Array.from({ length: of }, (_, at) => `style ${at}`).join(',')}\n${cells.map((cell, row) => `p${row},${Array(of).fill(cell).join(',')}`).join('\n')}\n`,
    );
  assert.equal(spellingProposals(toCanonical(interpret(table(1)))).size, 1);
  assert.equal(spellingProposals(toCanonical(interpret(table(columns)))).size, 0);
});
