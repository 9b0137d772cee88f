import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { randomOf } from '../testing/shops.ts';
import { clickWeight, DEEPEST, estimateExamination, type Showing } from './position-bias.ts';

const ITEMS = 200;
const SHOWN = 10;
/** How much utilities spread over scores and over the odds of a click. */
const SPREAD = 1.2;
/** Log odds that a shopper clicks on an item of mean utility that they examine. */
const WILLING = -3;

interface Shop {
  /** Share of taste in what a shopper wants, 0 to 1; the rest is popularity, the same for all. */
  readonly personal: number;
  /** Correlation of what the ranking takes for the shopper's taste with that taste. */
  readonly quality: number;
  /** Examination falls as 1 / position to this power. */
  readonly decay: number;
}

/**
 * Rankings that were made for shoppers of different tastes by an imperfect model of these, and clicked into under the
 * position-based model. A score is the probability that the ranking gave, among all items.
 */
function simulate({ personal, quality, decay }: Shop, lists: number, seed: number): Showing[] {
  const random = randomOf(seed);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const popularity = Array.from({ length: ITEMS }, normal);
  const common = Math.sqrt(1 - personal ** 2);
  const noise = Math.sqrt(1 - quality ** 2);
  const showings: Showing[] = [];
  while (showings.length < lists) {
    const willing = WILLING + 0.5 * normal();
    const items = popularity.map((popular, item) => {
      const taste = normal();
      return {
        item,
        utility: common * popular + personal * taste,
        predicted: common * popular + personal * (quality * taste + noise * normal()) + 0.15 * normal(),
      };
    });
    const all = items.reduce((sum, { predicted }) => sum + Math.exp(SPREAD * predicted), 0);
    const first = items.sort((a, b) => b.predicted - a.predicted).slice(0, SHOWN);
    const shown = first.map(({ item, utility, predicted }, place) => {
      const attraction = 1 / (1 + Math.exp(-willing - SPREAD * utility));
      return {
        item: `i${item}`,
        position: place + 1,
        score: Math.exp(SPREAD * predicted) / all,
        clicked: random() < (place + 1) ** -decay * attraction,
      };
    });
    // A service hands over only lists that were clicked into.
    if (shown.some(({ clicked }) => clicked)) showings.push({ shown });
  }
  return showings;
}

/** Mean of how far the examination of positions 2 to 10 is off, as a share of what it is. */
function errorOf(examination: Float64Array, decay: number): number {
  let sum = 0;
  for (let place = 1; place < SHOWN; place++) {
    sum += Math.abs(examination[place] * (place + 1) ** decay - 1);
  }
  return sum / (SHOWN - 1);
}

describe('examination is found in rankings that were made for each shopper', () => {
  for (const decay of [0.5, 1]) {
    for (const personal of [0.3, 0.6, 0.9]) {
      test(`where it falls as 1/position^${decay} and ${personal} of what they want is taste`, () => {
        const showings = simulate({ personal, quality: 0.7, decay }, 5000, 7);
        const error = errorOf(estimateExamination(showings), decay);
        assert.ok(error < 0.12, `off by ${error}`);
      });
    }
  }
});

describe('examination', () => {
  const shipped = Float64Array.from({ length: DEEPEST }, (_, place) => 1 / Math.sqrt(place + 1));
  const near = (found: Float64Array, expected: Float64Array, within: number): void => {
    for (const [place, chance] of found.entries()) {
      assert.ok(Math.abs(chance - expected[place]) < within, `place ${place}: ${chance}`);
    }
  };

  test('falls as one over the root of the position where nothing is known', () => {
    near(estimateExamination([]), shipped, 1e-9);
  });

  test('is not learned from items without a score', () => {
    const unscored = simulate({ personal: 0.5, quality: 0.7, decay: 2 }, 200, 3).map(({ shown }) => ({
      shown: shown.map(({ item, position, clicked }) => ({ item, position, clicked })),
    }));
    near(estimateExamination(unscored), shipped, 1e-9);
  });

  test('is the same on whatever scale the scores of a list are', () => {
    const showings = simulate({ personal: 0.5, quality: 0.7, decay: 1 }, 500, 3);
    const rescaled = showings.map(({ shown }, list) => ({
      shown: shown.map((item) => ({ ...item, score: item.score! * (1 + (list % 7)) })),
    }));
    near(estimateExamination(rescaled), estimateExamination(showings), 1e-4);
  });

  test('is at most that of the first position, and finite, whatever the scores', () => {
    const shown = [0, 1e-300, 1].map((score, k) => ({
      item: `${k}`,
      position: k + 1,
      clicked: k === 2,
      score,
    }));
    const found = estimateExamination(Array.from({ length: 500 }, () => ({ shown })));
    assert.ok(found.every((chance) => chance >= 0 && chance <= 1));
  });
});

test('a click counts the inverse of its examination, up to ten', () => {
  const examination = Float64Array.from({ length: DEEPEST }, (_, place) => 1 / (place + 1));
  assert.equal(clickWeight(examination, 1), 1);
  assert.equal(clickWeight(examination, 4), 4);
  assert.equal(clickWeight(examination, 40), 10);
  assert.equal(clickWeight(examination, 4000), 10);
});
