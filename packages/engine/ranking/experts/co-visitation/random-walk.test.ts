import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { modelOf, visitTo } from '../../testing/expert-probe.ts';
import { EXPERTS } from '../registry.ts';
import { SparseScores } from '../sparse-scores.ts';
import { RandomWalk } from './random-walk.ts';

const FROM = EXPERTS.numberOf('covisited-sessions');
const TO = EXPERTS.numberOf('covisited-walk');

/** The scores of the second step, after a first step with these scores. */
function walked(
  visits: readonly (readonly string[])[],
  named: Readonly<Record<string, number>>,
): (id: string) => number {
  const { log, numbers, vocabulary } = modelOf(...visits.map((items) => visitTo(...items)));
  const same = Int32Array.from(vocabulary.keys());
  const evidence = new SparseScores(EXPERTS.count);
  evidence.open(new Int32Array(vocabulary.length).fill(-1));
  for (const [id, value] of Object.entries(named)) evidence.add(numbers.get(id)!, FROM, value);
  new RandomWalk().score(log, same, same, evidence, FROM, TO);
  return (id) => {
    const row = evidence.find(numbers.get(id)!);
    return row < 0 ? 0 : evidence.values[row + TO];
  };
}

describe('the second step of the walk', () => {
  test('goes from the products of the first step to those viewed around them', () => {
    const to = walked(
      [
        ['a', 'b', 'c'],
        ['d', 'e'],
      ],
      { b: 1 },
    );
    assert.ok(to('a') > 0 && to('a') === to('c'));
    assert.equal(to('e'), 0);
  });

  test('reaches two products back and three on, within a visit', () => {
    const to = walked([['z'], ['a', 'b', 'c', 'x', 'd', 'e', 'f', 'g'], ['y']], { x: 1 });
    assert.deepEqual(
      ['z', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'y'].filter((id) => to(id) > 0),
      ['b', 'c', 'd', 'e', 'f'],
    );
  });

  test('distributes its mass as the first step did', () => {
    const to = walked(
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      { a: 3, c: 1 },
    );
    assert.ok(Math.abs(to('b') / to('d') - 3) < 1e-9);
  });

  test('starts at the twelve highest products only', () => {
    const visits = Array.from({ length: 14 }, (_, k) => [`from${k}`, `to${k}`]);
    const to = walked(visits, Object.fromEntries(visits.map(([from], k) => [from, 1 + k])));
    assert.deepEqual(
      visits.filter((_, k) => to(`to${k}`) === 0).map(([from]) => from),
      ['from0', 'from1'],
    );
  });

  test('passes on less from a product with few views', () => {
    const often = Array.from({ length: 20 }, () => ['a', 'b']);
    const to = walked([...often, ['c', 'd']], { a: 1, c: 1 });
    assert.ok(to('b') > 2 * to('d'), `${to('b')} and ${to('d')}`);
  });
});
