import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waysOfShopping } from '../../session/personas/personas.ts';
import type { Persona, Profile } from '../../session/types.ts';
import { EXPERTS } from '../experts/registry.ts';
import { defaultWeights } from '../mixture/gate.ts';
import type { TrainingSession } from '../model/training-session.ts';
import { MOST_STEPS_PER_VISIT } from '../model/visit-share.ts';
import { NOON, randomOf, session, shopOf } from '../testing/shops.ts';
import { train } from './train.ts';

const index = shopOf(120);

/** Shoppers who view a category, and then go to a product of it, or to any. */
function visits(heeding: boolean): TrainingSession[] {
  const random = randomOf(6);
  return Array.from({ length: 200 }, (_, s) => {
    const kind = Math.floor(random() * 4);
    const product = heeding ? 4 * Math.floor(random() * 30) + kind : Math.floor(random() * 120);
    const before = session(`category_view:${['boots', 'sandals', 'hats', 'scarves'][kind]}`);
    return { steps: [{ item: `p${product}`, at: NOON + s * 60_000, before }] };
  });
}

test('explicit signals count as much as shoppers follow them', () => {
  const category = (sessions: TrainingSession[]): number =>
    train(sessions, { index }).weights.stated[EXPERTS.numberOf('category')];
  const heeded = category(visits(true));
  const ignored = category(visits(false));
  assert.ok(heeded > ignored + 0.05, `${heeded} and ${ignored}`);
});

test('a persona counts as much as shoppers follow it', () => {
  const cheapestFirst = [...Array(index.size).keys()].sort((a, b) => index.priceRank[a] - index.priceRank[b]);
  const dearestFirst = cheapestFirst.toReversed();
  const persona = (among: number, personasOf?: (profile: Profile) => readonly Persona[]): number => {
    const random = randomOf(7);
    const sessions = Array.from({ length: 200 }, (_, s): TrainingSession => {
      const sorted = s % 2 ? dearestFirst : cheapestFirst;
      const product = sorted[Math.floor(random() * among)];
      const before = session(s % 2 ? 'sort:price_desc' : 'sort:price_asc');
      return { steps: [{ item: `p${product}`, at: NOON + s * 60_000, before }] };
    });
    return train(sessions, { index, ...(personasOf && { personasOf }) }).weights.stated[
      EXPERTS.numberOf('persona')
    ];
  };
  const ways = (profile: Profile) => waysOfShopping(profile, profile.lastSeenAt);
  const [heeded, ignored, unheard] = [persona(30, ways), persona(120, ways), persona(30)];
  assert.ok(heeded > 1.5 * unheard && ignored < unheard, `${heeded}, ${ignored} and ${unheard}`);
});

/** One visit to many products, after visits to two each. */
function withRobot(steps: number): TrainingSession[] {
  const visit = (length: number, begin: number): TrainingSession => ({
    steps: Array.from({ length }, (_, k) => ({ item: `p${(k * 7) % 120}`, at: begin + k })),
  });
  const others = Array.from({ length: 20 }, (_, s) => visit(2, NOON + s * 60_000));
  return [...others, visit(steps, NOON + 3_600_000)];
}

test('of one visit the first 100 steps are predicted, so that no robot decides the weights', () => {
  const predicted = (steps: number): number => {
    let asked = 0;
    const personasOf = () => {
      asked++;
      return [];
    };
    train(withRobot(steps), { index, personasOf });
    return asked;
  };
  // Each step is predicted twice, once for the exponents and once for the weights; the first of a visit is not
  // predicted.
  assert.equal(predicted(MOST_STEPS_PER_VISIT) - predicted(MOST_STEPS_PER_VISIT - 1), 2);
  assert.equal(predicted(MOST_STEPS_PER_VISIT + 1), predicted(MOST_STEPS_PER_VISIT));
  assert.equal(predicted(3_000), predicted(MOST_STEPS_PER_VISIT));
});

test('training is the same whatever the order in which sessions are given', () => {
  const sessions = visits(true);
  const one = train(sessions, { index });
  const other = train([...sessions].reverse(), { index });
  assert.deepEqual(other.weights, one.weights);
  assert.deepEqual(other.log.items.slice(0, 200), one.log.items.slice(0, 200));
});

test('training on nothing gives the default weights', () => {
  const { gate, stated: said } = train([], { index }).weights;
  const shipped = defaultWeights();
  assert.deepEqual(said, shipped.stated);
  gate.forEach((weight, at) => {
    assert.ok(Math.abs(weight - shipped.gate[at]) < 1e-9);
  });
});
