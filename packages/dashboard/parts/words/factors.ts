/** What a factor of a breakdown is called, what it says, and its colour in charts. */
export interface FactorWords {
  readonly name: string;
  readonly about: string;
  readonly fill: `series-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}` | 'quiet' | 'now';
}

const WORDS: Readonly<Record<string, FactorWords>> = {
  keyword: { name: 'Search', about: 'It matches what was searched for.', fill: 'series-1' },
  meaning: {
    name: 'Meaning',
    about: 'No product has all the words; it is close to what they mean.',
    fill: 'series-1',
  },
  category: { name: 'Category', about: 'It is in a category that the shopper looks at.', fill: 'series-2' },
  brand: { name: 'Brand', about: 'It is of a brand that the shopper looks at.', fill: 'series-3' },
  attribute: {
    name: 'Attributes',
    about: 'It is like what the shopper looks at or filters by.',
    fill: 'series-4',
  },
  price: { name: 'Price', about: 'It costs what the shopper looks at or asked for.', fill: 'series-5' },
  sequence: { name: 'What came next', about: 'Others went to it after the same products.', fill: 'series-6' },
  'co-visited': { name: 'Seen together', about: 'Others looked at it in the same visits.', fill: 'series-7' },
  revisit: { name: 'Seen before', about: 'The shopper has looked at it before.', fill: 'series-8' },
  catalogue: {
    name: 'Nearby',
    about: 'It stands near what was looked at in the catalogue.',
    fill: 'series-8',
  },
  persona: { name: 'Way of shopping', about: 'It fits the way the shopper shops.', fill: 'series-4' },
  context: {
    name: 'Device and time',
    about: 'Shoppers with this device and time of day go to it.',
    fill: 'series-5',
  },
  popularity: { name: 'Popular now', about: 'Shoppers look at it these days.', fill: 'series-6' },
  relevance: { name: 'Your search engine', about: 'The order that the shop sent.', fill: 'series-1' },
  dismissed: { name: 'Dismissed', about: 'The shopper dismissed others like it.', fill: 'quiet' },
  constraint: { name: 'Made for others', about: 'What the shopper looks at is for others.', fill: 'quiet' },
  order: { name: 'Chosen order', about: 'The shopper chose how the list is sorted.', fill: 'series-2' },
  prior: {
    name: 'Starting share',
    about: 'What every product starts with before anything is known.',
    fill: 'quiet',
  },
};

export const factorWords = (factor: string): FactorWords =>
  WORDS[factor] ?? { name: factor, about: '', fill: 'now' };
