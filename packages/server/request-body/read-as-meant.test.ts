import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endpoints } from '@decidable/contract';
import { DomainError } from '../errors.ts';
import { checkFields } from './fields.ts';

const own = { sessionId: 's', organizationId: 'o' };
const read = (path: keyof typeof endpoints, fields: object) =>
  checkFields(endpoints[path], { ...own, ...structuredClone(fields) });
const refused = (path: keyof typeof endpoints, fields: object, message: RegExp) =>
  assert.throws(
    () => read(path, fields),
    (error) => error instanceof DomainError && message.test(error.message),
  );

describe('a body is read as it was meant', () => {
  it('with whole numbers for ids, also in lists and beside attributes that are numbers', () => {
    assert.deepEqual(read('/exposure', { decisionId: 'd', items: [7, 'b', { id: 9, position: 2 }] }), {
      ...own,
      decisionId: 'd',
      items: ['7', 'b', { id: '9', position: 2 }],
    });
    assert.deepEqual(read('/search', { products: [{ id: 12, price: 5 }] }), {
      ...own,
      products: [{ id: '12', price: 5 }],
    });
    assert.deepEqual(
      read('/rerank', { sessionId: 4711, results: [1, { id: 2, score: 3, attributes: { price: 4 } }] }),
      { ...own, sessionId: '4711', results: ['1', { id: '2', score: 3, attributes: { price: 4 } }] },
    );
    assert.deepEqual(read('/track', { signals: [{ type: 'product_view', value: 31, at: 5 }] }), {
      ...own,
      signals: [{ type: 'product_view', value: '31', at: 5 }],
    });
  });

  it('without optional fields that are null', () => {
    assert.deepEqual(read('/track', { batchId: null, signals: [{ type: 'search', value: 'x', at: null }] }), {
      ...own,
      signals: [{ type: 'search', value: 'x' }],
    });
    assert.deepEqual(read('/rerank', { results: [{ id: 'a', score: null }], limit: null }), {
      ...own,
      results: [{ id: 'a' }],
    });
  });

  it('and refused where it may be meant otherwise: fractions, long numbers, numbers for names, null for what is required', () => {
    refused('/exposure', { decisionId: 'd', items: [1.5] }, /^items\[0\] must be text or an object/);
    refused('/exposure', { decisionId: 'd', items: [2 ** 53] }, /^items\[0\] must be text/);
    refused('/event', { name: 5 }, /^name must be text, not a number\. Put it in quotes\.$/);
    refused('/event', { name: 'n', sessionId: null }, /^sessionId must be text, not null/);
    refused('/track', { signals: [null] }, /^signals\[0\] must be an object/);
  });

  it('as it is where it fits: null is a value of an attribute', () => {
    const products = [{ id: 'a', colour: null }];
    assert.deepEqual(read('/search', { products }), { ...own, products });
  });
});
