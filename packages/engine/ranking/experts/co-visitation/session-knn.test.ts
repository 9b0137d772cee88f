import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { modelOf, visitTo } from '../../testing/expert-probe.ts';
import { EXPERTS } from '../registry.ts';
import { SparseScores } from '../sparse-scores.ts';
import { SessionKnn } from './session-knn.ts';

const NEAR = EXPERTS.numberOf('covisited-sessions');
const WIDE = EXPERTS.numberOf('covisited-wide');

/** The visits found for a session, with their similarity. */
function foundIn(visits: readonly (readonly string[])[], ...session: readonly string[]) {
  const { log, numbers, vocabulary } = modelOf(...visits.map((items) => visitTo(...items)));
  const neighbours = new SessionKnn();
  neighbours.find(
    log,
    Int32Array.from(session, (id) => numbers.get(id) ?? -1),
    session.length,
  );
  const similar = new Map<number, number>();
  for (let n = 0; n < neighbours.count; n++) similar.set(neighbours.sessions[n], neighbours.similarity[n]);
  const gathered = (): ((id: string) => readonly [near: number, wide: number]) => {
    const evidence = new SparseScores(EXPERTS.count);
    evidence.open(new Int32Array(vocabulary.length).fill(-1));
    neighbours.score(log, Int32Array.from(vocabulary.keys()), evidence, NEAR, WIDE);
    return (id) => {
      const row = evidence.find(numbers.get(id)!);
      return row < 0 ? [0, 0] : [evidence.values[row + NEAR], evidence.values[row + WIDE]];
    };
  };
  return { similar, gathered };
}

describe('similar sessions', () => {
  test('share a product with the session, and are more similar the more they share', () => {
    const { similar } = foundIn([['a', 'b'], ['a', 'c'], ['d']], 'a', 'b');
    assert.deepEqual([...similar.keys()].sort(), [0, 1]);
    assert.ok(similar.get(0)! > similar.get(1)!);
  });

  test('weigh a product less the older its view and the more sessions hold it', () => {
    const late = foundIn(
      [
        ['a', 'x'],
        ['b', 'y'],
      ],
      'a',
      'b',
    ).similar;
    assert.ok(late.get(1)! > 2 * late.get(0)!);
    const common = foundIn([['a', 'x'], ['a', 'y'], ['a', 'z'], ['b', 'x'], ['c']], 'b', 'a').similar;
    const rare = foundIn([['a', 'x'], ['e', 'y'], ['e', 'z'], ['b', 'x'], ['c']], 'b', 'a').similar;
    assert.ok(common.get(0)! < rare.get(0)!);
  });

  test('count a product once, however often it was viewed', () => {
    const once = foundIn([['a', 'b']], 'a').similar;
    assert.deepEqual(foundIn([['a', 'b']], 'a', 'a').similar, once);
    assert.deepEqual(foundIn([['a', 'b', 'a', 'a']], 'a').similar, once);
  });

  test('are the 500 most similar, the newest among equals', () => {
    const others = Array.from({ length: 300 }, () => ['a', 'x']);
    const close = Array.from({ length: 300 }, () => ['b', 'y']);
    const { similar } = foundIn([...others, ...close], 'a', 'b');
    assert.equal(similar.size, 500);
    const from = (first: number, end: number): number =>
      [...similar.keys()].filter((visit) => visit >= first && visit < end).length;
    assert.equal(from(300, 600), 300, 'those with the last product');
    assert.equal(from(100, 300), 200, 'the newest of the others');
  });

  test('score products near the shared one highest, and those after it above those before', () => {
    const near = foundIn([['v', 'w', 'a', 'x', 'y']], 'a').gathered();
    assert.ok(near('x')[0] > near('w')[0] && near('w')[0] > near('v')[0] && near('x')[0] > near('y')[0]);
    assert.equal(near('x')[1], near('v')[1]);
    assert.deepEqual(near('a'), [0, 0]);
  });

  test('count less the older and the longer they are', () => {
    const by = foundIn([['a', 'x'], ['q'], ['r'], ['s'], ['a', 'y']], 'a').gathered();
    assert.ok(by('y')[1] > by('x')[1]);
    const long = foundIn([['a', 'x', 'l', 'm', 'n', 'o']], 'a').gathered();
    const short = foundIn([['a', 'x']], 'a').gathered();
    assert.ok(short('x')[1] > long('x')[1]);
  });

  test('are found the same for a later session', () => {
    const { log } = modelOf(visitTo('a', 'b'), visitTo('a', 'c'));
    const neighbours = new SessionKnn();
    const find = (): number[] => {
      neighbours.find(log, Int32Array.of(0), 1);
      return [...neighbours.similarity.subarray(0, neighbours.count)];
    };
    assert.deepEqual(find(), find());
  });
});
