import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits, type RerankRequest, type Warning } from '@decidable/contract';
import { unusedScores, withInlineAttributes } from './inline-attributes.ts';

type Results = RerankRequest['results'];

const read = (...results: unknown[]) => {
  const warnings: Warning[] = [];
  return { read: withInlineAttributes(results as Results, (warning) => warnings.push(warning)), warnings };
};

describe('attributes beside the id of a result', () => {
  it('are taken as those in `attributes`, which go before them', () => {
    const result = { id: 'a', score: 2, colour: 'red', sizes: ['M', 'L'], attributes: { colour: 'blue' } };
    const both = read(result, 'b', { id: 'c' });
    assert.deepEqual(both.read, [
      { id: 'a', score: 2, attributes: { colour: 'blue', sizes: ['M', 'L'] } },
      'b',
      { id: 'c' },
    ]);
    assert.deepEqual(both.warnings, []);
  });

  it('are left out with one warning where they are no attributes, and without one where they are null', () => {
    const { read: results, warnings } = read(
      { id: 'a', highlight: { title: ['x'] }, colour: 'red', brand: null },
      { id: 'b', highlight: {} },
    );
    assert.deepEqual(results, [
      { id: 'a', attributes: { colour: 'red' } },
      { id: 'b', highlight: {} },
    ]);
    assert.deepEqual(
      warnings.map(({ code, field }) => [code, field]),
      [['no_attribute', 'results[0].highlight']],
    );
  });

  it('are not what looks like a misspelt field', () => {
    const results = [{ id: 'a', scor: 2, Attributes: 'x', scale: 3 }];
    assert.deepEqual(read(...results).read, [{ id: 'a', attributes: { scale: 3 } }]);
  });

  it('are at most a hundred, with names and texts as long as those in `attributes`', () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, n]));
    const fits = [
      many(limits.attributes),
      { ['n'.repeat(limits.attributeName)]: 1 },
      { note: 'x'.repeat(limits.attributeValue) },
      { list: Array.from({ length: limits.attributes }, () => 1) },
    ];
    const exceeds = [
      many(limits.attributes + 1),
      { ['n'.repeat(limits.attributeName + 1)]: 1 },
      { note: 'x'.repeat(limits.attributeValue + 1) },
      { list: Array.from({ length: limits.attributes + 1 }, () => 1) },
    ];
    for (const each of fits) assert.deepEqual(read({ id: 'a', ...each }).warnings, []);
    for (const each of exceeds) assert.equal(read({ id: 'a', ...each }).warnings.length, 1);
  });
});

describe('scores of results', () => {
  const fieldOf = (...results: unknown[]) => unusedScores(results as Results)?.field;

  it('are used where each result has one and none is above the one before it', () => {
    assert.equal(fieldOf({ id: 'a', score: 2 }, { id: 'b', score: 2 }, { id: 'c', score: -1 }), undefined);
    assert.equal(fieldOf('a', { id: 'b' }), undefined);
    assert.equal(fieldOf(), undefined);
  });

  it('are warned of where one is missing or rises', () => {
    assert.equal(fieldOf({ id: 'a', score: 2 }, 'b'), 'results[1]');
    assert.equal(fieldOf({ id: 'a', score: 1 }, { id: 'b', score: 2 }), 'results[1].score');
  });
});
