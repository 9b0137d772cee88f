import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runToEnd } from '../../primitives/run-to-end.ts';
import { sentAttributes } from './candidate-columns.ts';

test('only relevant attributes of a list are kept, by folded name', () => {
  const products = [
    { id: 'a', attributes: { Colour: 'red', 'ad slot': 7, size: '' } },
    { id: 'b' },
    { id: 'c', attributes: { colour: ['blue', 'green'], 'AD slot': 8, size: null } },
  ];
  const sent = runToEnd(sentAttributes(products, (name) => name !== 'ad slot'));
  assert.deepEqual(
    [...sent],
    [
      [
        'colour',
        {
          name: 'Colour',
          cells: [
            [0, 'red'],
            [2, ['blue', 'green']],
          ],
        },
      ],
    ],
  );
});

test('of names without end the first are read, and others are known by their spelling alone', () => {
  const products = Array.from({ length: 100 }, (_, i) => ({
    id: `${i}`,
    attributes: {
      ...Object.fromEntries(Array.from({ length: 99 }, (_, k) => [`n${i}-${k}`, k])),
      [i === 99 ? 'colour' : 'COLOUR']: 'red',
    },
  }));
  let read = 0;
  const isRelevant = (folded: string): boolean => {
    read++;
    return folded === 'colour';
  };
  const sent = runToEnd(sentAttributes(products, isRelevant, new Set(['colour'])));
  assert.equal(read, 2_000);
  assert.equal(sent.get('colour')!.cells.length, 100);
});

test('the relevance of a name is tested once, however many products have it', () => {
  const attributes = Object.fromEntries(Array.from({ length: 100 }, (_, k) => [`name ${k}`, k]));
  const products = Array.from({ length: 50 }, (_, k) => ({ id: `${k}`, attributes }));
  let calls = 0;
  const sent = runToEnd(sentAttributes(products, () => calls++ < 0));
  assert.deepEqual([calls, sent.size], [100, 0]);
});
