import assert from 'node:assert/strict';
import { test } from 'node:test';
import Papa from 'papaparse';
import { readTable } from '../csv/table-reader.ts';

const namesOf = (rows: string[][]): string[] => readTable(Papa.unparse(rows)).columns.map(({ name }) => name);

test('a column of units has at most 20 of them, each of at most 24 characters, and numbers beside it', () => {
  const read = (units: number, unit = (at: number) => `unit ${String.fromCharCode(97 + at)}`, value = '5') =>
    namesOf([
      ['id', 'weight', 'weight unit'],
      ...Array.from({ length: 30 }, (_, at) => [`p${at}`, at < 27 ? `${at + 1}` : value, unit(at % units)]),
    ]).length;
  assert.equal(read(20), 1);
  assert.equal(read(21), 2);
  assert.equal(
    read(1, () => 'x'.repeat(24)),
    1,
  );
  assert.equal(
    read(1, () => 'x'.repeat(25)),
    2,
  );
  assert.equal(read(2, undefined, 'light'), 1, 'nine in ten of 28 texts are numbers');
});

test('up to ten numbered names of options may be unique, more must recur', () => {
  const read = (names: number) =>
    namesOf([
      ['id', 'Option1 Name', 'Option1 Value'],
      ...Array.from({ length: names }, (_, at) => [`p${at}`, `option ${at}`, `v${at}`]),
    ]).length;
  assert.equal(read(10), 11);
  assert.equal(read(11), 2);
});

test('a product may have forty rows of attributes in one pair, those beyond are not read', () => {
  const read = (names: number) =>
    namesOf([
      ['id', 'option_name', 'option_value'],
      ...['a', 'b', 'c'].flatMap((id) =>
        Array.from({ length: names }, (_, at) => [id, `option ${100 + at}`, `v${at}`]),
      ),
    ]).filter((name) => name.startsWith('option 1')).length;
  assert.equal(read(40), 40);
  assert.equal(read(41), 40);
});

test('names of options are one from half of the values of one on, at least two', () => {
  const read = (values: readonly string[]) =>
    namesOf([
      ['id', 'Option1 Name', 'Option1 Value'],
      ...['red', 'blue', 'green', 'grey'].map((value, at) => [`a${at}`, 'Shade', value]),
      ...values.map((value, at) => [`b${at}`, 'Tint', value]),
    ]).includes('Tint');
  assert.ok(!read(['red', 'blue', 'x', 'y']));
  assert.ok(read(['red', 'blue', 'x', 'y', 'z']));
  assert.ok(read(['red', 'x']), 'one value is no evidence');
});

test('options are found in more pairs of columns than a byte counts', () => {
  const pairs = 260;
  const { columns } = readTable(
    Papa.unparse([
      [
        'id',
        ...Array.from({ length: pairs }, (_, at) => [`Option${at + 1} Name`, `Option${at + 1} Value`]).flat(),
      ],
      ...['red', 'blue'].map((value, row) => [`p${row}`, ...Array(2 * pairs - 2).fill(''), 'Tint', value]),
    ]),
  );
  const { writtenIn } = columns.find(({ name }) => name === 'Tint')!;
  assert.deepEqual(
    [0, 1].map((product) => writtenIn!.columns[writtenIn!.slotOf[product]]),
    ['Option260 Value', 'Option260 Value'],
  );
});
