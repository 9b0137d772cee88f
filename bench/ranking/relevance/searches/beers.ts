import { type FittingSearch, type FittingSearches, numberOf } from './fitting.ts';

const searches: FittingSearch[] = [
  { query: 'pale ale', fits: ({ style, name }) => /pale (wheat )?ale/i.test(`${style} ${name}`) },
  {
    query: 'pale ale under 5%',
    fits: ({ style, name, abv }) => /pale (wheat )?ale/i.test(`${style} ${name}`) && numberOf(abv) <= 0.05,
  },
  {
    query: 'imperial stout',
    fits: ({ style, name }) => /stout/i.test(style) && /imperial/i.test(`${style} ${name}`),
  },
  {
    query: 'wheat beer not american',
    fits: ({ style, name }) => /wheat|wit|weiz|weiss/i.test(`${style} ${name}`) && !/american/i.test(style),
  },
  { query: 'porter 16 oz', fits: ({ style, ounces }) => /porter/i.test(style) && numberOf(ounces) === 16 },
  { query: 'hefeweisen', fits: ({ style, name }) => /hefe/i.test(`${style} ${name}`) },
];

export const beers: FittingSearches = {
  file: 'catalogues/craft_beers.csv',
  shown: ['name', 'style', 'abv'],
  searches,
};
