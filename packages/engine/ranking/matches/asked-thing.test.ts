import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShopLanguage } from '../../session/text/shop-language.ts';
import { stem } from '../../session/text/stemming.ts';
import { AskedThing } from './asked-thing.ts';

type Words = Readonly<Record<string, number>>;

/** The word that says what is asked for, and those that it belongs to, by the shares of products called by each. */
function toldOf(words: Words, asked: readonly string[] = [], language: ShopLanguage['language'] = 'eng') {
  const stems = asked.map((word) => stem(word, language));
  const thing = new AskedThing(stems, language);
  const bits = Object.entries(words).map(
    ([word, share]) => [word, thing.add(stem(word, language), share, share, share > 0.3)] as const,
  );
  const { head, others } = thing.told();
  const named = (mask: number) => bits.filter(([, bit]) => (bit & mask) !== 0).map(([word]) => word);
  return [named(head).join(), named(others).join()];
}

test('the last word by which products are called says what is asked for', () => {
  assert.deepEqual(toldOf({ chrome: 0, door: 0.5, hinge: 0.4 }), ['hinge', '']);
  assert.deepEqual(toldOf({ laptop: 0.5, lenovo: 0.07 }), ['laptop', '']);
  assert.deepEqual(toldOf({ laptop: 0.5, lenovo: 0.08 }), ['lenovo', ''], 'more than .15 as many');
  assert.deepEqual(toldOf({ tv: 0.01 }), ['tv', '']);
  assert.deepEqual(toldOf({ tv: 0 }), ['', '']);
  assert.deepEqual(toldOf({}), ['', '']);
});

test('in the order of the search and up to what it comes with; where nouns stand first, the first', () => {
  assert.deepEqual(toldOf({ lock: 0.5, knob: 0.5 }, ['knob']), ['knob', '']);
  assert.deepEqual(toldOf({ funda: 0.5, portatil: 0.5 }, ['funda', 'portatil'], 'spa'), ['funda', '']);
});

test('what belongs to a thing is not the thing', () => {
  assert.deepEqual(toldOf({ laptop: 0.5, accessories: 0.01 }), ['accessories', 'laptop']);
  assert.deepEqual(toldOf({ laptop: 0.5, accessories: 0 }), ['', 'laptop']);
  assert.deepEqual(
    toldOf({ laptop: 0.5 }, ['laptop', 'accessories']),
    ['', 'laptop'],
    'no product has the word',
  );
  assert.deepEqual(toldOf({ laptop: 0.5, 15: 0 }, ['laptop', 'accessories', '15']), ['', 'laptop']);
  assert.deepEqual(toldOf({ laptop: 0.5, zubehor: 0 }, [], 'deu'), ['', 'laptop']);
  assert.deepEqual(toldOf({ accesorios: 0.1, portatil: 0.5 }, ['accesorios'], 'spa'), [
    'accesorios',
    'portatil',
  ]);
  assert.deepEqual(toldOf({ replacement: 0.1, filter: 0.5 }), ['filter', ''], 'a filter is asked for');
  assert.deepEqual(toldOf({ accessories: 0.1 }), ['accessories', ''], 'of nothing else');
});

test('of more words than bits, the first ones', () => {
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, k) => [`w${k}`, 0.5]));
  assert.deepEqual(toldOf(many), ['', ''], 'the last one has no bit');
  assert.deepEqual(toldOf(many, ['w30']), ['w30', '']);
  assert.deepEqual(toldOf(many, ['w31']), ['', '']);
});

test('what lacks the word is another thing as far as the word says what products are', () => {
  const thing = new AskedThing([], 'eng');
  thing.add('lamp', 0.5, 0.75, true);
  thing.add('red', 0, 0.25, false);
  const { certainty, isSold } = thing.told();
  assert.deepEqual([certainty, isSold], [0.75, true]);
  const none = new AskedThing([], 'eng').told();
  assert.deepEqual([none.certainty, none.isSold], [0, false]);
});
