import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { interpret } from '../columns/interpreter.ts';
import { readTable } from '../csv/table-reader.ts';
import { recognisedShelves, TELLERS } from './recognised-shelves.ts';
import { SHELVES } from './shelves.ts';

function recognised(csv: string): readonly string[] {
  const catalogue = interpret(readTable(csv));
  const titles = catalogue.attributes.find(({ name }) => /title|name|titel/i.test(name));
  const { shelfOf, toldBy } = recognisedShelves(catalogue, titles);
  return Array.from(shelfOf, (shelf, product) =>
    shelf < 0 ? '' : `${SHELVES[shelf].id} by ${TELLERS[toldBy[product]]}`,
  );
}

const rows = (count: number, row: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => row(at)).join('\n');

test('a path or a number of the taxonomy tells the shelf, whatever the titles say', () => {
  const path = 'Apparel & Accessories > Clothing > Swimwear';
  assert.deepEqual(
    new Set(recognised(`id,title,category\n${rows(6, (at) => `p${at},Lorene top ${at},${path}`)}`)),
    new Set(['swimwear by category']),
  );
  assert.deepEqual(
    new Set(
      recognised(
        `id,title,google_product_category\n${rows(6, (at) => `p${at},Lorene ${at},${at % 2 ? 187 : 436}`)}`,
      ),
    ),
    new Set(['shoes by category', 'furniture by category']),
  );
});

test('a title tells a part of the shelf that the category names, and the shelf where no category does', () => {
  const csv = `id,title,category
a,Red ankle boots,Shoes
b,Loafers,Shoes
c,Linen sofa,Home
d,Oak dining table,Home
e,Walnut thing,Home
f,Red rain boots,Shoes`;
  assert.deepEqual(recognised(csv), [
    'boots by title',
    'shoes by category',
    'sofa by title',
    'table by title',
    '',
    'boots by title',
  ]);
});

test('titles of models and of works say nothing, and the columns of the file tell the shelf', () => {
  const models = ['Koori 24', 'Bench 7', 'Zed 9', 'Rok 2', 'Mori 5', 'Tuo 6', 'Wal 3', 'Ona 8'];
  const csv = `id,name,refresh_rate,panel_type,screen_size,response_time\n${rows(8, (at) => `m${at},${models[at]},${60 + at},${at % 2 ? 'IPS' : 'VA'},${24 + at},${1 + at}`)}`;
  assert.deepEqual(new Set(recognised(csv)), new Set(['monitor by columns']));
  // Televisions have these, too.
  const few = csv.replace(',response_time', ',remark');
  assert.deepEqual(new Set(recognised(few)), new Set(['electronics by columns']));
});

test('where the last level of a path names nothing, the title may tell what stands beside the level above', () => {
  const csv = `id,title,category
a,Striped cap,Clothing > Accessories
b,Pilot sunglasses,Clothing > Accessories
c,Thing,Clothing > Accessories
d,Rain jacket,Clothing > Jackets
e,Cap jacket,Clothing > Jackets`;
  assert.deepEqual(recognised(csv), [
    'hat by title',
    'sunglasses by title',
    'clothing by category',
    'jacket by category',
    'jacket by category',
  ]);
});

test('of several paths of a product those count whose like the shop has', () => {
  const paths = (last: string) => `"Shop/Offers/Performance Fabrics,Shop/Men/${last}"`;
  const csv = `id,title,category
${rows(6, (at) => `p${at},Xumo ${at},Shop/Men/${['Shorts', 'Jackets', 'Tops'][at % 3]}`)}
a,Xumo,${paths('Shorts')}
b,Xumo,${paths('Jackets')}`;
  assert.deepEqual(recognised(csv).slice(-2), ['shorts by category', 'jacket by category']);
});

test('a column is one of categories by its values, whatever it is called, unless it says what a product fits', () => {
  const kinds = ['Laptop bags', 'Motherboards', 'Candles'];
  const csv = (name: string) => `id,code,${name}
${rows(12, (at) => `p${at},X${at},${kinds[at % 3]}`)}`;
  assert.deepEqual(recognised(csv('cat')).slice(0, 3), [
    'laptop-bag by category',
    'motherboard by category',
    'candle by category',
  ]);
  assert.deepEqual(new Set(recognised(csv('compatible with'))), new Set(['']));
});

test('the names of columns tell the language of words that are something else in another one', () => {
  const titles = rows(6, (at) => `p${at},Vaso ${at},${at},${at}`);
  assert.deepEqual(
    new Set(recognised(`id,titulo name,alto,ancho\n${titles}`)),
    new Set(['drinkware by title']),
  );
  assert.deepEqual(
    new Set(recognised(`id,titolo name,altezza,larghezza\n${titles}`)),
    new Set(['planter by title']),
  );
});

test('a name of several shelves is that of the shelf whose like the shop has', () => {
  const phones = `id,title\n${rows(6, (at) => `p${at},Motherboard ${at}`)}\nc,Black case`;
  assert.equal(recognised(phones).at(-1), 'computer-case by title');
});

test('of a shop without a name of a known shelf nothing is told', () => {
  assert.deepEqual(
    new Set(recognised(`id,title,category\n${rows(9, (at) => `p${at},Xumo ${at},Qua ${at % 3}`)}`)),
    new Set(['']),
  );
});

test('what the owner calls the shelf tells the products of which nothing in the export does', () => {
  const catalogue = interpret(
    readTable(`id,title\n${rows(9, (at) => `p${at},${at === 0 ? 'Oak table' : `Xumo ${at}`}`)}`),
  );
  const told = (owned: string) => {
    const { shelfOf, toldBy } = recognisedShelves(catalogue, catalogue.attributes[0], owned);
    return [
      ...new Set(
        Array.from(shelfOf, (shelf, at) =>
          shelf < 0 ? '' : `${SHELVES[shelf].id} by ${TELLERS[toldBy[at]]}`,
        ),
      ),
    ];
  };
  assert.deepEqual(told('Winterstiefel'), ['boots by owner']);
  assert.deepEqual(told('summer 2026'), ['']);
});

test('the order of rows changes nothing', () => {
  const kinds = ['Red shoes', 'Oak table', 'Xumo', 'Wine glass', 'Case', 'Motherboard'];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...kinds), { minLength: 2, maxLength: 30 }), (titles) => {
      const lines = titles.map((title, at) => `p${at},${title},${title.length % 3}`);
      const told = recognised(`id,title,category\n${lines.join('\n')}`);
      const turned = recognised(`id,title,category\n${lines.toReversed().join('\n')}`);
      assert.deepEqual(turned.toReversed(), told);
    }),
    { numRuns: 50 },
  );
});
