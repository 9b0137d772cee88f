import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FACTORS, type Factor } from '@decidable/engine/ranking';
import fc from 'fast-check';
import { untrainedModel } from '../learning/learned-model.ts';
import { NO_CATALOGUE } from '../shops/build/build-pool.ts';
import { openShop } from '../shops/shop.ts';
import { FACTOR_CODES, unpackDecision } from '../storage/decisions/packed-decision.ts';
import type { SessionId } from '../storage/ports.ts';
import { decisionOf, shortJson } from './decision-record.ts';

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

test('a list that cannot be packed is stored as text, and leaves nothing in the next one', () => {
  const shop = openShop(null, NO_CATALOGUE, untrainedModel(), undefined);
  const decided = (factor: string) => {
    const strange = { factor, signal: '', weight: 1, value: 0.5, contribution: 0.5 } as Factor;
    const twice = [strange, { ...strange, contribution: 0.25 }];
    return decisionOf({
      endpoint: '/search',
      sessionId: 's' as SessionId,
      at: 7,
      profile: undefined,
      shop,
      request: { limit: 1 },
      ranking: { items: [{ id: 'a', rank: 1, score: 0.75, scoreBreakdown: twice }] },
      json: new Uint8Array(0),
    });
  };
  const text = decided('unheard of');
  assert.ok(!('packed' in text));
  assert.equal(text.ranked, '[["a",0.75,{"unheard of":0.75}]]');
  const packed = decided('prior');
  assert.ok('packed' in packed);
  // "a" is no product of the catalogue, so the bytes name it.
  assert.equal(packed.items, null);
  const read = unpackDecision(packed.packed, 7, undefined);
  assert.equal(read.ranked, '[["a",0.75,{"prior":0.75}]]');
  assert.equal(read.replay, text.replay);
});

test('every factor of a ranking has a code', () => {
  assert.deepEqual(FACTOR_CODES.toSorted(), FACTORS.toSorted());
});
