import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../primitives/random.ts';
import { indexOf, pairOf } from '../../pairs.fixture.ts';
import { ProductContext } from '../product-features.ts';
import { areOfOneKind, mayBeOneKind, type OneValueClaim } from './single-value.ts';

const COLOURS = ['black', 'red', 'blue', 'green'];

type IsHidden = (colour: string, product: number, random: Random) => boolean;
type OtherColumns = (colours: readonly string[]) => Readonly<Record<string, readonly string[]>>;

/** Whether one value for the hidden products is believed, of 240 products of which texts or brands tell colours. */
function isBelieved(isHidden: IsHidden, columns: OtherColumns, value = 'black'): boolean {
  return areOfOneKind(filled(isHidden, columns, value));
}

/** Whether it may be true. */
function mayBe(isHidden: IsHidden, columns: OtherColumns, value: string, isTold: boolean): boolean {
  return mayBeOneKind(filled(isHidden, columns, value), isTold);
}

function filled(isHidden: IsHidden, columns: OtherColumns, value: string): OneValueClaim {
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
  return {
    pair,
    index,
    touched: products.filter((product) => before.cell[product] < 0),
    trusted: products.filter((product) => before.cell[product] >= 0),
    claims: 1,
    context: new ProductContext(pair),
  };
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

test('a word of just these titles is no value of a column whose values no title names', () => {
  const named = (colours: readonly string[]) => ({
    title: colours.map(
      (colour, p) => `${isBlack(colour) ? 'Acme' : ['Brno', 'Cork', 'Dover'][p % 3]} shoe ${p}`,
    ),
  });
  assert.ok(!isBelieved(isBlack, named, 'acme'));
  const coloured = (colours: readonly string[]) => ({
    title: named(colours).title.map((title, p) => `${title} ${isBlack(colours[p]) ? '' : colours[p]}`),
  });
  assert.ok(isBelieved(isBlack, coloured, 'acme'), 'titles name the other colours');
});

test('a value of which few products were recorded is believed where the filled ones look like those', () => {
  const nearlyAll = (colour: string, _: number, random: Random) => isBlack(colour) && random.below(8) > 0;
  assert.ok(isBelieved(nearlyAll, branded));
  assert.ok(!isBelieved(nearlyAll, branded, 'red'));
  assert.ok(!isBelieved(isAny, branded));
});

test('where nothing tells colours, one that is particular may be true, and one that became the commonest or is for everything may not', () => {
  const untold = (colours: readonly string[]) => ({ number: colours.map((_, product) => `${product % 7}`) });
  assert.ok(mayBe(isBlack, untold, 'black', false));
  assert.ok(mayBe(isBlack, untold, 'anthracite', false));
  for (const text of ['Other', 'generic', 'see description', 'Sonstige', 'Autre', 'Varios'])
    assert.ok(!mayBe(isBlack, untold, text, false), text);
  const most = (_: string, product: number) => product % 5 < 2;
  assert.ok(!mayBe(most, untold, 'black', false), 'it would be the commonest');
  assert.ok(mayBe(most, untold, 'anthracite', false), 'nothing was recorded that speaks against it');
});

test('where colours are told, the products of one must be alike', () => {
  const some = (_: string, product: number) => product % 9 === 0;
  assert.ok(mayBe(isBlack, branded, 'black', true));
  assert.ok(!mayBe(some, branded, 'anthracite', true));
  assert.ok(mayBe(some, branded, 'anthracite', false));
  assert.ok(!mayBe(some, titled, 'anthracite', false), 'titles name the other colours');
});

test('a value for everything is never of one kind, unless texts name it for these products', () => {
  assert.ok(!isBelieved(isBlack, branded, 'other'));
  assert.ok(
    isBelieved(
      isBlack,
      (colours) => ({ title: colours.map((each, p) => `Shoe ${p} ${each === 'black' ? 'generic' : each}`) }),
      'generic',
    ),
  );
});

test('a phrase that fits every product is never of one kind, even if texts contain its words', () => {
  const described = (text: string) => (colours: readonly string[]) => ({
    title: colours.map((each, p) => `Shoe ${p} ${each === 'black' ? text : each}`),
  });
  assert.ok(!isBelieved(isBlack, described('see the description'), 'see description'));
  assert.ok(isBelieved(isBlack, described('sea of the night'), 'sea night'));
});

test('a value that another column says of all filled products, or a text of them, was taken from there', () => {
  const sold = (colours: readonly string[]) => ({
    seller: colours.map(() => 'Acme'),
    title: colours.map((_, product) => `Sneaker ${product} by nobody`),
  });
  assert.ok(mayBe(isBlack, sold, 'black', false));
  for (const text of ['Acme', 'sneaker', 'nobody']) assert.ok(!mayBe(isBlack, sold, text, false), text);
});
