import { type Cells, type FittingSearch, type FittingSearches, numberOf } from './fitting.ts';

const sentence = (cells: Cells): string => cells.short_description.replace(/\s+/g, ' ').trim();
/** What a product is: the first words of its description, such as "Corner sofa" of "Corner sofa, 4-seat". */
const thing = (cells: Cells): string => sentence(cells).split(',')[0];
const price = (cells: Cells): number => numberOf(cells.price);
/** A price and what is left of a name that tells things from parts of things. */
const is = (pattern: RegExp, not = /^(cover|leg|handle|knob|frame for|support|cushion)/i) => {
  return (cells: Cells): boolean => pattern.test(thing(cells)) && !not.test(thing(cells));
};
const sofa = is(/sofa/i);

const searches: FittingSearch[] = [
  { query: 'sofa', fits: sofa },
  { query: 'sofa under 1000', fits: (cells) => sofa(cells) && price(cells) <= 1000 },
  { query: 'corner sofa', fits: is(/corner.*sofa|u-shaped sofa/i) },
  {
    query: 'leather sofa not black',
    fits: (cells) => sofa(cells) && !/black/i.test(cells.link) && !/,\s*black/i.test(cells.short_description),
  },
  { query: 'sofa cover', fits: (cells) => /^cover.*(sofa|seat|chaise)/i.test(thing(cells)) },
  { query: 'sofabed', fits: is(/sofa-?bed/i) },
  { query: 'wadrobe', fits: is(/wardrobe/i) },
  { query: 'book case', fits: is(/bookcase/i) },
  { query: 'tv bench', fits: is(/tv bench/i) },
  { query: 'office chair', fits: is(/(office|swivel|desk|conference) chair/i) },
  {
    query: 'office chair under 500',
    fits: (cells) => is(/(office|swivel|desk|conference) chair/i)(cells) && price(cells) <= 500,
  },
  { query: 'bar stool', fits: is(/bar stool/i) },
  { query: 'dining table for 6', fits: is(/table and 6|^(dining |extendable |drop-leaf )?table/i) },
  { query: 'childrens chair', fits: is(/(child|junior).*(chair|seat)/i) },
  { query: 'chest of drawers without handles', fits: is(/chest of|drawer/i) },
  {
    query: 'white wardrobe with mirror',
    fits: (cells) => is(/wardrobe/i)(cells) && /white/i.test(cells.link + sentence(cells)),
  },
  { query: 'billy', fits: (cells) => cells.name.includes('BILLY') },
  { query: 'kallax shelf', fits: (cells) => cells.name.includes('KALLAX') },
  { query: 'bed 160x200', fits: (cells) => /bed/i.test(sentence(cells)) && /160x200/.test(sentence(cells)) },
  {
    query: 'coffee table between 100 and 300',
    fits: (cells) =>
      is(/(coffee|side) table|nest of tables/i)(cells) && price(cells) >= 100 && price(cells) <= 300,
  },
];

export const furniture: FittingSearches = {
  file: 'catalogues/ikea_furniture.csv',
  shown: ['name', 'short_description', 'price'],
  searches,
};
