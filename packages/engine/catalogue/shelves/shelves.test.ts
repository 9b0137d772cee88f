import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { LANGUAGES } from '../../languages/index.ts';
import attributesData from './attributes.json' with { type: 'json' };
import attributesSchema from './attributes.schema.json' with { type: 'json' };
import { SHELF_ATTRIBUTES } from './shelf-attributes.ts';
import shelvesData from './shelves.json' with { type: 'json' };
import shelvesSchema from './shelves.schema.json' with { type: 'json' };
import {
  attributesOf,
  commonShelf,
  DEGREES,
  isWithin,
  lineOf,
  mayHave,
  SHELVES,
  shelvesNaming,
} from './shelves.ts';

const shelf = (id: string): number => SHELVES.findIndex((each) => each.id === id);

test('shelves and their attributes are of their schemas', () => {
  const ajv = new Ajv2020({ unicodeRegExp: true });
  assert.ok(ajv.validate(attributesSchema, attributesData), ajv.errorsText());
  assert.ok(ajv.validate(shelvesSchema, shelvesData), ajv.errorsText());
});

test('each id is one shelf or attribute, is in a known language, and names what there is', () => {
  const codes = new Set(LANGUAGES.map(({ code }) => code));
  const attributes = new Set(SHELF_ATTRIBUTES.map(({ id }) => id));
  assert.equal(attributes.size, SHELF_ATTRIBUTES.length);
  assert.equal(new Set(SHELVES.map(({ id }) => id)).size, SHELVES.length);
  for (const { id, names } of [...SHELVES, ...SHELF_ATTRIBUTES])
    assert.deepEqual(
      Object.keys(names).filter((code) => !codes.has(code)),
      [],
      id,
    );
  for (const { id, says = [] } of SHELF_ATTRIBUTES)
    assert.ok(
      says.every((other) => attributes.has(other)),
      id,
    );
  SHELVES.forEach(({ id, within, ...own }, place) => {
    if (within !== undefined) assert.ok(shelf(within) >= 0 && shelf(within) < place, id);
    for (const degree of DEGREES)
      assert.deepEqual(
        (own[degree] ?? []).filter((attribute) => !attributes.has(attribute)),
        [],
        id,
      );
  });
});

test('a place in the taxonomy is of one shelf, and what is bound to shelves is on one', () => {
  const numbers = SHELVES.flatMap(({ google = [] }) => google.map(({ id }) => id));
  assert.deepEqual(
    numbers.filter((number, at) => numbers.indexOf(number) !== at),
    [],
  );
  for (const { id, bound } of SHELF_ATTRIBUTES) if (bound) assert.ok(shelvesNaming(id).length > 0, id);
});

test('a shelf has what those that hold it have, in the highest degree', () => {
  const boots = attributesOf(shelf('boots'));
  assert.equal(boots.get('size'), 'required');
  assert.equal(boots.get('waterproof'), 'usual');
  assert.equal(attributesOf(shelf('shoes')).get('waterproof'), 'possible');
  assert.deepEqual(
    [...boots.values()].toSorted((a, b) => DEGREES.indexOf(a) - DEGREES.indexOf(b)),
    [...boots.values()],
  );
});

test('what cannot be on a shelf is known, and what holds a shelf may have what it has', () => {
  for (const [attribute, off] of [
    ['cpu-socket', 'laptop-bag'],
    ['burn-time', 'sandals'],
    ['fibre', 'hair-care'],
    ['bulb-base', 'smartphone'],
    ['neckline', 'shoes'],
    ['screen-size', 'gift-card'],
  ])
    assert.equal(mayHave(shelf(off), attribute), false, `${attribute} of ${off}`);
  for (const [attribute, on] of [
    ['cpu-socket', 'motherboard'],
    ['cpu-socket', 'computer-part'],
    ['burn-time', 'candle'],
    ['neckline', 'clothing'],
    ['neckline', 't-shirt'],
    ['colour', 'laptop-bag'],
  ])
    assert.equal(mayHave(shelf(on), attribute), true, `${attribute} of ${on}`);
});

test('shelves have in common the smallest that holds all of them', () => {
  assert.equal(commonShelf([shelf('sofa'), shelf('chair')]), shelf('furniture'));
  assert.equal(commonShelf([shelf('boots'), shelf('shoes')]), shelf('shoes'));
  assert.equal(commonShelf([shelf('boots'), shelf('wine')]), undefined);
  assert.equal(commonShelf([]), undefined);
  assert.ok(isWithin(shelf('wine'), shelf('beverage')) && !isWithin(shelf('beverage'), shelf('wine')));
  assert.deepEqual(
    lineOf(shelf('wine')).map((place) => SHELVES[place].id),
    ['wine', 'alcohol-drink', 'beverage'],
  );
});
