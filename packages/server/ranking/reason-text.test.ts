import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FACTORS, type Factor, type RankedItem, TIER_FACTORS } from '@decidable/engine/ranking';
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
    'Visits like this one turn to it: on a mobile device, at night (100 % of its score).',
  );
});

const SIGNALS: Readonly<Record<string, string>> = {
  attribute: 'colour=b',
  keyword: 'search:b',
  constraint: 'gender=b',
};

test('what speaks against a product is told before what speaks for it', () => {
  const against = (name: 'dismissed' | 'constraint', signal: string) => ({
    ...factor(name, signal, -0.5),
    weight: -0.5,
    value: 1,
  });
  const category = factor('category', 'category_view:Boots', 1);
  assert.match(
    whyOf(0.5, [category, against('dismissed', 'brand=Nike')]),
    /^The shopper dismissed others with brand Nike\. The shopper asked for the category Boots/,
  );
  assert.match(
    whyOf(0.5, [category, against('constraint', 'gender=Men')]),
    /^What the shopper looks at has gender Men\. The shopper asked/,
  );
});

test('every kind of evidence but the prior has words of its own', () => {
  const tiers = new Set<Factor['factor']>(TIER_FACTORS);
  const told = FACTORS.filter((name) => name !== 'prior' && !tiers.has(name)).map((name) =>
    whyOf(1, [factor(name, SIGNALS[name] ?? `${name}_view:b`, 1)]),
  );
  for (const sentence of told) assert.match(sentence, /^[A-Z].*\(100 % of its score\)\.$/);
  assert.equal(new Set(told).size, told.length);
});

test('what misses a part of a search says so first', () => {
  const match = (matched: string): Factor => ({ ...factor('match', 'search:red boots', 0), matched });
  const boots = factor('category', 'category_view:Boots', 1);
  assert.match(whyOf(1, [match('some'), boots]), /^It has a part of what was asked for\. The shopper asked/);
  assert.match(whyOf(1, [match('none'), boots]), /^It has nothing of what was asked for\. The shopper asked/);
  for (const whole of ['all', 'most']) assert.match(whyOf(1, [match(whole), boots]), /^The shopper asked/);
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
      new RegExp(`its net weight is ${words}, as the shopper asked \\(`, 'i'),
    );
});

test('a category or brand that was filtered for is told as asked for', () => {
  for (const [name, words] of [
    ['category', 'It is in Acme'],
    ['brand', 'It is by Acme'],
    ['attribute', 'Its maker is Acme'],
  ] as const) {
    const why = whyOf(1, [factor(name, 'attribute_filter:maker=Acme', 1)]);
    assert.equal(why, `${words}, as the shopper asked (100 % of its score).`);
  }
});

test('what others go on to is not told as looked at, nor a value that nothing speaks for as a reason', () => {
  assert.equal(
    whyOf(1, [factor('category', 'gone_to:type=socks', 0.5), factor('attribute', 'gone_to:type=socks', 0.3)]),
    'It is in socks, which shoppers go on to from what was viewed (80 % of its score).',
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
    'The shopper asked for the category boots (70 % of its score); it is by Ala, like what was viewed (20 %).',
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
    'It is in boots, as the shopper asked (70 % of its score); it is by Ala, as the shopper asked (30 %).',
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

/** A factor whose signal is a search, with what of it the product has. */
const searched = (
  name: Factor['factor'],
  matched: string,
  contribution: number,
  text = 'grey sofa under 500',
) => ({
  ...factor(name, `search:${text}`, contribution),
  matched,
});

test('what a product has of a search is one reason, in the words that were typed', () => {
  assert.equal(
    whyOf(1, [
      searched('category', 'type=Living > Sofas', 0.3),
      searched('brand', 'brand=Acme', 0.1),
      searched('attribute', 'BaseColour=Grey', 0.2),
      searched('price', 'price_filter:-500', 0.1),
      { ...factor('keyword', 'search:sofas', 0.2), matched: 'sofa' },
      factor('prior', 'catalogue', 0.1),
    ]),
    'It is as searched: sofa, by Acme, grey, up to 500 (90 % of its score).',
  );
  assert.equal(
    whyOf(1, [searched('category', 'type=Living > Armchairs', 0.8), factor('prior', 'catalogue', 0.2)]),
    'It is as searched: in Armchairs (80 % of its score).',
  );
  assert.equal(
    whyOf(1, [factor('keyword', 'search:notebook (for laptop)', 1)]),
    'It is as searched: notebook (for laptop) (100 % of its score).',
  );
});

test('a price of a search is told as the product stands to it', () => {
  const told = (matched: string): string => whyOf(1, [searched('price', matched, 1)]);
  assert.equal(told('price_filter:50-150'), 'It is as searched: 50 to 150 (100 % of its score).');
  assert.equal(told('near_price_filter:-500'), 'It is as searched: nearly up to 500 (100 % of its score).');
  assert.match(
    told('outside_price_filter:-500'),
    /^Its price is outside what the shopper asked for, up to 500, /,
  );
});

test('an attribute that says the same as the category of a search is told once', () => {
  assert.equal(
    whyOf(1, [searched('category', 'type=Sofas', 0.5), factor('attribute', 'type=Sofas', 0.3)]),
    'It is as searched: in Sofas (80 % of its score).',
  );
});

test('values are told without the names of columns where those say nothing more', () => {
  const told = (signal: string): string => whyOf(1, [factor('attribute', signal, 1)]);
  assert.equal(told('BaseColour=Purple'), 'It is purple, like what was viewed (100 % of its score).');
  assert.equal(told('material=RGB'), 'It is RGB, like what was viewed (100 % of its score).');
  assert.equal(
    told('screen_size=27 in'),
    'Its screen size is 27 in, like what was viewed (100 % of its score).',
  );
  assert.equal(told('isWireless=Yes'), 'Wireless: yes, like what was viewed (100 % of its score).');
  assert.equal(told('isWireless=No'), 'Wireless: no, like what was viewed (100 % of its score).');
  assert.equal(told('cores=1'), 'Its cores is 1, like what was viewed (100 % of its score).');
});

test('what is close in meaning is told so, by the words that were typed', () => {
  const match: Factor = { ...factor('match', 'search:sofa bed', 0), matched: 'some', tier: 2 };
  const meaning = factor('meaning', 'search:sofa bed', 0.8);
  assert.equal(
    whyOf(1, [match, meaning, factor('prior', 'catalogue', 0.2)]),
    'It has none of the words that were typed. It is close in meaning to "sofa bed" (80 % of its score).',
  );
  assert.equal(
    whyOf(1, [match, { ...factor('keyword', 'search:bed', 0.3) }, { ...meaning, contribution: 0.7 }]),
    'It has a part of what was asked for. It is close in meaning to "sofa bed" (70 % of its score); it is as searched: bed (30 %).',
  );
});
