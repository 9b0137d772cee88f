import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runToEnd } from '../../../primitives/run-to-end.ts';
import { columnLifts } from '../../experts/columns/attribute.ts';
import { buildIndex, type CatalogueIndex } from '../../indexing/catalogue-index.ts';
import { sessionStateOf } from '../../intent/session-state.ts';
import { emptyModel } from '../../learning/empty-model.ts';
import { chooseInteraction } from '../../learning/interaction-choice.ts';
import { deserialise, serialise } from '../../learning/model-format.ts';
import { train } from '../../learning/train.ts';
import { rank } from '../../rank.ts';
import { rankProducts } from '../../rerank.ts';
import { catalogueOf, NOON, ROLES, randomOf, session, sumOf } from '../../testing/shops.ts';
import { bind } from '../bound-model.ts';
import { type Model, update } from '../model.ts';
import type { TrainingSession } from '../training-session.ts';
import {
  columnInteractionOf,
  combinationsOf,
  interactionGain,
  interactionLifts,
} from './column-interaction.ts';
import { TRANSITION_SIZE } from './item-transitions.ts';

const TYPES = 3;
const PAGES = 4;
const SIZE = 120;
const typeOf = (product: number): number => product % TYPES;
const pageOf = (product: number): number => Math.floor(product / TYPES) % PAGES;

/** Three types on four pages each, ten products a page; `shade` is anything. */
const shop = (size = SIZE): CatalogueIndex =>
  buildIndex(
    catalogueOf(
      Array.from({ length: size }, (_, i) => ({
        id: `p${i}`,
        type: `t${typeOf(i)}`,
        page: `page ${pageOf(i)}`,
        shade: `s${Math.floor(i / 5) % 4}`,
      })),
    ),
    ROLES,
  );

/** Shoppers who stay on the page of a type, or go to another type: at its first page, or at any. */
function visits(enters: 'first' | 'any', count = 200): TrainingSession[] {
  const random = randomOf(7);
  return Array.from({ length: count }, (_, s) => {
    let at = Math.floor(random() * SIZE);
    const steps = Array.from({ length: 6 }, (_, k) => {
      if (k > 0) {
        const stays = random() < 0.7;
        const page =
          !stays && enters === 'first' ? 0 : random() < 0.5 ? pageOf(at) : Math.floor(random() * PAGES);
        const type = stays ? typeOf(at) : Math.floor(random() * TYPES);
        at = type + TYPES * (page + PAGES * Math.floor((random() * SIZE) / (TYPES * PAGES)));
      }
      return { item: `p${at}`, at: NOON + s * 60_000 + k * 1000 };
    });
    return { steps };
  });
}

const learned = new Map<string, Model>();
function model(enters: 'first' | 'any'): Model {
  let known = learned.get(enters);
  if (known === undefined) {
    known = train(visits(enters), { index: shop() });
    learned.set(enters, known);
  }
  return known;
}

test('columns whose transitions depend on each other are found, others are not', () => {
  assert.deepEqual(model('first').parameters.interaction?.columns, ['type', 'page']);
  assert.ok(model('first').parameters.interaction!.exponent > 0.5);
  assert.equal(model('any').parameters.interaction, undefined);
});

test('the lifts favour the first page of another type', () => {
  const index = shop();
  const { interaction } = bind(index, model('first'));
  const [here, ofSame, ofOther, first] = [
    { type: 1, page: 3 },
    { type: 1, page: 3 },
    { type: 2, page: 3 },
    { type: 2, page: 0 },
  ].map(({ type, page }) => interaction!.code[type + TYPES * page]);
  const row = here! * interaction!.mass.length;
  const lift = (combination: number): number => interaction!.lifts[row + 1 + combination];
  assert.ok(lift(first!) > 1.5, `${lift(first!)}`);
  assert.ok(lift(ofOther!) < 0.8, `${lift(ofOther!)}`);
  assert.ok(lift(ofSame!) > 1, `${lift(ofSame!)}`);
  const seen = { profile: session('product_view:p10'), index, now: NOON + 1000, limit: SIZE };
  const share = (enters: 'first' | 'any'): number => {
    const { items } = rank({ ...seen, model: model(enters) });
    const others = items.filter(({ id }) => typeOf(Number(id.slice(1))) !== typeOf(10));
    const onFirst = others.filter(({ id }) => pageOf(Number(id.slice(1))) === 0);
    return (
      onFirst.reduce((sum, { score }) => sum + score, 0) / others.reduce((sum, { score }) => sum + score, 0)
    );
  };
  assert.ok(share('first') > 0.4, `${share('first')}`);
  assert.ok(share('any') < 0.3, `${share('any')}`);
});

test('lifts are positive numbers, and 1 for products without a combination', () => {
  const index = shop();
  const [type, page] = index.columns;
  const interaction = columnInteractionOf(type!, page!)!;
  const code = combinationsOf(interaction, type!, page!);
  const size = interaction.first.length;
  assert.equal(size, TYPES * PAGES);
  const product = fc.integer({ min: 0, max: SIZE - 1 });
  fc.assert(
    fc.property(fc.array(fc.tuple(product, product, product), { maxLength: 400 }), (steps) => {
      const lifts = runToEnd(interactionLifts(interaction, code, Int32Array.from(steps.flat())));
      assert.ok(lifts.every((lift) => lift > 0 && lift < Number.POSITIVE_INFINITY));
      for (let from = 0; from < size; from++) assert.equal(lifts[from * (size + 1)], 1);
      assert.ok(Number.isFinite(interactionGain(interaction, code, Int32Array.from(steps.flat()))));
    }),
  );
});

