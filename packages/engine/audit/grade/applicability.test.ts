import assert from 'node:assert/strict';
import test from 'node:test';
import { catalogueOf, linear, type SmallExport } from '../exports.fixture.ts';
import type { AuditResult } from '../result.ts';
import { audit } from './audit.ts';

/**
 * A shop of lamps, sofas and rugs: watts for lamps only, seats for sofas only, colour for all but recorded for some.
 */
function mixedShop(each = 120, few = 0): SmallExport {
  const random = linear(9);
  const rows: string[][] = [];
  const kinds = [
    ['lamp', each],
    ['sofa', each],
    ['rug', each],
    ['mirror', few],
  ] as const;
  for (const [kind, count] of kinds) {
    for (let at = 0; at < count; at++) {
      const or = (chance: number, value: string) => (random() < chance ? value : '');
      rows.push([
        `${kind}-${at}`,
        kind,
        kind === 'lamp' ? or(0.8, `${['5', '10', '40', '60'][Math.floor(random() * 4)]}`) : '',
        kind === 'sofa' ? or(0.6, `${1 + Math.floor(random() * 5)}`) : '',
        kind === 'rug' ? '' : or(0.7, ['red', 'blue', 'white', 'black'][Math.floor(random() * 4)]),
      ]);
    }
  }
  return { names: ['id', 'category', 'watts', 'seats', 'colour'], rows };
}

function named(result: AuditResult, name: string) {
  return result.attributes.find(({ attribute }) => attribute === name)!;
}

test('nobody asks the watts of a sofa: it is neither missing there nor affected, and the assumption is told', () => {
  const watts = named(audit(catalogueOf(mixedShop())), 'watts');
  assert.deepEqual(watts.appliesTo, { attribute: 'category', values: ['lamp'] });
  assert.equal(watts.notApplicable, 240);
  assert.equal(watts.recorded + watts.missing, 120);
  assert.ok(watts.affectedProducts.length > 0);
  assert.ok(watts.affectedProducts.every((id) => id.startsWith('lamp-')));
});

test('the set of attributes that a shop system gives a product tells its kind', () => {
  const shop = mixedShop();
  const sets = {
    ...shop,
    names: shop.names.map((name) => (name === 'category' ? 'attribute_set_code' : name)),
  };
  assert.equal(named(audit(catalogueOf(sets)), 'watts').notApplicable, 240);
});

test('what is recorded in most kinds is asked of all, even where no product of a kind has it', () => {
  const colour = named(audit(catalogueOf(mixedShop())), 'colour');
  assert.equal(colour.appliesTo, undefined);
  assert.equal(colour.affectedProducts.filter((id) => id.startsWith('rug-')).length, 120);
});

test('the owner can declare that an attribute applies to everything', () => {
  const watts = named(audit(catalogueOf(mixedShop()), { applicable: ['Watts'] }), 'watts');
  assert.equal(watts.appliesTo, undefined);
  assert.equal(watts.recorded + watts.missing, 360);
});

test('each kind of thing is summarised with the questions of its own buyers', () => {
  const { shelves } = audit(catalogueOf(mixedShop()));
  assert.equal(shelves?.by, 'category');
  assert.deepEqual(
    shelves.values.map(({ value, products }) => [value, products]),
    [
      ['lamp', 120],
      ['rug', 120],
      ['sofa', 120],
    ],
  );
  const sofa = shelves.values.find(({ value }) => value === 'sofa');
  assert.ok(sofa?.first.includes('seats'));
  assert.ok(!sofa?.first.includes('watts'));
});

test('priorities are those of the whole shop: a shelf counts as much as its products', () => {
  const result = audit(catalogueOf(mixedShop()));
  const alone = mixedShop();
  const lamps = { ...alone, rows: alone.rows.filter(([id]) => id.startsWith('lamp')) };
  const onShelf = named(audit(catalogueOf(lamps)), 'watts');
  const inShop = named(result, 'watts');
  assert.ok(Math.abs((inShop.priority ?? 0) - (onShelf.priority ?? 0) / 3) < 0.06);
  assert.ok(Math.abs(inShop.bits.recoverable - onShelf.bits.recoverable) < 0.06);
});

