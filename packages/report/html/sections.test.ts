import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldedProducts, ProductLists } from './sections.ts';

const titles = new Map([
  ['a', 'Shirt'],
  ['b', 'Skirt'],
  ['c', 'Socks'],
]);

test('each product is stored once, with its title, in the order of its first list', () => {
  const lists = new ProductLists(titles);
  assert.deepEqual([lists.add(['b', 'x']), lists.add(['a', 'b'])], [0, 1]);
  assert.deepEqual(lists.data(), {
    ids: ['b', 'x', 'a'],
    titles: ['Skirt', '', 'Shirt'],
    lists: ['0 1', '2 0'],
  });
});

test('titles are left out from the one on that exceeds the room, also in what is in sight', () => {
  // A title of five characters takes eight with its quotes and comma.
  const shown = (room: number) => {
    const lists = new ProductLists(titles, room);
    const { text } = foldedProducts('three', ['a', 'b', 'c'], lists);
    assert.equal(text.match(/class="title"/g)?.length, lists.data().titles.length);
    return lists.data().titles;
  };
  assert.deepEqual(shown(24), ['Shirt', 'Skirt', 'Socks']);
  assert.deepEqual(shown(23), ['Shirt', 'Skirt']);
});

test('without titles there are none in the data', () => {
  const lists = new ProductLists();
  lists.add(['a']);
  assert.deepEqual(lists.data(), { ids: ['a'], titles: [], lists: ['0'] });
});