test('a transition that is left out of its own counts adds nothing to the gain', () => {
  const index = shop();
  const [type, page] = index.columns;
  const interaction = columnInteractionOf(type!, page!)!;
  const random = randomOf(3);
  const transitions = Int32Array.from({ length: 200 * TRANSITION_SIZE }, () => Math.floor(random() * SIZE));
  assert.ok(interactionGain(interaction, combinationsOf(interaction, type!, page!), transitions) < 0);
  assert.equal(interactionGain(interaction, combinationsOf(interaction, type!, page!), new Int32Array(0)), 0);
});

test('columns of more than 64 values, or of more than 256 combinations, have no interaction', () => {
  const columns = (a: number, b: number, size: number) =>
    buildIndex(
      catalogueOf(Array.from({ length: size }, (_, i) => ({ id: `p${i}`, a: `a${i % a}`, b: `b${i % b}` }))),
      ROLES,
    ).columns;
  const combinations = (a: number, b: number, size: number): number | undefined => {
    const [first, second] = columns(a, b, size);
    return columnInteractionOf(first!, second!)?.first.length;
  };
  assert.equal(combinations(64, 3, 1000), 192);
  assert.equal(combinations(65, 3, 1000), undefined);
  assert.equal(combinations(17, 16, 256), 256);
  assert.equal(combinations(17, 16, 257), undefined);
});

test('columns that no product shares, as those of different categories, have no interaction', () => {
  const index = buildIndex(
    catalogueOf(
      Array.from({ length: 40 }, (_, i) => ({
        id: `p${i}`,
        size: i < 20 ? `s${i % 3}` : undefined,
        volume: i < 20 ? undefined : `v${i % 3}`,
        one: i === 7 || i === 27 ? 'x' : undefined,
      })),
    ),
    ROLES,
  );
  const column = (name: string) => index.columns[index.columnNumbers.get(name)!];
  assert.equal(columnInteractionOf(column('size'), column('volume')), undefined);
  assert.equal(columnInteractionOf(column('size'), column('one')), undefined);
  const known = emptyModel();
  update(known, [{ steps: ['p1', 'p22', 'p7', 'p30'].map((item, k) => ({ item, at: NOON + k })) }]);
  assert.equal(chooseInteraction(bind(index, { ...known, measured: known.log.clicks })), undefined);
});

test('combinations of fewer than eight products each are not chosen', () => {
  const chosen = (size: number) => {
    const index = shop(size);
    const known = { ...model('first'), parameters: emptyModel().parameters };
    return chooseInteraction(bind(index, known))?.columns;
  };
  assert.deepEqual(chosen(8 * TYPES * PAGES), ['type', 'page']);
  assert.equal(chosen(8 * TYPES * PAGES - 1), undefined);
});

test('a value that was named is scored by its column alone', () => {
  const bound = bind(shop(), model('first'));
  const lifted = (...signals: string[]) =>
    columnLifts(sessionStateOf(bound, session(...signals), [], NOON)).map(({ name }) => name);
  assert.ok(lifted('product_view:p10').includes(bound.model.parameters.interaction));
  assert.ok(!lifted('product_view:p10', 'category_view:t2').some((name) => typeof name === 'object'));
  assert.ok(
    !lifted('product_view:p10', 'attribute_filter:page=page 2').some((name) => typeof name === 'object'),
  );
});

test('scores add up to 1, and breakdowns to scores, also in lists with combinations of their own', () => {
  const index = shop();
  const profile = session('product_view:p10', 'product_view:p40');
  const stored = deserialise(serialise(model('first')));
  const ranking = rank({ profile, index, model: model('first'), now: NOON + 3000, limit: SIZE });
  assert.deepEqual(rank({ profile, index, model: stored, now: NOON + 3000, limit: SIZE }), ranking);
  const products = [
    ...Array.from({ length: 30 }, (_, i) => ({ id: `p${i}` })),
    { id: 'p17', attributes: { type: 'shawl' } },
    { id: 'new', attributes: { type: 't1', page: 'page 9' } },
  ];
  const list = rankProducts({ profile, index, model: stored, products, now: NOON + 3000 });
  for (const { items } of [ranking, list]) {
    assert.ok(Math.abs(items.reduce((sum, { score }) => sum + score, 0) - 1) < 1e-9);
    for (const { score, scoreBreakdown } of items) {
      assert.ok(Math.abs(sumOf(scoreBreakdown) - score) < 1e-9);
    }
  }
});

test('a catalogue without the columns is ranked without them', () => {
  const index = buildIndex(
    catalogueOf([
      { id: 'p10', type: 't1' },
      { id: 'p2', type: 't2' },
    ]),
    ROLES,
  );
  assert.equal(bind(index, model('first')).interaction, undefined);
  const { items } = rank({
    profile: session('product_view:p10'),
    index,
    model: model('first'),
    now: NOON,
    limit: 2,
  });
  assert.equal(items.length, 2);
});
