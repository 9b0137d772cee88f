import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../primitives/random.ts';
import { indexOf, pairOf } from '../pairs.fixture.ts';
import { ProductContext } from './product-features.ts';
import { areOfOneKind } from './single-value.ts';

const COLOURS = ['black', 'red', 'blue', 'green'];

/** Whether one value for the hidden products is believed, of 240 products of which texts or brands tell colours. */
function isBelieved(
  isHidden: (colour: string, product: number, random: Random) => boolean,
  columns: (colours: readonly string[]) => Readonly<Record<string, readonly string[]>>,
  value = 'black',
): boolean {
  const random = new Random(5);
  const colours = Array.from({ length: 240 }, () => COLOURS[random.below(4)]);
  const hidden = colours.map((colour, product) => isHidden(colour, product, random));
  const others = columns(colours);
  const pair = pairOf(
    { ...others, colour: colours.map((colour, product) => (hidden[product] ? '' : colour)) },
    { ...others, colour: colours.map((colour, product) => (hidden[product] ? value : colour)) },
  );
  const index = indexOf(pair, 'colour');
  const { before } = pair.attributes[index];
  const products = [...before.cell.keys()];
  return areOfOneKind(
    pair,
    index,
    products.filter((product) => before.cell[product] < 0),
    products.filter((product) => before.cell[product] >= 0),
    1,
    new ProductContext(pair),
  );
}

const titled = (colours: readonly string[]) => ({
  title: colours.map((colour, product) => `Shoe ${product} in ${colour} leather`),
});
const branded = (colours: readonly string[]) => ({
  maker: colours.map((colour) => `maker of ${COLOURS.indexOf(colour)}`),
});
const isBlack = (colour: string) => colour === 'black';
const isAny = (_: string, product: number) => product % 3 === 0;

test('a value that was never recorded is believed where the texts of just these products name it', () => {
  assert.ok(isBelieved(isBlack, titled));
  assert.ok(!isBelieved(isAny, titled));
  assert.ok(!isBelieved(isBlack, titled, 'other'));
  assert.ok(isBelieved(isBlack, branded), 'no recorded product is of their maker');
});

test('a value of which few products were recorded is believed where the filled ones look like those', () => {
  const nearlyAll = (colour: string, _: number, random: Random) => isBlack(colour) && random.below(8) > 0;
  assert.ok(isBelieved(nearlyAll, branded));
  assert.ok(!isBelieved(nearlyAll, branded, 'red'));
  assert.ok(!isBelieved(isAny, branded));
});
