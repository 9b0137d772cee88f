import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InvalidInput } from '../../errors.ts';
import { type SentOrder, shopOrder } from './order-fields.ts';

const NOW = Date.UTC(2026, 2, 5);
const order = (more: SentOrder = {}) =>
  shopOrder({ orderId: '1001', at: '2026-03-04T12:30:00Z', products: ['p1'], ...more }, NOW);
const fault = (more: SentOrder): string => {
  try {
    order(more);
  } catch (error) {
    assert.ok(error instanceof InvalidInput);
    return error.message;
  }
  return 'none';
};

describe('an order', () => {
  it('has its ids trimmed, in one Unicode form, and numbers as texts', () => {
    const { orderId, sessionId, decisionId, products } = order({
      orderId: 1001,
      sessionId: ' cafe\u0301 ',
      decisionId: 7,
      products: [5, { id: ' p1 ', quantity: '2' }],
    });
    assert.deepEqual([orderId, sessionId, decisionId], ['1001', 'caf\u00e9', '7']);
    assert.deepEqual(products, [{ id: '5' }, { id: 'p1', quantity: 2 }]);
  });

  it('names no session where the field is empty', () => {
    for (const none of [undefined, null, '', ' ']) assert.ok(!('sessionId' in order({ sessionId: none })));
  });

  it('has a time with its zone, as shops write it', () => {
    const noon = Date.UTC(2026, 2, 4, 12);
    for (const at of [
      '2026-03-04T12:00:00Z',
      '2026-03-04T13:00:00.000+01:00',
      '2026-03-04 07:00:00 -0500',
      '2026-03-04 12:00:00 UTC',
      '2026-03-04 13:00 +01',
      noon,
      String(noon),
    ]) {
      assert.equal(order({ at }).at, noon, String(at));
    }
  });

  it('is refused with the field without a time, with one without zone, and with one that cannot be', () => {
    for (const at of [
      undefined,
      '',
      '2026-03-04',
      '2026-03-04T12:00:00',
      '04/03/2026 12:00 Z',
      '2026-02-31T12:00:00Z',
      '2026-03-04T25:00:00Z',
      NOW / 1_000,
      Date.UTC(2000, 0, 1) - 1,
      Number.NaN,
    ]) {
      assert.match(fault({ at }), /^at: give the time of the order with its time zone/, String(at));
    }
  });

  it('may be as far ahead as clocks differ', () => {
    assert.equal(order({ at: NOW + 600_000 }).at, NOW + 600_000);
    assert.equal(fault({ at: NOW + 600_001 }), 'at: this time has yet to come.');
  });

  it('has ids of at most 128 characters, and products of 256', () => {
    for (const field of ['orderId', 'sessionId', 'decisionId']) {
      assert.equal(fault({ [field]: '🔑'.repeat(128) }), 'none');
      assert.match(fault({ [field]: '🔑'.repeat(129) }), new RegExp(`^${field}: .*128`));
      assert.match(fault({ [field]: ['x'] }), new RegExp(`^${field}: give a text`));
    }
    assert.equal(fault({ products: ['x'.repeat(256)] }), 'none');
    assert.match(fault({ products: ['p', 'x'.repeat(257)] }), /^products\[1\]: .*256/);
    assert.equal(fault({ orderId: ' ' }), 'orderId: it is missing.');
  });

  it('has 1 to 1,000 products', () => {
    const products = (count: number) => Array.from({ length: count }, (_, i) => `p${i}`);
    assert.equal(order({ products: products(1_000) }).products.length, 1_000);
    assert.match(fault({ products: products(1_001) }), /^products: .*1000/);
    for (const none of [undefined, [], 'p1', {}]) assert.match(fault({ products: none }), /^products: name/);
    assert.equal(fault({ products: [{ quantity: 1 }] }), 'products[0].id: it is missing.');
  });

  it('has quantities above 0', () => {
    assert.deepEqual(order({ products: [{ id: 'p', quantity: 0.5 }] }).products, [
      { id: 'p', quantity: 0.5 },
    ]);
    for (const quantity of [0, -1, '1,5', 'two', Number.POSITIVE_INFINITY, [], true]) {
      assert.match(
        fault({ products: [{ id: 'p', quantity }] }),
        /^products\[0\]\.quantity: give a number above 0/,
      );
    }
  });

  it('adds up a product that stands twice', () => {
    const products = [{ id: 'p', quantity: 2 }, 'q', { id: 'p', quantity: 3 }, 'q'];
    assert.deepEqual(order({ products }).products, [{ id: 'p', quantity: 5 }, { id: 'q' }]);
  });
});
