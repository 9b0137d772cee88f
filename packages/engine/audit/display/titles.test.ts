import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueOf } from '../exports.fixture.ts';
import { titlesOf } from './titles.ts';

test('titles are taken from no column of feedback, however much its texts differ', () => {
  const rows = (texts: (product: number) => string) =>
    Array.from({ length: 30 }, (_, product) => [`p${product}`, texts(product), ['red', 'blue'][product % 2]]);
  const hits = (product: number) => `${323 + 7 * product},${100 + product} hits a day`;
  assert.equal(titlesOf(catalogueOf({ names: ['id', 'popularity', 'colour'], rows: rows(hits) })), undefined);
  const named = catalogueOf({ names: ['id', 'title', 'colour'], rows: rows((at) => `Chair number ${at}`) });
  assert.equal(titlesOf(named)?.of('p3'), 'Chair number 3');
});
