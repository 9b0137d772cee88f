import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '@decidable/contract';
import { fieldsNamed } from './fields-named.ts';

const named = (path: '/search' | '/rerank' | '/track' | '/event', body: object) =>
  fieldsNamed(endpoints[path].request, body);

test('of a request the fields are kept that the interface names, in their order', () => {
  const body = { more: [[[]]], organizationId: 'o', sessionId: 's', signals: [{ at: 1, of: 2, type: 'x' }] };
  assert.equal(
    JSON.stringify(named('/track', body)),
    '{"organizationId":"o","sessionId":"s","signals":[{"at":1,"type":"x"}]}',
  );
});

test('what callers name themselves is kept: attributes of products, and the data of an event', () => {
  const products = [{ id: '1', colour: 'red', sizes: [1, 'two'] }, JSON.parse('{"id":"2","__proto__":"x"}')];
  assert.equal(JSON.stringify(named('/search', { products })), JSON.stringify({ products }));
  const data = { any: { thing: [1, { at: 'all' }] } };
  assert.deepEqual(named('/event', { data }), { data });
});

test('entries of several kinds keep what their kind has', () => {
  const results = ['1', { id: '2', attributes: { colour: 'red' }, more: 1 }];
  assert.deepEqual(named('/rerank', { results }), {
    results: ['1', { id: '2', attributes: { colour: 'red' } }],
  });
});
