import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attributesSent } from './listed-columns.ts';
import { atOnce } from './steps.ts';

test('of the attributes of a list only those with a bearing are kept, by folded name', () => {
  const products = [
    { id: 'a', attributes: { Colour: 'red', 'ad slot': 7, size: '' } },
    { id: 'b' },
    { id: 'c', attributes: { colour: ['blue', 'green'], 'AD slot': 8, size: null } },
  ];
  const sent = atOnce(attributesSent(products, (name) => name !== 'ad slot'));
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

test('names are asked about once, however many products have them, and forgotten before they are too many', () => {
  const attributes = (first: number) =>
    Object.fromEntries(Array.from({ length: 100 }, (_, k) => [`name ${first + k}`, k]));
  const asked: string[] = [];
  const ask = (products: number, step: number) => {
    asked.length = 0;
    const list = Array.from({ length: products }, (_, k) => ({
      id: `${k}`,
      attributes: attributes(k * step),
    }));
    atOnce(attributesSent(list, (name) => asked.push(name) < 0));
    return asked.length;
  };
  assert.equal(ask(50, 0), 100);
  assert.equal(ask(50, 100), 5_000);
});
