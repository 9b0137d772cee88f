import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../primitives/random.ts';
import { indexOf, pairOf } from '../../pairs.fixture.ts';
import { ProductContext } from '../product-features.ts';
import { copiedPiece } from './text-pieces.ts';

const MAKERS = ['Ash', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir'];
const THINGS = ['desk', 'lamp', 'shelf', 'stool', 'bench', 'clock'];

interface Shelf {
  readonly title: (maker: string, thing: string, product: number) => string;
  readonly fill: (maker: string, thing: string, product: number) => string;
}

/** What is found of the makers of 150 products, every third of which was missing. */
function found({ title, fill }: Shelf) {
  const random = new Random(3);
  const products = Array.from({ length: 150 }, () => [MAKERS[random.below(6)], THINGS[random.below(6)]]);
  const titles = products.map(([maker, thing], p) => title(maker, thing, p));
  const path = products.map(([, thing]) => `Home > Furniture > ${thing}s`);
  const pair = pairOf(
    { titles, path, maker: products.map(([maker], p) => (p % 3 === 0 ? '' : maker)) },
    {
      titles,
      path,
      maker: products.map(([maker, thing], p) => (p % 3 === 0 ? fill(maker, thing, p) : maker)),
    },
  );
  const index = indexOf(pair, 'maker');
  const { before, after } = pair.attributes[index];
  const gaps = [...before.cell.keys()].filter((product) => before.cell[product] < 0);
  const filled = gaps.filter((product) => after.cell[product] >= 0);
  return copiedPiece(pair, index, filled, gaps.length, 1, new ProductContext(pair));
}

const first = (maker: string, thing: string, p: number) => `${maker} no ${p} ${thing}`;

test('the last word of a title, or the last level of a path, is no maker where recorded makers are not taken there', () => {
  assert.match(
    found({ title: first, fill: (_, thing) => thing })?.message ?? '',
    /the end of "titles" in 100\s%/,
  );
  assert.match(
    found({ title: first, fill: (_, thing) => `${thing}s` })?.message ?? '',
    /the last level of "path" in 100\s% of the products; the recorded ones do in 0\s%/,
  );
});

test('the first word is a maker where recorded makers stand there, and is believed as far as it is not copied', () => {
  assert.equal(found({ title: first, fill: (maker) => maker }), undefined);
  const half = found({ title: first, fill: (maker, thing, p) => (p % 2 === 0 ? maker : thing) });
  assert.ok(half !== undefined && half.believed > 0.4 && half.believed < 0.6, `${half?.believed}`);
});

test('makers read only out of the titles that name them are no copies', () => {
  const some = (maker: string, thing: string, p: number) =>
    p % 4 < 2 ? first(maker, thing, p) : `No ${p} ${thing}`;
  assert.equal(found({ title: some, fill: (maker, _, p) => (p % 4 < 2 ? maker : '') }), undefined);
});
