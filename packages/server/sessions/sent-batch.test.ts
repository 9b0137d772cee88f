import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sentBatch } from './sent-batch.ts';

const digest = (...signals: { type: string; value?: string; at?: number }[]) =>
  sentBatch('b', signals)?.digest;

it('a call without an id is no batch', () => {
  assert.equal(sentBatch(undefined, [{ type: 'search', value: 'boots' }]), undefined);
});

it('the id of a batch is the same in every Unicode form', () => {
  assert.equal(sentBatch('cafe\u0301', [])?.id, sentBatch('caf\u00e9', [])?.id);
});

it('a late retry, which states the times of its signals, has the same digest', () => {
  assert.equal(
    digest({ type: 'search', value: 'boots', at: 7 }, { type: 'product_view', value: 'p1' }),
    digest({ type: 'search', value: 'boots' }, { type: 'product_view', value: 'p1', at: 9 }),
  );
});

it('other types, values, numbers and orders of signals have other digests', () => {
  const [view, sort] = [{ type: 'product_view', value: 'p1' }, { type: 'sort' }];
  const all = [
    digest(),
    digest(view),
    digest(sort),
    digest(view, sort),
    digest(sort, view),
    digest(view, view),
    digest({ type: 'product_view', value: 'p2' }),
    digest({ type: 'compare', value: 'p1' }),
    digest({ type: 'sort', value: '' }),
    digest({ type: 'product_view' }, { type: 'p1' }),
  ];
  assert.equal(new Set(all).size, all.length);
});
