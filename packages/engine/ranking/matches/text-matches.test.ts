import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { packIndex, unpackIndex } from '../indexing/packed-index.ts';
import { CALLED, LAST_PLACE, OF_KIND, placeInTitle, STATED } from '../indexing/term-table.ts';
import { emptyModel } from '../learning/empty-model.ts';
import { rank } from '../rank.ts';
import { rankProducts } from '../rerank.ts';
import { catalogueOf, NOON, ROLES, type Row, session } from '../testing/shops.ts';

const request = { model: emptyModel(), now: NOON + 1_000, limit: 3 };

/** The ids of the first products after signals, in a shop of these products among many others. */
function firstOf(rows: readonly Row[], ...signals: readonly string[]): string[] {
  const others = Array.from({ length: 40 }, (_, i) => ({ id: `o${i}`, title: `Thing ${i}`, type: 'Other' }));
  const index = buildIndex(catalogueOf([...others, ...rows], { title: 'text', text: 'text' }), ROLES);
  return rank({ ...request, index, profile: session(...signals) }).items.map(({ id }) => id);
}

describe('a search', () => {
  test('finds the thing before what is for it', () => {
    const rows = [
      { id: 'stand', title: 'Laptop stand' },
      { id: 'laptop', title: 'Slim laptop' },
      { id: 'bag', title: 'Laptop bag' },
    ];
    assert.equal(firstOf(rows, 'search:laptop')[0], 'laptop');
  });

  test('finds what its last noun says, not what another of its words says', () => {
    const rows = [
      { id: 'shower', title: 'Hinged shower door chrome' },
      { id: 'stop', title: 'Hinge pin door' },
      { id: 'hinge', title: 'Door hinge' },
      { id: 'spring', title: 'Spring hinge' },
    ];
    assert.equal(firstOf(rows, 'search:door hinge')[0], 'hinge');
    assert.equal(firstOf(rows, 'search:hinge door')[0], 'stop');
    const locks = [
      { id: 'lock', title: 'Knob lock' },
      { id: 'knob', title: 'Lock knob' },
    ];
    assert.equal(firstOf(locks, 'search:knobs with locks')[0], 'knob');
    assert.equal(firstOf(locks, 'search:locks with knobs')[0], 'lock');
  });

  test('finds what has all words before what has the rarest one often', () => {
    const rows = [
      { id: 'rare', title: 'Purple', text: 'purple purple purple purple' },
      ...Array.from({ length: 9 }, (_, i) => ({ id: `lamp${i}`, title: `Steel lamp ${i}` })),
      { id: 'both', title: 'Lamp', text: 'A purple one' },
    ];
    assert.equal(firstOf(rows, 'search:purple lamp')[0], 'both');
  });

  test('finds the kind of thing before another thing with a rarer word of the search', () => {
    const rows = [
      { id: 'cam', title: 'Beholder', type: 'Webcams', resolution: '4k' },
      ...Array.from({ length: 6 }, (_, i) => ({ id: `m${i}`, title: `Panel ${i}`, type: 'Monitors' })),
    ];
    const found = firstOf(rows, 'search:4k monitor');
    assert.ok(
      found.every((id) => id.startsWith('m')),
      found.join(),
    );
  });

  test('finds the kind of thing before another thing of a rarer word, where nothing has both', () => {
    const rows = [
      { id: 'shelf', title: 'Leather handle shelf', type: 'Shelves' },
      ...Array.from({ length: 20 }, (_, i) => ({ id: `sofa${i}`, title: `Birch ${i} sofa`, type: 'Sofas' })),
    ];
    for (const id of firstOf(rows, 'search:leather sofa')) assert.match(id, /^sofa/);
  });

  test('orders the results of another engine by words as rare as in the catalogue', () => {
    const rows = [
      ...Array.from({ length: 8 }, (_, i) => ({ id: `m${i}`, title: `Mirror holder ${i}` })),
      { id: 'frame', title: 'Round frame' },
      ...Array.from({ length: 30 }, (_, i) => ({ id: `r${i}`, title: `Round thing ${i}` })),
      ...Array.from({ length: 40 }, (_, i) => ({ id: `s${i}`, title: `Square thing ${i}` })),
    ];
    const index = buildIndex(catalogueOf(rows, { title: 'text' }), ROLES);
    const products = ['frame', ...Array.from({ length: 8 }, (_, i) => `m${i}`)].map((id) => ({ id }));
    const { items } = rankProducts({
      ...request,
      profile: undefined,
      index,
      products,
      query: 'round mirror',
    });
    assert.equal(items.at(0)?.id, 'm0');
  });

  test('finds first what has its stop words in the title, too, and nothing that has them alone', () => {
    const rows = [
      { id: 'without', title: 'Desk and drawers' },
      { id: 'with', title: 'Desk with drawers' },
      { id: 'other', title: 'Sofa with chaise' },
    ];
    assert.deepEqual(firstOf(rows, 'search:desk with drawers').slice(0, 2), ['with', 'without']);
    const lamp = { id: 'lamp', title: 'Lamp and shade' };
    const index = buildIndex(catalogueOf([...rows, lamp], { title: 'text' }), ROLES);
    const { items: all } = rank({
      ...request,
      index,
      profile: undefined,
      query: 'desk with drawers',
      limit: 4,
    });
    const scoreOf = (id: string) => all.find((item) => item.id === id)!.score;
    assert.equal(scoreOf('other'), scoreOf('lamp'), 'a stop word alone counts nothing');
    const desks = [
      { id: 'without', attributes: { title: 'Desk and drawers' } },
      { id: 'with', attributes: { title: 'Desk with drawers' } },
    ];
    for (const products of [rows.map(({ id }) => ({ id })), desks]) {
      const { items } = rankProducts({
        ...request,
        profile: undefined,
        index,
        products,
        query: 'desk with drawers',
      });
      assert.equal(items[0].id, 'with');
    }
  });

  test('of stop words alone finds the titles that have most of them', () => {
    const rows = [
      { id: 'one', title: 'Room by Emma' },
      { id: 'all', title: 'Somewhere in the Night by the Sea' },
      { id: 'none', title: 'Night Sea' },
    ];
    assert.deepEqual(firstOf(rows, 'search:in the by').slice(0, 2), ['all', 'one']);
    // Beside a word that nothing has, stop words find nothing.
    const index = buildIndex(catalogueOf(rows, { title: 'text' }), ROLES);
    const matchedBy = (query: string): number | undefined =>
      rank({ ...request, index, profile: undefined, query }).matched;
    assert.deepEqual([matchedBy('in the'), matchedBy('in the xyzzyq')], [1, 0]);
    assert.equal(firstOf(rows, 'search:night sea', 'search:in the by')[0], 'all', 'after another search');
  });

  test('counts no word of a price as one that titles have', () => {
    const rows = [
      { id: 'plain', title: 'Swift running shoes' },
      { id: 'under', title: 'Under Armour running shoes' },
    ];
    const index = buildIndex(catalogueOf(rows, { title: 'text' }), ROLES);
    const scoresOf = (query: string): readonly number[] =>
      rank({ ...request, index, profile: undefined, query })
        .items.toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ score }) => score);
    const [plain, under] = scoresOf('running shoes under 50');
    const [plainAlone, underAlone] = scoresOf('running shoes');
    assert.ok(Math.abs(plain / under - plainAlone / underAlone) < 1e-9);
  });

  test('finds a misspelt word and a compound written the other way', () => {
    const rows = [
      { id: 'headphones', title: 'Studio headphones' },
      { id: 'mac', title: 'MacBook' },
      { id: 'house', title: 'Doll house' },
    ];
    for (const [query, id] of [
      ['hedphones', 'headphones'],
      ['mac book', 'mac'],
      ['dollhouse', 'house'],
    ]) {
      assert.equal(firstOf(rows, `search:${query}`)[0], id, query);
    }
  });

  test('finds the parts of a compound whose second part looks like an ending', () => {
    const rows = [
      { id: 'bed', title: 'Sofa bed' },
      { id: 'sofa', title: 'Sofa' },
    ];
    assert.equal(firstOf(rows, 'search:sofabed')[0], 'bed');
  });

  test('finds a kind with an attribute before the kind alone, where products have few attributes', () => {
    const rows = Array.from({ length: 12 }, (_, i) => ({
      id: `card${i}`,
      title: i % 4 === 0 ? `Maker Ventus ${i}` : `Maker RTX Ventus ${i}`,
      type: 'Cards',
      chipset: i === 4 ? 'GeForce RTX 4070' : 'GeForce RTX 3060',
    }));
    assert.equal(firstOf(rows, 'search:rtx 4070')[0], 'card4');
  });

  test('never corrects the first letter: black is no Lack', () => {
    const rows = [
      { id: 'shelf', title: 'Lack' },
      { id: 'chair', title: 'Wooden chair' },
    ];
    assert.equal(firstOf(rows, 'search:black chair')[0], 'chair');
  });

  test('means the products called by a word, not those with a value of the same name', () => {
    const rows = [
      { id: 'battery', title: 'USB battery' },
      ...Array.from({ length: 5 }, (_, i) => ({ id: `b${i}`, title: `Flat battery ${i}` })),
      ...Array.from({ length: 5 }, (_, i) => ({
        id: `s${i}`,
        title: `USB speaker ${i}`,
        material: 'Battery',
      })),
    ];
    const signals = ['search:usb battery', 'attribute_filter:material=Battery'];
    assert.equal(firstOf(rows, signals[0])[0], 'battery');
    // A filter is a statement of its own.
    assert.ok(firstOf(rows, ...signals).some((id) => id.startsWith('s')));
  });

  test('finds matches at the stated price before others, and others before nothing', () => {
    const rows = [
      { id: 'dear', title: 'Walnut desk', price: 900 },
      { id: 'cheap', title: 'Desk', text: 'with drawers', price: 90 },
    ];
    assert.deepEqual(firstOf(rows, 'search:walnut desk under 100').slice(0, 2), ['cheap', 'dear']);
  });
});

