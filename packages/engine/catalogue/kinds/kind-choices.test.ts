import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { verify } from '../../audit/verify/verify.ts';
import { interpret } from '../columns/interpreter.ts';
import { readTable } from '../csv/table-reader.ts';
import { interpretTogether } from '../sameness/interpret-together.ts';
import { CHOSEN_KINDS, type ChosenKind, chosenKind, refuseUnknownColumns } from './kind-choices.ts';

/** A column of 60 products that repeats its values. */
const csv = (name: string, values: readonly string[], products = 60): string =>
  `id,${name}\n${Array.from({ length: products }, (_, row) => `p${row},"${values[row % values.length]}"`).join('\n')}\n`;

const read = (name: string, values: readonly string[], kind?: ChosenKind) =>
  interpret(readTable(csv(name, values)), kind === undefined ? {} : { [name]: kind });

describe('the kind that an owner chooses', () => {
  it('makes quantities of numbers that are taken as names, and names of quantities', () => {
    const ids = ['11', '12', '15', '43'];
    assert.equal(read('category id', ids).attributes[0].kind, 'category');
    const [quantity] = read('category id', ids, 'number').attributes;
    assert.deepEqual(
      {
        ...quantity,
        values: quantity.values.map(({ number }) => number),
        cell: 0,
        cells: 0,
        placeholders: 0,
      },
      { name: 'category id', kind: 'number', values: [11, 12, 15, 43], cell: 0, cells: 0, placeholders: 0 },
    );
    assert.equal(read('doors', ['2', '4', '5']).attributes[0].kind, 'number');
    const [doors] = read('doors', ['2', '4', '5'], 'category').attributes;
    assert.equal(doors.kind, 'category');
    assert.ok(doors.values.every(({ number }) => number === undefined));
  });

  it('asks for a column that would be left out, and leaves out one that would be asked for', () => {
    assert.equal(read('rating', ['4.5', '3', '2.5']).attributes[0].notRecordable, 'feedback');
    assert.equal(read('rating', ['4.5', '3', '2.5'], 'number').attributes[0].notRecordable, undefined);
    assert.equal(read('stock', ['many', 'few'], 'category').attributes[0].notQuestion, undefined);
    assert.equal(read('finish', ['matt', 'gloss'], 'identifier').attributes[0].notQuestion, 'identifier');
    assert.equal(read('finish', ['matt', 'gloss'], 'text').attributes[0].notQuestion, 'text');
  });

  it('does not make money a fact to record, nor one value a question', () => {
    assert.equal(read('price', ['ask us', '4.00', 'later'], 'number').attributes[0].notRecordable, 'price');
    assert.equal(read('finish', ['matt'], 'category').attributes[0].notQuestion, 'constant');
  });

  it('splits lists that are not recognised, and keeps whole what is taken for one', () => {
    const rare = Array.from({ length: 30 }, (_, row) => `a${row}; b${row}`);
    assert.equal(read('insert', rare).attributes[0].values.length, 30);
    const [parts] = read('insert', rare, 'list').attributes;
    assert.equal(parts.values.length, 60);
    assert.equal(parts.separator, '; ');
    const mixed = ['red|blue', 'blue|green', 'green|red'];
    assert.equal(read('colour', mixed).attributes[0].values.length, 3);
    assert.deepEqual(
      read('colour', mixed, 'category').attributes[0].values.map(({ label }) => label),
      ['blue|green', 'green|red', 'red|blue'],
    );
  });

  it('reads answers and dates among words', () => {
    const [washable] = read('washable', ['yes', 'no', 'by hand only'], 'boolean').attributes;
    assert.equal(washable.kind, 'boolean');
    assert.equal(washable.values.length, 3);
    const [sown] = read('sown', ['2020-03-01', '2021-03-01', 'any time'], 'date').attributes;
    assert.equal(sown.kind, 'date');
    assert.deepEqual(
      sown.values.map(({ number }) => number),
      [18322, 18687, undefined],
    );
  });

  it('is told of, and has no effect, where not one value fits', () => {
    for (const kind of ['number', 'date', 'boolean'] as const) {
      const { attributes, warnings } = read('colour', ['red', 'green'], kind);
      assert.equal(attributes[0].kind, 'category');
      assert.deepEqual(
        warnings.map(({ code, field }) => [code, field]),
        [['kind_not_read', 'colour']],
      );
    }
    const empty = interpret(readTable('id,colour\n1,\n2,\n'), { colour: 'number' });
    assert.deepEqual(empty.warnings, []);
  });

  it('is obeyed in both of two exports alike, and told once of both', () => {
    const before = readTable(csv('category id', ['11', '12', '15']));
    const after = readTable(csv('category id', ['11', '12', '16']));
    const [first, second] = interpretTogether(before, after);
    assert.deepEqual(
      [first, second].map(({ warnings }) => warnings.map(({ code }) => code)),
      [['numbers_as_names'], ['numbers_as_names']],
    );
    assert.deepEqual(
      verify(first, second).warnings?.map(({ code }) => code),
      ['numbers_as_names'],
    );
    const chosen = interpretTogether(before, after, { 'category id': 'number' });
    assert.deepEqual(
      chosen.map(({ attributes, warnings }) => [attributes[0].kind, warnings.length]),
      [
        ['number', 0],
        ['number', 0],
      ],
    );
  });

  it('of a column that an export lacks has no effect', () => {
    assert.deepEqual(
      interpret(readTable(csv('fit', ['slim', 'wide'])), { size: 'number' }),
      interpret(readTable(csv('fit', ['slim', 'wide']))),
    );
  });
});

describe('what is written for a kind', () => {
  it('is read in any letter case, and refused with the nearest kind otherwise', () => {
    assert.deepEqual(
      CHOSEN_KINDS.map((kind) => chosenKind(` ${kind.toUpperCase()} `)),
      CHOSEN_KINDS,
    );
    assert.throws(() => chosenKind('catgory'), /no kind "catgory"; "category" is near/);
    assert.throws(() => chosenKind('colour'), /no kind "colour"\. The kinds: category, number/);
  });

  it('names columns that there are, or is refused with the nearest', () => {
    const names = ['Colour', 'Category ID'];
    refuseUnknownColumns(names, { Colour: 'list' });
    assert.throws(() => refuseUnknownColumns(names, { category_id: 'number' }), /Is "Category ID" meant\?/);
    assert.throws(
      () => refuseUnknownColumns(names, { weight: 'number' }),
      /No column is called "weight".*The columns: Colour, Category ID\./,
    );
  });
});
