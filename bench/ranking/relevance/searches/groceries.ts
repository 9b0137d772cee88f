import { type Cells, type FittingSearch, type FittingSearches, numberOf } from './fitting.ts';

/** All that a shelf label would say. */
const label = (cells: Cells): string =>
  `${cells.product_name} ${cells.generic_name} ${cells.categories} ${cells.main_category} ${cells.labels} ${cells.brands}`;
const says =
  (...patterns: readonly RegExp[]) =>
  (cells: Cells): boolean =>
    patterns.every((pattern) => pattern.test(label(cells)));

const searches: FittingSearch[] = [
  { query: 'mozzarella', fits: says(/mozzarell/i) },
  { query: 'mozzarela di bufala', fits: says(/mozzarell/i, /bufal/i) },
  {
    query: 'biscotti senza zucchero',
    fits: (cells) =>
      says(/biscott|biscuit/i)(cells) &&
      (/senza zucche|zero zuccheri|sugar.free|no.sugar/i.test(label(cells)) ||
        numberOf(cells.sugars_100g) < 1),
  },
  {
    query: 'biscotti senza glutine',
    fits: says(/biscott|biscuit/i, /senza glutine|gluten.free|sans gluten/i),
  },
  {
    query: 'latte senza lattosio',
    fits: says(/latte|milk/i, /senza lattosio|lactose.free|delattosato|zymil|alta digeribilit|accadi/i),
  },
  { query: 'olio extravergine', fits: says(/extra.?vergin|virgin-olive/i) },
  { query: 'passata di pomodoro', fits: says(/passata|pomodor|tomato/i) },
  { query: 'pasta integrale', fits: says(/pasta|spaghetti|penne|fusilli/i, /integral|whole/i) },
  { query: 'yogurt bianco intero', fits: says(/yogh?urt/i, /bianco|intero|whole/i) },
  { query: 'aceto balsamico', fits: says(/aceto balsamico|balsamic/i) },
  { query: 'cioccolato fondente', fits: says(/cioccolat|chocolat/i, /fondente|dark/i) },
  { query: 'barilla spaghetti', fits: says(/barilla/i, /spaghett/i) },
];

export const groceries: FittingSearches = {
  file: 'exports/openfoodfacts_italy.csv',
  shown: ['product_name', 'brands'],
  searches,
};