test('places in titles are told up to the last one that marks hold', () => {
  const filler = Array.from({ length: LAST_PLACE - 2 }, (_, k) => `w${k}x`).join(' ');
  const marksOf = (title: string): number[] => {
    const { terms } = buildIndex(catalogueOf([{ id: 'a', title }], { title: 'text' }), ROLES);
    return ['oak', 'desk'].map((stem) => placeInTitle(terms.find(stem)!.marks[0]));
  };
  assert.deepEqual(marksOf(`${filler} oak desk`), [LAST_PLACE - 1, LAST_PLACE]);
  assert.deepEqual(marksOf(`${filler} w99x oak desk`), [LAST_PLACE, 0]);
  assert.deepEqual(marksOf('oak desk, oak'), [1, 2]);
  // What the thing is for stands beside nothing else.
  assert.deepEqual(marksOf('grey oak for desk'), [2, 4]);
  assert.deepEqual(marksOf('grey oak for desk, wide'), [2, 5]);
});

test('a packed index keeps what each product is called, and its kind', () => {
  const rows = [
    { id: 'a', title: 'Desk lamp', type: 'Home > Lamps' },
    { id: 'b', title: 'Lamp shade', type: 'Parts' },
    { id: 'c', title: 'Aurora', type: 'Home > Lamps' },
  ];
  const index = unpackIndex(
    structuredClone(packIndex(buildIndex(catalogueOf(rows, { title: 'text' }), ROLES))),
  );
  const marksOf = (stem: string): number[][] =>
    Array.from(index.terms.find(stem)!.marks, (marks) => [
      marks & (CALLED | OF_KIND | STATED),
      placeInTitle(marks),
    ]);
  assert.deepEqual(marksOf('lamp'), [
    [CALLED | OF_KIND | STATED, 2],
    [STATED, 1],
    [OF_KIND | STATED, 0],
  ]);
  // Each level of a path names a kind.
  assert.deepEqual(marksOf('home'), [
    [OF_KIND | STATED, 0],
    [OF_KIND | STATED, 0],
  ]);
});

test('two categories of one kind each hold a product whose title says neither', () => {
  const rows = [
    { id: 'a', title: 'Air Max', type: 'Shoes' },
    { id: 'b', title: 'Red shoes', type: 'Shoes' },
    { id: 'c', title: 'Mug', type: 'Gifts' },
  ];
  const catalogue = catalogueOf(rows, { title: 'text', type: 'list' });
  const inBoth = catalogue.attributes.map((attribute) =>
    attribute.name === 'type' ? { ...attribute, cells: [[0, 1], [1]] } : attribute,
  );
  const { terms } = buildIndex({ ...catalogue, attributes: inBoth }, ROLES);
  const ofKind = (stem: string) => Array.from(terms.find(stem)!.marks, (marks) => (marks & OF_KIND) !== 0);
  assert.deepEqual(ofKind('shoe'), [true, true]);
  assert.deepEqual(ofKind('gift'), [true, true, true]);
});
