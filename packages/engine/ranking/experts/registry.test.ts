import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { sessionStateOf } from '../intent/session-state.ts';
import { emptyModel } from '../learning/empty-model.ts';
import { fitGate } from '../learning/gate-fit.ts';
import { deserialise, serialise } from '../learning/model-format.ts';
import { ObservationRecorder } from '../learning/observation-recorder.ts';
import { train } from '../learning/train.ts';
import { breakdownOf, scoreOf } from '../mixture/explanation.ts';
import { Mixture } from '../mixture/mixture.ts';
import { bind } from '../model/bound-model.ts';
import type { Model } from '../model/model.ts';
import { NOON, randomOf, session, shopOf } from '../testing/shops.ts';
import type { ExpertGroup } from './expert.ts';
import { EXPERTS, ExpertRegistry } from './registry.ts';

const index = shopOf(60);

/** A made-up expert: every third product is on the shop's front page. */
const frontPage: ExpertGroup = {
  experts: [{ name: 'front-page', factor: 'catalogue', scores: 'sparse', share: 0.2, doubt: 1 }],
  score({ bound }, sparse, expert) {
    const { size, catalogueRow } = bound.index;
    for (let product = 0; product < size; product++) {
      if ((catalogueRow?.[product] ?? product) % 3 === 0) sparse.add(product, expert, 1);
    }
    return { signal: () => 'on_the_front_page' };
  },
};
const registry = new ExpertRegistry([...EXPERTS.groups.slice(0, -1), frontPage, EXPERTS.groups.at(-1)!]);
const number = registry.numberOf('front-page');

const stateOf = (model = emptyModel(registry)) =>
  sessionStateOf(bind(index, model), session('product_view:p3', 'product_view:p7'), [], NOON);

/** The weight of the made-up expert after two views. */
const weightIn = (model: Model): number => {
  const mixture = new Mixture(stateOf(model), registry);
  mixture.close();
  return mixture.weight[number]!;
};

describe('an expert that is listed in the registry', () => {
  it('raises the products that it scores, with its signal in a breakdown that adds up', () => {
    const mixture = new Mixture(stateOf(), registry);
    const scores = mixture.scores();
    const others = new Mixture(stateOf(emptyModel()));
    const without = others.scores();
    assert.ok(scores[30]! > without[30]!);
    assert.ok(scores[31]! < without[31]!);
    const breakdown = breakdownOf(mixture, 30);
    const factor = breakdown.find(({ signal }) => signal === 'on_the_front_page');
    assert.equal(factor?.factor, 'catalogue');
    assert.equal(factor?.value, 1 / 20);
    assert.ok(Math.abs(scoreOf(breakdown) - scores[30]!) < 1e-15);
    mixture.close();
    others.close();
  });

  it('gains weight where it predicts the history', () => {
    const observations = new ObservationRecorder(registry);
    for (let k = 0; k < 400; k++) {
      const mixture = new Mixture(stateOf(), registry);
      observations.add(mixture, 9 + 3 * (k % 15));
      mixture.close();
    }
    const weights = fitGate(observations.observations, registry);
    const fitted = new Mixture(stateOf({ ...emptyModel(registry), weights }), registry);
    const shipped = new Mixture(stateOf(), registry);
    assert.ok(fitted.weight[number]! > 2 * shipped.weight[number]!);
    fitted.close();
    shipped.close();
  });

  it('is trained with the others, and gains weight where it predicts the sessions', () => {
    /** The trained weight in a history of visits to every `stride`th product at random. */
    const weightAfter = (stride: number): number => {
      const random = randomOf(1);
      const sessions = Array.from({ length: 200 }, (_, k) => ({
        steps: Array.from({ length: 6 }, (_, step) => ({
          item: `p${stride * Math.floor((random() * index.size) / stride)}`,
          at: NOON - 1e8 + k * 60_000 + step * 1000,
        })),
      }));
      return weightIn(train(sessions, { index, experts: registry }));
    };
    const shipped = weightIn(emptyModel(registry));
    assert.ok(weightAfter(3) > 2 * shipped);
    assert.ok(weightAfter(1) < shipped);
  });

  it('gains weight where its products are clicked in rankings that were shown', () => {
    /** The weight after clicks on products whose number leaves this remainder by three. */
    const weightAfter = (remainder: number): number => {
      const random = randomOf(1);
      const exposures = Array.from({ length: 200 }, () => {
        const clicked = Math.floor(random() * 3);
        return {
          profile: session('product_view:p7', 'product_view:p8'),
          shown: [0, 1, 2].map((place) => ({
            item: `p${3 * (3 + Math.floor(random() * 16)) + ((remainder + place - clicked + 3) % 3)}`,
            position: place + 1,
            clicked: place === clicked,
          })),
        };
      });
      return weightIn(train([], { index, experts: registry, exposures }));
    };
    assert.ok(weightAfter(0) > 2 * weightAfter(1));
  });

  it('keeps its weight in a stored model, and next to none in a model from before it', () => {
    const model = emptyModel(registry);
    const kept = deserialise(serialise(model, registry), registry);
    assert.deepEqual(kept.weights, model.weights);
    const before = deserialise(serialise(emptyModel()), registry);
    const mixture = new Mixture(stateOf(before), registry);
    assert.ok(mixture.weight[number]! < 1e-6);
    mixture.close();
  });
});

test('experts change nothing in the session state', () => {
  const profile = session('product_view:p3', 'search:leather boots', 'price_filter:20-90', 'product_view:p9');
  const state = sessionStateOf(bind(index, emptyModel()), profile, [], NOON);
  const { bound, computed: _, ...own } = state;
  const before = structuredClone(own);
  const mixture = new Mixture(Object.freeze(state));
  mixture.scores();
  mixture.close();
  assert.deepEqual(own, before);
  assert.equal(state.bound, bound);
});

test('two mixtures that are open at the same time score as if each were alone', () => {
  const profiles = [session('product_view:p3', 'search:canvas'), session('category_view:hats')];
  const mixtureOf = (k: number): Mixture =>
    new Mixture(sessionStateOf(bind(index, emptyModel()), profiles[k]!, [], NOON));
  const alone = profiles.map((_, k) => {
    const mixture = mixtureOf(k);
    const scores = mixture.scores().slice();
    mixture.close();
    return scores;
  });
  const [first, second] = [mixtureOf(0), mixtureOf(1)];
  const [ofSecond, ofFirst] = [second.scores(), first.scores()];
  assert.deepEqual(ofFirst, alone[0]);
  assert.deepEqual(ofSecond, alone[1]);
  assert.deepEqual(breakdownOf(first, 5), breakdownOf(first, 5));
  first.close();
  second.close();
});

test('a mixture that was never closed takes nothing from the next one', () => {
  const state = stateOf(emptyModel());
  const lost = new Mixture(state);
  const scores = lost.scores().slice();
  const next = new Mixture(state);
  assert.deepEqual(next.scores(), scores);
  next.close();
});

describe('the registry refuses', () => {
  it('two experts of one name', () => {
    assert.throws(() => new ExpertRegistry([frontPage, ...EXPERTS.groups, frontPage]), /same name/);
  });

  it('a last expert that is not the prior', () => {
    assert.throws(() => new ExpertRegistry(EXPERTS.groups.slice(0, -1)), /prior is the last/);
  });

  it('a name that no expert has', () => {
    assert.throws(() => EXPERTS.numberOf('voice'), /No expert is called voice/);
  });
});
