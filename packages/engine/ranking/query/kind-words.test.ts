import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runToEnd } from '../../primitives/run-to-end.ts';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { judge } from '../request/judgement.ts';
import { catalogueOf } from '../testing/shops.ts';
import { kindWordsOf } from './kind-words.ts';

const index = buildIndex(
  catalogueOf(
    [
      { id: 'over-ear', title: 'Sonic One', type: 'Headphones', colour: 'black', link: 'Bluetooth' },
      { id: 'in-ear', title: 'Sonic Mini', type: 'Headphones', colour: 'red', link: 'Bluetooth' },
      {
        id: 'tablet',
        title: 'Slate 10 with headphones jack',
        type: 'Tablets',
        colour: 'black',
        link: 'Bluetooth',
      },
      { id: 'case', title: 'Tablet case', type: 'Cases', colour: 'black', link: 'none' },
      { id: 'new', title: 'Bluetooth headphones', type: undefined, colour: 'black', link: 'Bluetooth' },
    ],
    { title: 'identifier' },
  ),
  { title: 'title', category: 'type' },
);
const found = (query: string): string[] =>
  Array.from(runToEnd(judge(index, query))!.matches, (product) => index.ids.at(product));

test('the head of a search says its kind where it names a category; a colour behind it, or any other word, does not', () => {
  assert.deepEqual(kindWordsOf(index.terms, 'bluetooth headphones'), ['headphon']);
  assert.deepEqual(kindWordsOf(index.terms, 'headphones black'), ['headphon']);
  assert.deepEqual(kindWordsOf(index.terms, 'tablet case'), ['case']);
  assert.deepEqual(kindWordsOf(index.terms, 'black'), []);
  assert.deepEqual(kindWordsOf(index.terms, ''), []);
});

test('what mentions the kind only is no match; what has no category may be one', () => {
  assert.deepEqual(found('bluetooth headphones'), ['over-ear', 'in-ear', 'new']);
  assert.deepEqual(found('headphones black'), ['over-ear', 'new']);
  assert.deepEqual(found('black tablet'), ['tablet']);
});
