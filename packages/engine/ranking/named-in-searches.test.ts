import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { interpret } from '../catalogue/columns/interpreter.ts';
import { recogniseRoles } from '../catalogue/columns/role-recognition.ts';
import { readTable } from '../catalogue/index.ts';
import { emptyProfile, fold } from '../session/profile/fold.ts';
import { readProfile } from '../session/profile/read-profile.ts';
import { buildIndex } from './indexing/catalogue-index.ts';
import { emptyModel } from './learning/empty-model.ts';
import { searchReader, withValues } from './query/parsed-query.ts';
import { rank } from './rank.ts';

const NOW = Date.UTC(2026, 0, 1);

/** The ids that a search finds first in a shop whose values are known to the reader of searches. */
function shopOf(csv: string): (query: string, limit: number) => string[] {
  const catalogue = interpret(readTable(csv));
  const plain = buildIndex(catalogue, recogniseRoles(catalogue));
  const phrases = plain.columns.flatMap((column) =>
    column.labels.map((value) => ({
      attribute: column.name,
      value,
      role: column === plain.category ? ('category' as const) : undefined,
    })),
  );
  const index = withValues(plain, phrases);
  return (query, limit) => {
    const folded = fold(emptyProfile(NOW), { type: 'search', value: query, at: NOW });
    const profile = readProfile(folded, searchReader(index));
    return rank({ profile, index, model: emptyModel(), now: NOW, limit }).items.map(({ id }) => id);
  };
}

const parts = shopOf(`id,title,type,switches,capacity,price
k1,Cherry MX Board with red lamp,keyboard,Cherry MX Brown,,90
k2,Cherry MX Board red edition,keyboard,Cherry MX Blue,,95
k3,Board 60,keyboard,Cherry MX Red,,80
k4,Board 80 with lamp and rest,keyboard,Cherry MX Red,,85
c1,Intel CPU cooler,cooler,,,30
c2,Cooler for towers,cooler,,,40
p1,Intel i5 of the twelfth generation,cpu,,,200
p2,Ryzen 5,cpu,,,180
m1,Dragon RAM 32 GB,memory,,,99
m2,Dragon RAM 16 GB,memory,,,60
m3,Tiger RAM 8 GB,memory,,,30
d1,Disk of good make,drive,,32 GB,35
d2,Disk of good make large,drive,,64 GB,45
d3,Disk of good make larger,drive,,128 GB,55
`);

const rooms = shopOf(`id,title,type,price
s1,Two-seat sofa with storage and a wooden frame,Sofas,900
s2,Three-seat sofa with storage and a wooden frame,Sofas,1900
v1,Cover sofa,Sofas,100
v2,Cover for chair,Chairs,40
v3,Cover for stool,Chairs,30
v4,Cover for bench,Chairs,50
v5,Cover for bed,Beds,60
v6,Cover for armchair,Chairs,70
t1,Dining table,Tables,1995
t2,Dining table oak,Tables,2195
t3,Side table with two drawers for books,Tables,150
t4,Coffee table with a shelf for books and magazines,Tables,250
t5,Garden table that folds for balconies,Tables,
`);

const laptops = shopOf(`id,title,type,screen size (inch)
n1,Notebook i7,Notebooks,15.6
n2,Notebook i7 slim,Notebooks,14
n3,Notebook i5,Notebooks,13.3
c1,Notebook case,Cases,15
c2,Notebook case grey,Cases,17
m1,Monitor 27" curved,Monitors,
m2,Monitor 24" curved,Monitors,
m3,Monitor with inch ruler,Monitors,
`);

const pantry = shopOf(`id,title,type,labels,price
b1,Biscuits,Biscuits,,2
b2,Biscuits with cereals,Biscuits,,3
b3,Crunchy and good,Biscuits,Without sugar,4
c1,Cake without sugar,Cakes,Without sugar,5
c2,Chocolate cake,Cakes,,6
c3,Gum,Sweets,Sugar-free,1
`);

describe('what a search names', () => {
  test('as a category comes before what only says its name', () => {
    assert.deepEqual(parts('intel cpu', 1), ['p1']);
  });

  test('as an amount is met by a title too, where no column says it', () => {
    for (const query of ['32gb ram', '32 gb ram']) assert.equal(parts(query, 1)[0], 'm1', query);
    assert.equal(parts('32gb disk', 1)[0], 'd1');
  });

  test('as a size is met by what measures nearly so, behind what measures just that', () => {
    assert.equal(laptops('notebook 15 inch i7', 1)[0], 'n1');
    assert.equal(laptops('notebook case 15 inch', 1)[0], 'c1');
    assert.deepEqual(laptops('notebook 13 inch', 2), ['n3', 'n1']);
  });

  test('in inches is met by the mark of a title', () => {
    for (const query of ['27 inch monitor', '27" monitor']) assert.equal(laptops(query, 1)[0], 'm1', query);
  });

  test('as an absence is met first by what states it, and never by what is something else', () => {
    assert.deepEqual(pantry('biscuits without sugar', 3), ['b3', 'b1', 'b2']);
  });

  test('as a price limit is held before what has more of the words, and by no product without a price', () => {
    assert.deepEqual(rooms('dining table between 100 and 300', 2).toSorted(), ['t3', 't4']);
    assert.deepEqual(rooms('table under 300', 3).slice(0, 2).toSorted(), ['t3', 't4']);
    assert.equal(rooms('sofa under 1000', 1)[0], 's1');
  });
});

test('what is made for a thing, as most titles of its kind say, is not that thing', () => {
  assert.deepEqual(rooms('sofa', 2), ['s1', 's2']);
  assert.equal(rooms('cover', 1)[0]?.[0], 'v');
});
