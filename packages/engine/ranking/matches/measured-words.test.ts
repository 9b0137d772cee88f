import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureOf } from '../../catalogue/numbers/units.ts';
import { countDimension } from '../indexing/number-columns.ts';
import { measuredWords } from './measured-words.ts';

const length = { meets: () => true, strength: 1, step: 1, dimension: measureOf('inch')!.dimension };
const colour = { meets: () => true, strength: 1, step: 1 };

const wordsOf = (query: string, ...filters: Parameters<typeof measuredWords>[1]): string[] => {
  const words = query.split(' ').map((name) => ({ name, weight: 1, latest: true as const }));
  return [...measuredWords(words, filters).keys()];
};

test('the words of a quantity that a search states are told from the others', () => {
  assert.deepEqual(wordsOf('27 inch monitor', colour, length), ['27', 'inch']);
  assert.deepEqual(wordsOf('27 gb stick', length), [], 'of another dimension');
  assert.deepEqual(wordsOf('27 inch monitor', colour), [], 'that nothing measures');
});

test('a search of nothing but a quantity is left to its words', () => {
  assert.deepEqual(wordsOf('27 inch', length), []);
});

test('words of an earlier search state no quantity now', () => {
  const words = [
    { name: '27', weight: 1 },
    { name: 'inch', weight: 1 },
    { name: 'monitor', weight: 1, latest: true as const },
  ];
  assert.equal(measuredWords(words, [length]).size, 0);
});

test('the words of a count are its number, the noun, and at most two between, but no other number or unit', () => {
  const ports = { meets: () => true, strength: 1, step: 1, dimension: countDimension('port'), named: ['4'] };
  assert.deepEqual(wordsOf('hub 4 port', ports), ['4', 'port']);
  assert.deepEqual(wordsOf('hub 4 hdmi video port', ports), ['4', 'hdmi', 'video', 'port']);
  assert.deepEqual(wordsOf('hub 4 fast hdmi video port', ports), []);
  assert.deepEqual(wordsOf('hub 8 port', ports), [], 'another number');
  assert.deepEqual(wordsOf('hub 4 gb port', ports), []);
  assert.deepEqual(wordsOf('hub 4 2 port', ports), []);
});
