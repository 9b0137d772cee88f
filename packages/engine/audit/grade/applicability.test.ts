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

test('an operating system or a type of display is no kind of thing, and the level of a path that fits is', () => {
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
    ['Laptops', 'Phones'],
  );
  assert.deepEqual(named(withPath, 'sim').appliesTo?.values, ['Phones']);
  // The root that all share is left out, and may be written.
  const declared = { applies: [{ attribute: 'sim', values: ['Tech > Laptops'] }] };
  const said = audit(catalogueOf({ names: ['id', 'os', 'category', 'sim'], rows }), declared);
  assert.deepEqual(named(said, 'sim').appliesTo?.values, ['Laptops']);
  const systems = rows.map(([id, os, , sim]) => [id, os, sim]);
  for (const name of ['os', 'display type'])
    assert.equal(audit(catalogueOf({ names: ['id', name, 'sim'], rows: systems })).shelves, undefined);
  for (const name of ['Type', 'part_type'])
    assert.equal(audit(catalogueOf({ names: ['id', name, 'sim'], rows: systems })).shelves?.by, name);
});

test('where kinds fade from none to few to many recorded, gaps are gaps', () => {
  const random = linear(5);
  const rows = Array.from({ length: 1200 }, (_, product) => {
    const theme = product % 12;
    const recorded = random() < Math.max(0, (theme - 3) / 12);
    return [`p${product}`, `theme ${theme}`, recorded ? `${Math.floor(random() * 9)}` : ''];
  });
  const result = audit(catalogueOf({ names: ['id', 'theme', 'pieces'], rows }));
  assert.ok(result.attributes.every(({ appliesTo }) => appliesTo === undefined));
  assert.equal(named(result, 'pieces').recorded + named(result, 'pieces').missing, 1200);
});

/** A shop of many kinds, most of them small, of which only the lenses have a mount. */
function manyKinds(lenses: number, withMount: number, kinds = 40) {
  const rows = Array.from({ length: kinds * 8 }, (_, product) => [
    `p${product}`,
    `kind ${product % kinds}`,
    '',
    ['red', 'blue', 'white'][product % 3],
  ]);
  for (let at = 0; at < lenses; at++)
    rows.push([`lens${at}`, 'lens', at < withMount ? ['E', 'F', 'Z'][at % 3] : '', ['red', 'blue'][at % 2]]);
  return catalogueOf({ names: ['id', 'category', 'mount', 'colour'], rows });
}

test('what one kind alone has is asked of that kind, in a shop of more kinds than can be divided by', () => {
  const result = audit(manyKinds(20, 8));
  assert.deepEqual(named(result, 'mount').appliesTo?.values, ['lens']);
  assert.equal(named(result, 'mount').missing, 12);
  assert.equal(named(result, 'colour').appliesTo, undefined);
  assert.deepEqual(
    result.shelves?.values.map(({ value, products }) => [value, products]),
    [
      ['lens', 20],
      ['other kinds', 320],
    ],
  );
});

test('what hardly any product has, of no one kind, promises no bits, unless its owner says that it applies', () => {
  const rows = Array.from({ length: 400 }, (_, product) => [
    `p${product}`,
    ['Quilts', 'Threads'][product % 2],
    product % 40 < 1 || product % 43 === 1 ? ['red', 'blue', 'white', 'black'][product % 4] : '',
    ['S', 'M', 'L'][product % 3],
  ]);
  const shop = (few: number) =>
    catalogueOf({
      names: ['id', 'category', 'dye', 'size'],
      rows: rows.map((row, at) => (at < few ? row : [row[0], row[1], '', row[3]])),
    });
  const dye = named(audit(shop(200)), 'dye');
  assert.ok(dye.recorded >= 5 && dye.recorded < 12);
  assert.equal(dye.priority, null);
  assert.match(dye.abstained?.message ?? '', /nobody can tell whether it applies to the others/);
  assert.ok(named(audit(shop(400)), 'dye').priority !== null, 'enough are recorded to tell');
  assert.ok(named(audit(shop(200), { applicable: ['dye'] }), 'dye').priority !== null);
});

