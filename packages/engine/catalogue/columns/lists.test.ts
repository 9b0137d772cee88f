import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideListSeparator, splitList } from './lists.ts';

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
