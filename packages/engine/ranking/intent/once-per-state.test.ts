import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Computed, oncePerState } from './once-per-state.ts';

test('a value is computed once for each state and number, also where it is undefined', () => {
  const asked: [string, number][] = [];
  const read = oncePerState((state: { readonly name: string; readonly computed: Computed }, number) => {
    asked.push([state.name, number]);
    return number === 1 ? undefined : `${state.name} ${number}`;
  });
  const [one, two] = ['one', 'two'].map((name) => ({ name, computed: new Computed() }));
  for (let again = 0; again < 2; again++) {
    assert.equal(read(one!, 0), 'one 0');
    assert.equal(read(one!, 1), undefined);
    assert.equal(read(two!, 0), 'two 0');
  }
  assert.deepEqual(asked, [
    ['one', 0],
    ['one', 1],
    ['two', 0],
  ]);
});

test('readers of one state do not meet', () => {
  type State = { readonly computed: Computed };
  const first = oncePerState((_: State) => 'first');
  const second = oncePerState((_: State) => 'second');
  const state = { computed: new Computed() };
  assert.equal(first(state, 0), 'first');
  assert.equal(second(state, 0), 'second');
});
