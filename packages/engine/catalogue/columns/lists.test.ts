import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cellSplitter, decideListSeparator, splitList } from './lists.ts';

test('a separator lists where the parts recur in other company', () => {
  assert.equal(decideListSeparator(['red, blue', 'blue, green', 'green, red']), ', ');
  assert.equal(decideListSeparator(['red|blue', 'blue|green', 'green']), '|');
  assert.equal(decideListSeparator(['red\nblue', 'blue\ngreen', 'green\nred']), '\n');
});

test('halves that are never seen apart are one value', () => {
  assert.equal(decideListSeparator(['washed / wet', 'natural / dry', 'honey']), undefined);
});

test('a comma between digits parts no values', () => {
  assert.equal(decideListSeparator(['1,2', '2,3', '3,1']), undefined);
  assert.equal(decideListSeparator(['a,b', 'b,c', 'c,a']), ',');
});

test('the semicolon of a character of HTML parts no values', () => {
  const escaped = ['sofas &amp; beds', 'beds &amp; sofas', 'beds&#38;tables', 'tables &gt; sofas'];
  assert.equal(decideListSeparator(escaped), undefined);
  assert.equal(decideListSeparator(['sofas;beds &amp; tables', 'sofas', 'beds &amp; tables;sofas']), ';');
});

test('parts of many words are prose', () => {
  const long = 'one of a great many words';
  assert.equal(decideListSeparator([`${long}; b`, `${long} c; ${long}`, `${long} c; b`]), undefined);
});

test('a column with the name of a list needs fewer recurring parts', () => {
  const tags = ['oak; chair', 'oak; a', 'chair; b', 'c; d', 'e; f', 'g; h', 'i; j', 'k; l'];
  assert.equal(decideListSeparator(tags), undefined);
  assert.equal(decideListSeparator(tags, { list: true }), ';');
});

test('a cell is its values, without spaces and gaps; one of separators alone is itself', () => {
  assert.deepEqual(splitList(' red ; ;blue', ';'), ['red', 'blue']);
  assert.deepEqual(splitList(' ; ', ';'), [' ; ']);
});

test('paths of categories are one value each, whatever the sign between their levels', () => {
  const paths = [['men'], ['men', 'tops'], ['men', 'tops', 'tees'], ['women', 'tops'], ['women', 'bags']];
  for (const sign of ['|', ' / '] as const) {
    const cells = paths.map((path) => path.join(sign));
    assert.equal(decideListSeparator(cells, { list: true, category: true }), undefined, sign);
    assert.equal(decideListSeparator(cells), sign, 'in another column');
  }
  const several = ['men / tops, sale / tops', 'men / bags, sale / tops', 'men / tops, men / bags'];
  assert.equal(decideListSeparator(several, { category: true }), ', ');
});

test('two parts with a bar between them are a list of categories, with a slash a path', () => {
  const category = true;
  const cells = ['sofas|sale', 'sofas|new', 'beds|sale', 'beds|new'];
  assert.equal(decideListSeparator(cells, { category }), '|');
  assert.equal(decideListSeparator([...cells, 'beds|new|oak'], { category }), undefined);
  assert.equal(
    decideListSeparator(
      cells.map((cell) => cell.replace('|', ' / ')),
      { category },
    ),
    undefined,
  );
});

test('categories whose parts stand in any order, or begin with anything, are a list', () => {
  const category = true;
  assert.equal(decideListSeparator(['sofas|beds', 'beds|tables', 'tables|sofas'], { category }), '|');
  assert.equal(
    decideListSeparator(['beds|sale', 'sofas|sale', 'rugs|sale', 'beds', 'rugs'], { category }),
    '|',
  );
});

test('a slash joins values that the column has by themselves, also with spaces around it', () => {
  const colours = ['red', 'blue', 'green', 'red/blue', 'blue / green'];
  assert.equal(decideListSeparator(colours), '/');
  const bare = colours.map((text) => text.replaceAll(' / ', '/'));
  assert.equal(decideListSeparator(bare, { title: true }), undefined, 'a title says what it says');
});

test('whatever the values, slashes join those of the column itself, and no others', () => {
  const values = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}( [a-z]{1,6})?$/), {
    minLength: 3,
    maxLength: 8,
  });
  const pairs = fc.uniqueArray(fc.tuple(fc.nat(7), fc.integer({ min: 1, max: 7 })), { minLength: 4 });
  fc.assert(
    fc.property(values, pairs, (own, chosen) => {
      const joined = new Set(
        chosen.flatMap(([first, step]) => {
          const [a, b] = [own[first % own.length], own[(first + step) % own.length]];
          return a === b ? [] : [`${a}/${b}`];
        }),
      );
      fc.pre(joined.size > 1);
      assert.equal(decideListSeparator([...own, ...joined]), '/');
      assert.equal(decideListSeparator([...own.map((value) => `${value}0`), ...joined]), undefined);
    }),
  );
});

test('a slash in names, units, fractions, addresses and paths joins nothing', () => {
  for (const cells of [
    ['ac/dc', 'iron maiden', 'abba', 'ac/dc', 'motörhead'],
    ['ac', 'dc', 'ac/dc'],
    ['1', '2', '1/2', '2/1', '1/1'],
    ['n/a', 'n/o', 'yes', 'no'],
    ['km/h', 'm/s', 'km', 'h'],
    ['xs', 's', 'm', 'm/l', 'xs/s'],
    ['red', 'blue', 'red/blue', 'up/down', 'left/right', 'in/out'],
  ])
    assert.equal(decideListSeparator(cells), undefined, cells.join(', '));
  const paths = ['men', 'women', 'tops', 'men/tops', 'women/tops', 'men/shoes', 'women/shoes', 'shoes'];
  assert.equal(decideListSeparator(paths, { category: true }), undefined);
});

test('a cell of which a part stands nowhere else is one value, slash or not', () => {
  const cells = ['Red', 'Blue', 'Red/Blue', 'blue / red', 'AC/DC'];
  const valuesOf = cellSplitter(cells, '/');
  assert.deepEqual(
    cells.map((_, place) => valuesOf(place)),
    [['Red'], ['Blue'], ['Red', 'Blue'], ['blue', 'red'], ['AC/DC']],
  );
  assert.deepEqual(cellSplitter(['a|b'], '|')(0), ['a', 'b']);
});
