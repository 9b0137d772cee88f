import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpret, readTable, recogniseRoles, withoutPrivateColumns } from '../catalogue/index.ts';
import { buildIndex } from './indexing/catalogue-index.ts';
import { emptyModel } from './learning/empty-model.ts';
import { rank } from './rank.ts';
import { NOON, session } from './testing/shops.ts';

const MATERIALS = ['wool', 'silk', 'flax', 'felt', 'jute'];

/** Forty products, as Magento and as Wix export them; the material stands in a pack, or in the rows of variants. */
const MAGENTO = [
  'sku,name,price,additional_attributes',
  ...Array.from(
    { length: 40 },
    (_, at) =>
      `p${at},Thing ${at},${10 + (at % 7)},"material=${MATERIALS[at % 5]},fit=f${at % 3},cost=${at}"`,
  ),
].join('\n');
const WIX = [
  'handleId,fieldType,name,price,productOptionName1,productOptionType1,productOptionDescription1',
  ...Array.from({ length: 40 }, (_, at) => [
    `p${at},Product,Thing ${at},${10 + (at % 7)},material,DROP_DOWN,${MATERIALS[at % 5]};grey`,
    `p${at},Variant,,,,,${MATERIALS[at % 5]}`,
    `p${at},Variant,,,,,grey`,
  ]).flat(),
].join('\n');

for (const [vendor, csv] of Object.entries({ MAGENTO, WIX })) {
  test(`a filter ranks by what an export of ${vendor} packs`, () => {
    const catalogue = withoutPrivateColumns(interpret(readTable(csv)));
    assert.ok(!JSON.stringify(catalogue.attributes.map(({ name }) => name)).includes('cost'));
    assert.ok(
      catalogue.attributes.every(({ values }) => !values.some(({ label }) => label.includes('cost'))),
    );
    const index = buildIndex(catalogue, recogniseRoles(catalogue));
    const { items } = rank({
      index,
      model: emptyModel(),
      profile: session('attribute_filter:material=silk'),
      now: NOON + 10_000,
      limit: 8,
    });
    assert.deepEqual(
      items.map(({ id }) => Number(id.slice(1)) % 5),
      Array(8).fill(1),
    );
  });
}
