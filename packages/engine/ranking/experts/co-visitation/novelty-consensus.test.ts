import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildIndex } from '../../indexing/catalogue-index.ts';
import { sessionStateOf } from '../../intent/session-state.ts';
import { profileOf, train } from '../../learning/train.ts';
import { Mixture } from '../../mixture/mixture.ts';
import { bind } from '../../model/bound-model.ts';
import { type Model, update } from '../../model/model.ts';
import type { TrainingSession } from '../../model/training-session.ts';
import { catalogueOf, NOON, ROLES } from '../../testing/shops.ts';
import { EXPERTS } from '../registry.ts';

const ONWARD = EXPERTS.numberOf('covisited-onward');
const COLOURS = ['red', 'blue'];
/** p0, p2, … are red; p1, p3, … are blue. */
const index = buildIndex(
  catalogueOf(Array.from({ length: 40 }, (_, i) => ({ id: `p${i}`, type: 'hats', colour: COLOURS[i % 2] }))),
  ROLES,
);

const visit = (at: number, ...products: readonly number[]): TrainingSession => ({
  steps: products.map((product, k) => ({ item: `p${product}`, at: at + k * 1000 })),
});

/** The expert's score of every product for a session that viewed these, and its confidence. */
function onwardOf(
  model: Model,
  ...products: readonly number[]
): { readonly says: number[]; readonly sure: number } {
  const profile = profileOf(
    products.map((product, k) => ({ id: `p${product}`, touch: 'viewed', at: NOON + k * 1000, step: k + 1 })),
  );
  const mixture = new Mixture(sessionStateOf(bind(index, model), profile, [], profile.lastSeenAt));
  const scores = new Float64Array(EXPERTS.count);
  const says = Array.from({ length: index.size }, (_, product) => {
    mixture.expertScores(product, scores);
    return scores[ONWARD];
  });
  mixture.close();
  return { says, sure: mixture.confidence[ONWARD] };
}

/** Visits from each product to the two after the next, and back. */
const model = train(
  Array.from({ length: 60 }, (_, s) =>
    visit(NOON - 1e8 + s * 60_000, s % 40, (s + 2) % 40, s % 40, (s + 3) % 40),
  ),
  { index },
);

describe('the novelty consensus', () => {
  test('scores only products that are new to the session', () => {
    const { says } = onwardOf(model, 5, 7, 4);
    for (const seen of [4, 5, 7]) assert.equal(says[seen], 0);
    assert.ok(says[6] > 0.1, `${says[6]}`);
    assert.ok(Math.abs(says.reduce((sum, p) => sum + p, 0) - 1) < 1e-12);
  });

  test('scores products higher that resemble the viewed ones', () => {
    // As many visits went from p10 to p12 as to p13.
    const even = train([], { index });
    for (let s = 0; s < 20; s++) update(even, [visit(NOON - 1e7 + s * 60_000, 10, s % 2 === 0 ? 12 : 13)]);
    const { says } = onwardOf(even, 10);
    assert.ok(says[12] > 1.1 * says[13], `${says[12]} red, ${says[13]} blue`);
    const { says: fromBlue } = onwardOf(even, 1, 10, 3, 10);
    assert.ok(fromBlue[12] / fromBlue[13] < says[12] / says[13]);
  });

  test('is silent without followers, and gains confidence with them', () => {
    assert.equal(onwardOf(train([], { index }), 10).sure, 0);
    const young = train([], { index });
    update(young, [visit(NOON - 1e7, 10, 12)]);
    const once = onwardOf(young, 10).sure;
    for (let s = 1; s < 20; s++) update(young, [visit(NOON - 1e7 + s * 60_000, 10, 12)]);
    const often = onwardOf(young, 10).sure;
    assert.ok(once > 0 && often > once + 0.1, `${once} and ${often}`);
  });
});
