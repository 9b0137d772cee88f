import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { shortJson } from './decisions.ts';

test('a request is kept as the JSON that it is, up to a length, and not at all beyond', () => {
  fc.assert(
    fc.property(
      fc.record({ products: fc.array(fc.jsonValue()), query: fc.string(), limit: fc.constant(undefined) }),
      (request) => {
        const json = JSON.stringify(request);
        assert.equal(shortJson(request, json.length), json);
        assert.equal(shortJson(request, json.length - 1), undefined);
      },
    ),
  );
});
