import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FACTORS, type Factor, type RankedItem } from '@decidable/engine/ranking';
import { whyOf as whyOfItem } from './reason-text.ts';

const whyOf = (
  score: number,
  scoreBreakdown: readonly Factor[],
  last: Partial<Pick<RankedItem, 'available' | 'aside'>> = {},
) => whyOfItem({ score, scoreBreakdown, ...last });

const factor = (name: Factor['factor'], signal: string, contribution: number): Factor => ({
  factor: name,
  signal,
  weight: 1,
  value: contribution,
  contribution,
});

test('the strongest factors are told first, with their shares, and what is weak is left out', () => {
  const breakdown = [
    factor('price', 'price_filter:0-50', 0.2),
    factor('category', 'category_view:Boots', 0.5),
    factor('popularity', 'recent_visits', 0.02),
    factor('prior', 'catalogue', 0.28),
  ];
  assert.equal(
    whyOf(1, breakdown),
    'The shopper asked for the category Boots (50 % of its score); it costs what the shopper asked for: up to 50 (20 %).',
  );
});

test('where only the prior speaks, nothing is claimed', () => {
  assert.equal(
    whyOf(1, [factor('prior', 'catalogue', 1)]),
    'Nothing in the session speaks for or against it.',
  );
});

test('where others were there before, and nothing else speaks, it says that their visits order the shelf', () => {
  assert.equal(
    whyOf(1, [factor('prior', 'all_visits', 1)]),
    'Nothing in the session speaks for or against it: it stands where the visits of others put it.',
  );
  assert.equal(
    whyOf(1, [factor('prior', 'all_visits', 1)], { available: false }),
    'It cannot be bought now.',
  );
});

test('what orders a shelf is told also where it is weak: the strongest alone', () => {
  const breakdown = [
    factor('persona', 'persona:bargain_hunter', 0.049),
    factor('attribute', 'colour=red', 0.02),
    factor('prior', 'catalogue', 0.931),
  ];
  assert.equal(whyOf(1, breakdown), 'It suits how the shopper shops: bargain hunter (5 % of its score).');
  assert.equal(
    whyOf(1, [
      { ...factor('persona', 'persona:bargain_hunter', 0.004), weight: 0.004, value: 1 },
      factor('prior', 'catalogue', 0.996),
    ]),
    'Nothing in the session speaks for or against it.',
  );
});

test('it is told of any persona, and of any visit, in words that read on', () => {
  assert.equal(
    whyOf(1, [factor('persona', 'persona:explorer', 1)]),
    'It suits how the shopper shops: explorer (100 % of its score).',
  );
  assert.equal(
    whyOf(1, [factor('context', 'device=mobile,time_of_day=night', 1)]),
    'Visits like this one turn to it: device mobile, time of day night (100 % of its score).',
  );
});

test('every kind of evidence but the prior has words of its own', () => {
  const told = FACTORS.filter((name) => name !== 'prior' && name !== 'order').map((name) =>
    whyOf(1, [factor(name, name === 'attribute' ? 'colour=b' : `${name}_view:b`, 1)]),
  );
  for (const sentence of told) assert.match(sentence, /^[A-Z].*\(100 % of its score\)\.$/);
  assert.equal(new Set(told).size, told.length);
});

test('a list that the shopper sorted says so first', () => {
  const sorted = (name: string) =>
    whyOf(1, [factor('order', `sort:${name}`, 0), factor('category', 'category_view:Boots', 1)]);
  assert.equal(
    sorted('price_asc'),
    'The shopper sorted the list: price, lowest first. The shopper asked for the category Boots (100 % of its score).',
  );
  assert.match(sorted('screen_size_desc'), /^The shopper sorted the list: screen size, highest first\. /);
  assert.match(sorted('newest'), /^The shopper sorted the list: newest\. /);
});

test('of a result that its own search engine put last no high place is claimed', () => {
  assert.equal(
    whyOf(0.01, [factor('relevance', 'position:100', 0.01)]),
    'Its place in the list that was sent (100 % of its score).',
  );
});

