import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { interpret } from '../catalogue/columns/interpreter.ts';
import { recogniseRoles } from '../catalogue/columns/role-recognition.ts';
import { readTable } from '../catalogue/index.ts';
import { emptyProfile, fold } from '../session/profile/fold.ts';
import { readProfile } from '../session/profile/read-profile.ts';
import { buildIndex } from './indexing/catalogue-index.ts';
import { emptyModel } from './learning/empty-model.ts';
import { searchReader } from './query/parsed-query.ts';
import { rank } from './rank.ts';
import { rankProducts } from './rerank.ts';

const NOW = Date.UTC(2026, 0, 1);

/** The ids that a search finds first, in the whole catalogue and as a query over all of its products as a list. */
function shopOf(csv: string) {
  const catalogue = interpret(readTable(csv));
  const index = buildIndex(catalogue, recogniseRoles(catalogue));
  const model = emptyModel();
  return (query: string, limit: number): { readonly catalogue: string[]; readonly list: string[] } => {
    const folded = fold(emptyProfile(NOW), { type: 'search', value: query, at: NOW });
    const profile = readProfile(folded, searchReader(index));
    const products = catalogue.ids.map((id) => ({ id }));
    const ranked = rank({ profile, index, model, now: NOW, limit });
    const listed = rankProducts({ profile: undefined, index, model, now: NOW, products, query, limit });
    return {
      catalogue: ranked.items.map(({ id }) => id),
      list: listed.items.map(({ id }) => id),
    };
  };
}

const garden = shopOf(`id,title,type,colour,text,price
fan1,Outdoor ceiling fan with light,Fans,White,Damp rated ceiling fan with a bright light,180
fan2,Tropical outdoor ceiling fan,Fans,Brown,Comes with a light kit,220
fan3,Bronze ceiling fan,Fans,Bronze,A fan for patios with light kit,150
fan4,Hugger ceiling fan,Fans,White,No frills for outdoor use,140
ball1,Outdoor basketball,Balls,Orange,Rubber ball for the yard,20
ball2,Outdoor basketball pro,Balls,Orange,Composite ball,40
lamp1,Outdoor wall lamp,Lamps,Black,Warm light for the porch,35
lamp2,Ceiling lamp,Lamps,White,Bright light for the hall,45
shoe1,Running shoes,Shoes,Black,Light and fast,90
shoe2,Road running shoes,Shoes,Blue,For the road,95
shoe3,Trail running shoes,Shoes,Green,For the woods,110
shoe4,Walking shoes,Shoes,Brown,For every day,80
bite1,Bite Not Collar for dogs,Pets,Black,An alternative to the cone collar,30
bite2,Leather collar for dogs,Pets,Brown,Sewn by hand,25
bite3,Bitter spray against dog bites,Pets,White,Keeps dogs from biting,12
`);

describe('what is turned away', () => {
  test('comes behind other matches, and before what is no match', () => {
    for (const found of Object.values(garden('outdoor ceiling fan without light', 4))) {
      assert.equal(found[0], 'fan4');
      assert.deepEqual(found.slice(1).toSorted(), ['fan1', 'fan2', 'fan3'], 'no basketballs, no lamps');
    }
  });

  test('is turned away in other languages, too', () => {
    for (const query of ['running shoes not black', 'running shoes ohne black', 'running shoes sans black']) {
      for (const found of Object.values(garden(query, 15))) {
        assert.deepEqual(found.slice(0, 2).toSorted(), ['shoe2', 'shoe3'], query);
        const black = found.indexOf('shoe1');
        assert.ok(found.indexOf('shoe4') < black, `${query}: other shoes are still matches`);
        assert.ok(black < found.indexOf('ball1'), `${query}: a basketball is none`);
      }
    }
  });

  test('is not what has the phrase in its name', () => {
    for (const found of Object.values(garden('bite not collar', 2))) assert.equal(found[0], 'bite1');
    assert.ok(!garden('dogs not collar', 2).catalogue.includes('bite2'));
  });
});

const monitors = shopOf(`id,title,screen_size,refresh_rate,price
a,HP 27,27,60,
b,Razer Raptor 27,27,144,
c,Asus VG27AQ,27,165,249
d,Acer XV272U,27,144,219.99
e,Dell S2721,27,60,320
f,LG 24GN650,24,144,169.99
g,V7 monitor,24,60,120
h,NEC monitor,22,60,90
${Array.from({ length: 20 }, (_, k) => `x${k},BenQ GW${k},${[22, 32, 34, 40][k % 4]},${[60, 75, 100, 120][k % 4]},${100 + 15 * k}`).join('\n')}
`);

describe('a limit', () => {
  test('is met before a word of the title, where no match meets it', () => {
    for (const found of Object.values(monitors('monitor 144hz', 3)))
      assert.deepEqual(found.toSorted(), ['b', 'd', 'f']);
  });

  test('of the price puts what has no price behind what meets it', () => {
    for (const found of Object.values(monitors('27 inch monitor under 300', 2)))
      assert.deepEqual(found.toSorted(), ['c', 'd']);
  });

  test('of a share is one of the column that measures shares, written as parts of one or as percent', () => {
    for (const [part, percent] of [
      [0.01, 1],
      [1, 100],
    ]) {
      const strengths = [4.5, 4.8, 5.2, 6.5, 7.2, 9];
      const rows = strengths.map((abv, k) => `p${k},Pale Ale ${k},Ale,${(abv * part).toFixed(4)}`);
      const names = ['n5,Local 5 Pale Ale,Ale', 'n7,7 Seas Pale Ale,Ale'].map(
        (row) => `${row},${(8 * part).toFixed(4)}`,
      );
      const beers = shopOf(`id,title,type,abv\n${[...rows, ...names].join('\n')}\n`);
      for (const found of Object.values(beers('pale ale under 5%', 2)))
        assert.deepEqual(found.toSorted(), ['p0', 'p1'], `${percent} %`);
      for (const found of Object.values(beers('pale ale over 7 percent', 4)))
        assert.deepEqual(found.toSorted(), ['n5', 'n7', 'p4', 'p5']);
      assert.equal(beers('pale ale 5.2%', 1).catalogue[0], 'p2');
    }
  });
});

test('a last word that is being typed finds what it may become', () => {
  for (const found of Object.values(garden('outdoor bask', 2)))
    assert.deepEqual(found.toSorted(), ['ball1', 'ball2']);
});

const screens = shopOf(`id,title,type,screen_size_inch,price
named,Omen 27,Monitors,27,
cheap,Vision Pro,Monitors,27,250
dear,Ultra Wide,Monitors,27,900
small,View Plus,Monitors,24,120
tiny,View Mini,Monitors,22,110
wall,Frame 27,Pictures,,40
desk,Lift 2,Stands,,60
arm,Swing,Stands,,70
`);

test('a stated size counts as its words, and what has no price comes behind what meets a price limit', () => {
  for (const found of Object.values(screens('27 inch monitor under 300', 3))) {
    assert.deepEqual(found.slice(0, 2), ['cheap', 'named']);
  }
});
