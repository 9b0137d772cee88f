import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildIndex } from '../../indexing/catalogue-index.ts';
import type { Model } from '../../model/model.ts';
import { modelOf, probe, visitTo } from '../../testing/expert-probe.ts';
import { catalogueOf, ROLES, session } from '../../testing/shops.ts';
import type { DenseScores } from '../expert.ts';
import { attribute } from './attribute.ts';

/** Three products per combination, with ids such as `boots red wool 0`. */
const rows = ['boots', 'hats', 'scarves'].flatMap((type) =>
  ['red', 'blue', 'black'].flatMap((colour) =>
    ['wool', 'felt', 'silk'].flatMap((material) =>
      [0, 1, 2].map((k) => ({ id: `${type} ${colour} ${material} ${k}`, type, colour, material })),
    ),
  ),
);
const index = buildIndex(catalogueOf(rows), ROLES);
const fitted = (exponents: Readonly<Record<string, number>>): Model => {
  const model = modelOf();
  return { ...model, parameters: { ...model.parameters, exponents } };
};
const after = (model: Model, ...signals: readonly string[]) =>
  probe(attribute, index, model, session(...signals));
const viewed = (model: Model) => after(model, 'product_view:boots red wool 0');
const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-9;

describe('the attribute expert', () => {
  test('multiplies lifts: the factor of one column does not depend on the others', () => {
    const { lift } = viewed(modelOf());
    const ofColour = lift('boots red wool 1') / lift('boots blue wool 0');
    assert.ok(ofColour > 1.2, `${ofColour}`);
    assert.ok(near(lift('hats red silk 0') / lift('hats blue silk 0'), ofColour));
    assert.ok(lift('boots red wool 1') > lift('boots red silk 0'));
    assert.ok(lift('boots red silk 0') > lift('hats red silk 0'));
  });

  test('raises lifts to the exponent of the column: with exponent 0 values make no difference', () => {
    const ofColour = (colour: number): number => {
      const { lift } = viewed(fitted({ type: 1, colour, material: 1 }));
      return lift('boots red wool 0') / lift('boots blue wool 0');
    };
    assert.ok(near(ofColour(0), 1));
    assert.ok(near(ofColour(1), ofColour(0.5) ** 2));
  });

  test('does not damp explicit constraints by fitted exponents', () => {
    const ofColour = (model: Model): number => {
      const { lift } = after(model, 'attribute_filter:colour=red');
      return lift('boots red wool 0') / lift('boots blue wool 0');
    };
    assert.ok(near(ofColour(fitted({ colour: 0 })), ofColour(fitted({ colour: 1 }))));
    assert.ok(ofColour(fitted({ colour: 0 })) > 10);
  });

  test('excludes no product, whatever the exponents are', () => {
    const stayed = Array.from({ length: 500 }, () => visitTo('boots red wool 0', 'boots red wool 1'));
    const { lift } = viewed(modelOf(...stayed));
    const ofType = lift('hats red wool 0') / lift('boots red wool 0');
    assert.ok(ofType > 0.002 && ofType < 0.05, `${ofType}`);
  });

  test('limits the sum of unfitted exponents of correlated columns', () => {
    const ofColour = (columns: number): number => {
      const copies = rows.map(({ id, type, colour }) => ({
        id,
        type,
        ...Object.fromEntries(Array.from({ length: columns }, (_, k) => [`colour${k}`, colour])),
      }));
      const profile = session('product_view:boots red wool 0');
      const { lift } = probe(attribute, buildIndex(catalogueOf(copies), ROLES), modelOf(), profile);
      return lift('boots red wool 0') / lift('boots blue wool 0');
    };
    assert.ok(near(ofColour(10), ofColour(2)), `${ofColour(10)} and ${ofColour(2)}`);
    assert.ok(ofColour(2) > ofColour(1));
  });

  test('has full confidence where fitted or constrained, and little where products were only viewed', () => {
    const sure = ({ dense }: { readonly dense: readonly DenseScores[] }): number => dense[0].confidence;
    const looked = sure(viewed(modelOf()));
    assert.ok(sure(after(modelOf(), 'attribute_filter:colour=red')) > 3 * looked);
    assert.ok(sure(viewed(fitted({ colour: 0.5 }))) > 3 * looked);
  });

  test('prefers signals that no other factor shows', () => {
    const { dense } = viewed(modelOf());
    const signalOf = (id: string): string => dense[0].signal(index.ids.find(id)!);
    assert.equal(signalOf('boots red silk 0'), 'colour=red');
    assert.equal(signalOf('boots blue wool 0'), 'material=wool');
    assert.equal(signalOf('boots blue silk 0'), 'type=boots');
  });

  test('gives no scores without evidence', () => {
    assert.deepEqual(after(modelOf(), 'sort:newest').dense, []);
  });
});