test('a price is told as it stands to what was asked for', () => {
  const told = (signal: string): string => whyOf(1, [factor('price', signal, 1)]);
  assert.match(told('price_filter:50-150'), /costs what the shopper asked for: 50 to 150/);
  assert.match(told('near_price_filter:50-150'), /costs nearly what the shopper asked for: 50 to 150/);
  assert.equal(
    told('outside_price_filter:50-150'),
    'Its price is outside what the shopper asked for, 50 to 150, and counts by how near it comes (100 % of its score).',
  );
  assert.equal(told('no_price'), 'Nothing in the session speaks for or against it.');
});

test('a limit that was asked for is told in words', () => {
  for (const [value, words] of [
    ['<=2', 'at most 2'],
    ['>= 2 kg', 'at least 2 kg'],
    ['<2', 'less than 2'],
    ['>2', 'more than 2'],
    ['1-2', '1-2'],
    ['<3', 'less than 3'],
    ['>_<', '>_<'],
  ])
    assert.match(
      whyOf(1, [factor('attribute', `attribute_filter:net_weight=${value}`, 1)]),
      new RegExp(`the shopper asked for it: net weight is ${words} \\(`, 'i'),
    );
});

test('a category or brand that was filtered for is told as asked for', () => {
  for (const name of ['category', 'brand', 'attribute'] as const) {
    const why = whyOf(1, [factor(name, 'attribute_filter:brand=Acme', 1)]);
    assert.equal(why, 'The shopper asked for it: brand is Acme (100 % of its score).');
  }
});

test('what others go on to is not told as looked at, nor a value that nothing speaks for as a reason', () => {
  assert.equal(
    whyOf(1, [factor('category', 'gone_to:type=socks', 0.5), factor('attribute', 'gone_to:type=socks', 0.3)]),
    'Where shoppers go on to from what was viewed, type is socks (80 % of its score).',
  );
  assert.equal(
    whyOf(1, [factor('category', 'type', 0.5), factor('attribute', 'type', 0.3)]),
    'Nothing in the session speaks for or against it.',
  );
});

test('what has less than everybody gets is not told as left alone', () => {
  assert.equal(
    whyOf(0.2, [factor('category', 'type', 0.05), factor('prior', 'catalogue', 0.15)]),
    'Nothing in the session speaks for it.',
  );
});

test('a category that was asked for is told once, with all that it counts for', () => {
  const told = whyOf(1, [
    factor('category', 'category_view:boots', 0.5),
    factor('brand', 'brand=Ala', 0.1),
    factor('attribute', 'type=boots', 0.2),
    factor('attribute', 'brand=Ala', 0.1),
    factor('prior', 'catalogue', 0.1),
  ]);
  assert.equal(
    told,
    'The shopper asked for the category boots (70 % of its score); like what was viewed, brand is Ala (20 %).',
  );
});

test('a category or a brand that was filtered for is told once, too', () => {
  const told = whyOf(1, [
    factor('category', 'attribute_filter:type=boots', 0.5),
    factor('brand', 'attribute_filter:brand=Ala', 0.2),
    factor('attribute', 'type=boots', 0.2),
    factor('attribute', 'brand=Ala', 0.1),
  ]);
  assert.equal(
    told,
    'The shopper asked for it: type is boots (70 % of its score); the shopper asked for it: brand is Ala (30 %).',
  );
});

test('a product that does not say its colour is not told to stand there for its colour', () => {
  assert.equal(
    whyOf(1, [factor('attribute', 'colour', 1)]),
    'Nothing in the session speaks for or against it.',
  );
});

test('what stands last whatever it scores says so first', () => {
  const boots = [factor('category', 'category_view:Boots', 1)];
  assert.equal(
    whyOf(1, boots, { available: false }),
    'It cannot be bought now. The shopper asked for the category Boots (100 % of its score).',
  );
  assert.equal(
    whyOf(1, [factor('prior', 'catalogue', 1)], { aside: 'dismissed' }),
    'The shopper does not want to see it.',
  );
  assert.equal(
    whyOf(1, boots, { aside: 'bought' }),
    'The shopper has bought it. The shopper asked for the category Boots (100 % of its score).',
  );
  assert.match(whyOf(1, boots, { aside: 'removed' }), /^The shopper took it out of the cart\. /);
});
