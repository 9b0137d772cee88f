import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Factor } from '@decidable/engine/ranking';
import fc from 'fast-check';
import { untrainedModel } from '../learning/learned-model.ts';
import { NO_CATALOGUE } from '../shops/build/build-pool.ts';
import { openShop } from '../shops/shop.ts';
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

test('a decision that could not be written leaves nothing in the next one', () => {
  const shop = openShop(null, NO_CATALOGUE, untrainedModel(), undefined);
  const rankedAs = (factor: string): string => {
    const broken = { factor, signal: '', weight: 1, value: 0.5, contribution: 0.5 } as Factor;
    return decisionOf({
      endpoint: '/catalog/ranked',
      sessionId: 's' as SessionId,
      at: 0,
      profile: undefined,
      shop,
      request: {},
      ranking: { items: [{ id: 'a', rank: 1, score: 0.5, scoreBreakdown: [broken] }] },
      json: new Uint8Array(0),
    }).ranked;
  };
  assert.throws(() => rankedAs('unheard of'));
  assert.equal(rankedAs('prior'), '[["a",0.5,{"prior":0.5}]]');
});
