import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readProfile } from '../../session/profile/read-profile.ts';
import { EXPERTS } from '../experts/registry.ts';
import { sessionStateOf } from '../intent/session-state.ts';
import { Mixture } from '../mixture/mixture.ts';
import { bind } from '../model/bound-model.ts';
import type { Model } from '../model/model.ts';
import { rank } from '../rank.ts';
import { NOON, randomOf, shopOf } from '../testing/shops.ts';
import type { Exposed } from './exposures.ts';
import { fitWeights } from './mixture-em.ts';
import { clickWeight, DEEPEST } from './position-bias.ts';
import { profileOf, train } from './train.ts';

/** Shoppers look at position j with chance 1/j, and want item i with the mixture of what three experts say of it. */
const TRUTH = [0.6, 0.3, 0.1];
const SHOWN = 10;
const bias = Float64Array.from({ length: DEEPEST }, (_, place) => 1 / (place + 1));

/**
 * Lists of ten items, always in the order of the second expert, and clicks of shoppers who look where the position
 * leads them and take what they want. Rows hold what each expert says of a clicked item among those shown.
 */
function clicksOfShoppers(lists: number, seed: number) {
  const random = randomOf(seed);
  const probability: number[] = [];
  const positions: number[] = [];
  for (let list = 0; list < lists; list++) {
    const opinions = TRUTH.map(() => {
      const raw = Array.from({ length: SHOWN }, () => random() ** 4 + 0.01);
      const sum = raw.reduce((total, value) => total + value, 0);
      return raw.map((value) => value / sum);
    });
    const order = Array.from({ length: SHOWN }, (_, item) => item).sort(
      (a, b) => opinions[1][b] - opinions[1][a],
    );
    order.forEach((item, place) => {
      const wanted = TRUTH.reduce((sum, share, k) => sum + share * opinions[k][item], 0);
      if (random() >= bias[place] * wanted) return;
      for (const opinion of opinions) probability.push(opinion[item]);
      positions.push(place + 1);
    });
  }
  return { probability: Float64Array.from(probability), positions };
}

function weightsOf(lists: number, importance: (position: number) => number): Float64Array {
  const { probability, positions } = clicksOfShoppers(lists, 5);
  return fitWeights(
    {
      count: positions.length,
      experts: TRUTH.length,
      probability,
      importance: Float64Array.from(positions, importance),
    },
    positions.map((_, row) => row),
    new Float64Array(TRUTH.length).fill(1),
    300,
  ).weights;
}

describe('clicks over items that were passed over', () => {
  test('recover the preferences of shoppers, weighted by the inverse of examination', () => {
    const weights = weightsOf(40_000, (position) => clickWeight(bias, position));
    for (const [k, share] of TRUTH.entries()) {
      assert.ok(Math.abs(weights[k] - share) < 0.06, `expert ${k}: ${weights[k]}, not ${share}`);
    }
  });

  test('mislead naive counting towards the expert that ranked the list', () => {
    const weights = weightsOf(40_000, () => 1);
    assert.ok(weights[1] > TRUTH[1] + 0.15, `expert 1: ${weights[1]}`);
    assert.ok(weights[0] < TRUTH[0] - 0.1, `expert 0: ${weights[0]}`);
  });
});

describe('training on exposures', () => {
  const index = shopOf(40);
  /** Shoppers who viewed a hat get a list of everything, in which the hat stands second, and take the hat. */
  const exposures: Exposed[] = Array.from({ length: 300 }, (_, n) => ({
    profile: profileOf([{ id: `p${4 * (n % 10) + 2}`, touch: 'viewed', at: NOON, step: 1 }]),
    shown: [1, 2, 3, 0].map((kind, place) => {
      const item = `p${4 * ((n * 3 + place) % 10) + kind}`;
      return { item, position: place + 1, clicked: kind === 2 && n % 3 === 0 };
    }),
  }));
  const sessions = Array.from({ length: 30 }, (_, s) => ({
    steps: [0, 1].map((k) => ({ item: `p${(s * 5 + k) % 40}`, at: NOON - 1e8 + s * 1000 + k })),
  }));

  test('moves the weights towards the experts that foresaw the clicks', () => {
    const request = { index, now: NOON, limit: 40, profile: readProfile(exposures[0].profile) };
    const share = (model: Parameters<typeof rank>[0]['model']): number =>
      rank({ ...request, model })
        .items.filter(({ id }) => Number(id.slice(1)) % 4 === 2)
        .reduce((sum, { score }) => sum + score, 0);
    const without = share(train(sessions, { index }));
    const withThem = share(train(sessions, { index, exposures }));
    assert.ok(withThem > without + 0.1, `${withThem} after ${without}`);
  });

  test('does not predict a click from the visit that it was made in', () => {
    // Shoppers go anywhere. What each clicked is in the history, too, as what followed in that visit.
    const random = randomOf(8);
    const visits = Array.from({ length: 200 }, (_, s) => ({
      at: NOON + s * 60_000,
      products: [Math.floor(random() * 40), Math.floor(random() * 40)] as const,
    }));
    const sessions = visits.map(({ at, products }) => ({
      steps: products.map((product, k) => ({ item: `p${product}`, at: at + k * 1000 })),
    }));
    const exposures: Exposed[] = visits.map(({ at, products: [seen, clicked] }) => ({
      profile: profileOf([{ id: `p${seen}`, touch: 'viewed', at, step: 1 }]),
      shown: [clicked, (clicked + 7) % 40, (clicked + 19) % 40].map((product, place) => ({
        item: `p${product}`,
        position: place + 1,
        clicked: place === 0,
      })),
    }));
    const share = (model: Model): number => {
      const mixture = new Mixture(
        sessionStateOf(bind(index, model), readProfile(exposures[0].profile), [], NOON),
      );
      mixture.close();
      return EXPERTS.experts.reduce(
        (sum, { factor }, k) =>
          factor === 'sequence' || factor === 'co-visited' ? sum + mixture.weight[k] : sum,
        0,
      );
    };
    const without = share(train(sessions, { index }));
    const withThem = share(
      train(sessions, { index, exposures, examination: new Float64Array(DEEPEST).fill(1) }),
    );
    assert.ok(withThem < without + 0.05, `${withThem} after ${without}`);
  });
});
