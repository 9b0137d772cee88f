import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StoreUnavailable } from '../../ports.ts';
import { GroupMark } from './group-mark.ts';

/** A connection that answers as told. */
const answering = (answers: readonly (() => Promise<readonly { readonly number: number }[]>)[]) => {
  const left = [...answers];
  return { query: () => left.shift()!() } as unknown as Parameters<GroupMark['isCommitted']>[0];
};

const soon = () => performance.now() + 20;
const later = () => performance.now() + 60_000;
const away = () => Promise.reject(new StoreUnavailable(new Error('away')));
const says = (number: number) => () => Promise.resolve([{ number }]);

describe('whether the last group was committed', () => {
  it('is what the mark in the store says, also when the store was away at first', async () => {
    const mark = new GroupMark();
    mark.next();
    assert.equal(await mark.isCommitted(answering([away, says(1)]), later()), true);
    assert.equal(await mark.isCommitted(answering([away, away, says(0)]), later()), false);
  });

  it('is not waited for longer than told where the store is silent', async () => {
    const mark = new GroupMark();
    mark.next();
    assert.equal(await mark.isCommitted(answering([() => new Promise(() => {})]), soon()), undefined);
    assert.equal(await mark.isCommitted(answering([away, () => new Promise(() => {})]), soon()), undefined);
  });

  it('is not asked where the time is over', async () => {
    assert.equal(await new GroupMark().isCommitted(answering([]), performance.now()), undefined);
  });
});