test('small kinds follow what all attributes together say of the shop', () => {
  const kinds = ['phone', 'camera', 'watch', 'tablet', 'printer', 'bundle'];
  const sizes = [30, 40, 30, 20, 25, 5];
  const random = linear(4);
  const columns = Array.from({ length: 18 }, (_, at) => ({ name: `fact ${at}`, kind: at % 5 }));
  const rows = kinds.flatMap((kind, own) =>
    Array.from({ length: sizes[own] }, (_, at) => [
      `${kind}-${at}`,
      kind,
      ...columns.map((column) =>
        column.kind === own && random() < 0.3 ? `v${Math.floor(random() * 4)}` : '',
      ),
    ]),
  );
  const names = ['id', 'category', ...columns.map(({ name }) => name)];
  const result = audit(catalogueOf({ names, rows }));
  for (const { name, kind } of columns)
    assert.deepEqual(named(result, name).appliesTo?.values, [kinds[kind]], name);
});

test('of several category paths in a cell the most specific tells the kind, without the root of all', () => {
  const rows = Array.from({ length: 200 }, (_, product) => [
    `p${product}`,
    [
      'Default Category',
      ...['New', 'Sale', 'Gifts', 'Summer', 'Sport']
        .filter((_, at) => (product >> at) % 2 === 1)
        .map((name) => `Default Category/${name}`),
      `Default Category/${['Men/Tops', 'Men/Shoes'][product % 2]}`,
    ].join(','),
    product % 2 === 0 ? ['crew', 'polo'][(product / 2) % 2] : '',
  ]);
  const { shelves } = audit(catalogueOf({ names: ['id', 'categories', 'neck'], rows }));
  assert.deepEqual(
    shelves?.values.map(({ value }) => value),
    ['Men > Shoes', 'Men > Tops'],
  );
});

/** A shop of parts and bags: every fifth motherboard has its socket recorded. */
function partsAndBags(column: string, bags: string): SmallExport {
  const random = linear(4);
  const rows = ['Motherboards', bags].flatMap((kind) =>
    Array.from({ length: 30 }, (_, at) => [
      `${kind}-${at}`,
      kind,
      kind === 'Motherboards' && at % 5 === 0 ? ['AM4', 'AM5', 'LGA1700'][at % 3] : '',
      random() < 0.7 ? ['black', 'blue', 'grey'][at % 3] : '',
      random() < 0.6 ? ['Aro', 'Bex', 'Cim'][Math.floor(random() * 3)] : '',
    ]),
  );
  return { names: ['id', column, 'socket', 'colour', 'brand'], rows };
}

test('what a shelf cannot have is not asked of it, where the export does not speak for it', () => {
  for (const column of ['cat', 'category']) {
    const socket = named(audit(catalogueOf(partsAndBags(column, 'Laptop bags'))), 'socket');
    assert.deepEqual(socket.appliesTo, { attribute: column, values: ['Motherboards'] }, column);
    assert.deepEqual([socket.notApplicable, socket.missing], [30, 24]);
  }
});

test('kinds that are known as no shelf are judged by the export alone', () => {
  const socket = named(audit(catalogueOf(partsAndBags('category', 'Xumos'))), 'socket');
  assert.deepEqual([socket.notApplicable, socket.missing], [undefined, 54]);
});

test('the export counts more than what is known of shelves', () => {
  const shop = partsAndBags('category', 'Laptop bags');
  // Bags with sockets of their own.
  const rows = shop.rows.map((row, at) =>
    at >= 30 && at % 3 === 0 ? row.with(2, ['round', 'flat'][at % 2]) : row,
  );
  assert.equal(named(audit(catalogueOf({ ...shop, rows })), 'socket').appliesTo, undefined);
});