test('what is recorded of too few products of each kind is said so, not as if it were recorded of few in all', () => {
  const shop = mixedShop();
  const scented = {
    names: [...shop.names, 'scent'],
    rows: shop.rows.map((row) => [
      ...row,
      Number(row[0].split('-')[1]) < 4 ? ['oak', 'ash'][row[0].length % 2] : '',
    ]),
  };
  const scent = named(audit(catalogueOf(scented)), 'scent');
  assert.equal(scent.priority, null);
  assert.equal(scent.recorded, 12);
  assert.match(scent.abstained?.message ?? '', /fewer than 5 of any one kind/);
});

test('a kind too small to say so by itself follows what the others say', () => {
  const watts = named(audit(catalogueOf(mixedShop(120, 8))), 'watts');
  assert.deepEqual(watts.appliesTo?.values, ['lamp']);
});

test('a few products that all miss an attribute are a gap, not another kind of thing', () => {
  const watts = named(audit(catalogueOf(mixedShop(12))), 'watts');
  assert.equal(watts.appliesTo, undefined);
  assert.equal(watts.recorded + watts.missing, 36);
});

test('where the export has one kind of thing nothing is left out', () => {
  const random = linear(2);
  const rows = Array.from({ length: 300 }, (_, product) => [
    `p${product}`,
    ['a', 'b', 'c'][product % 3],
    random() < 0.5 ? '' : ['x', 'y'][product % 2],
  ]);
  const result = audit(catalogueOf({ names: ['id', 'category', 'fit'], rows }));
  assert.ok(result.attributes.every(({ appliesTo }) => appliesTo === undefined));
});

test('an attribute is asked of the segments that its owner names, by the column that has them', () => {
  const rows = Array.from({ length: 120 }, (_, product) => [
    `p${product}`,
    ['Android', 'iOS'][product % 2],
    ['Tops', 'Bottoms', 'Shoes'][product % 3],
    product % 4 === 0 ? ['slim', 'wide'][(product / 4) % 2] : '',
  ]);
  const catalogue = catalogueOf({ names: ['id', 'os', 'category', 'leg'], rows });
  assert.equal(named(audit(catalogue), 'leg').appliesTo, undefined);
  const result = audit(catalogue, { applies: [{ attribute: 'Leg', values: ['bottoms'] }] });
  assert.equal(result.shelves?.by, 'category');
  assert.deepEqual(named(result, 'leg').appliesTo, { attribute: 'category', values: ['Bottoms'] });
  assert.equal(named(result, 'leg').recorded + named(result, 'leg').missing, 40);
  assert.throws(
    () => audit(catalogue, { applies: [{ attribute: 'leg', values: ['Hats'] }] }),
    /No column of categories has "Hats"/,
  );
  assert.throws(
    () => audit(catalogue, { applies: [{ attribute: 'legg', values: ['Bottoms'] }] }),
    /No column is called "legg", so it applies to nothing\. Is "leg" meant\?/,
  );
});

test('an operating system is no kind of thing, and the level of a path that fits is', () => {
  const kinds = ['Phones', 'Laptops'];
  const rows = Array.from({ length: 400 }, (_, product) => [
    `p${product}`,
    ['Android', 'Windows'][product % 2],
    `Tech > ${kinds[product % 2]} > Line ${product % 60}`,
    product % 2 === 0 ? ['nano', 'micro'][product % 3 === 0 ? 0 : 1] : '',
  ]);
  const withPath = audit(catalogueOf({ names: ['id', 'os', 'category', 'sim'], rows }));
  assert.equal(withPath.shelves?.by, 'category');
  assert.deepEqual(
    withPath.shelves?.values.map(({ value }) => value),
    ['Tech > Laptops', 'Tech > Phones'],
  );
  assert.deepEqual(named(withPath, 'sim').appliesTo?.values, ['Tech > Phones']);
  const systems = rows.map(([id, os, , sim]) => [id, os, sim]);
  assert.equal(audit(catalogueOf({ names: ['id', 'os', 'sim'], rows: systems })).shelves, undefined);
});

test('where kinds fade from none to few to many recorded, gaps are gaps', () => {
  const random = linear(5);
  const rows = Array.from({ length: 1200 }, (_, product) => {
    const theme = product % 12;
    const recorded = random() < Math.max(0, (theme - 5) / 12);
    return [`p${product}`, `theme ${theme}`, recorded ? `${Math.floor(random() * 9)}` : ''];
  });
  const result = audit(catalogueOf({ names: ['id', 'theme', 'pieces'], rows }));
  assert.ok(result.attributes.every(({ appliesTo }) => appliesTo === undefined));
  assert.equal(named(result, 'pieces').recorded + named(result, 'pieces').missing, 1200);
});
