import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { indexOf, pairOf } from '../pairs.fixture.ts';
import { ProductContext, wordsIn } from './product-features.ts';

const kinds = ['Fern', 'Palm', 'Cactus', 'Ivy'];
const titles = Array.from({ length: 40 }, (_, p) => `${kinds[p % 4]} in a clay pot, plants no ${p}`);
const tags = Array.from({ length: 40 }, (_, p) => `${kinds[p % 4]}|pot`);
const turned = Array.from({ length: 40 }, (_, p) => `pot / ${kinds[p % 4].toUpperCase()}`);
const pair = pairOf({ titles, tags, turned }, { titles, tags, turned });

test('texts mention their words in any letter case and form, and no others', () => {
  const context = new ProductContext(pair);
  pair.ids.forEach((id, product) => {
    const own = kinds[Number(id.slice(1)) % 4].toLowerCase();
    assert.ok(context.mentions(product, own));
    assert.ok(context.mentions(product, 'plant') && context.mentions(product, 'pots'));
    for (const other of kinds)
      if (other.toLowerCase() !== own) assert.ok(!context.mentions(product, other.toLowerCase()));
  });
});

test('equal cells have equal keys, however they are split and ordered', () => {
  const context = new ProductContext(pair);
  const [one, other] = ['tags', 'turned'].map((name) => pair.attributes[indexOf(pair, name)].after);
  const [keys, turnedKeys] = [context.keysOf(one), context.keysOf(other)];
  // "Fern|pot" and "pot / FERN" differ in order, which values are sorted for, but not within one value.
  pair.ids.forEach((_, product) => {
    pair.ids.forEach((_, second) => {
      const isSame = one.cell[product] === one.cell[second];
      assert.equal(keys[one.cell[product]] === keys[one.cell[second]], isSame);
      assert.equal(turnedKeys[other.cell[product]] === turnedKeys[other.cell[second]], isSame);
    });
  });
  assert.ok(context.keys >= 4);
});

test('features of an attribute are equal for products with equal cells', () => {
  const context = new ProductContext(pair);
  const index = indexOf(pair, 'tags');
  const features = context.featuresOf(index);
  const { cell } = pair.attributes[index].after;
  for (let product = 0; product < cell.length; product++) {
    const own = [...Array.from(features.of(product))];
    assert.ok(own.every((feature) => feature < features.count));
    for (let other = 0; other < cell.length; other++)
      assert.equal(own.join() === Array.from(features.of(other)).join(), cell[product] === cell[other]);
  }
});

test('words are numbers and runs of at least three letters, in lower case', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const word of wordsIn(text)) assert.match(word, /^(\p{L}{3,}|\p{N}+)$/u);
    }),
  );
  assert.deepEqual(wordsIn('Ein Öl-Fass, 12 l'), ['ein', 'fass', '12']);
});
