import { type Cells, type FittingSearch, type FittingSearches, numberOf } from './fitting.ts';

const kind = (cells: Cells, ...kinds: readonly string[]): boolean => kinds.includes(cells.part_type);
const price = (cells: Cells): number => numberOf(cells.price);
const named = (cells: Cells, pattern: RegExp): boolean => pattern.test(cells.name);

const searches: FittingSearch[] = [
  { query: 'monitor', fits: (cells) => kind(cells, 'monitor') },
  { query: '4k monitor', fits: (cells) => kind(cells, 'monitor') && cells.resolution === '3840,2160' },
  {
    query: '27 inch monitor under 300',
    fits: (cells) => kind(cells, 'monitor') && numberOf(cells.screen_size) === 27 && price(cells) <= 300,
  },
  {
    query: '144hz monitor',
    fits: (cells) => kind(cells, 'monitor') && numberOf(cells.refresh_rate) === 144,
  },
  { query: 'gaming mouse', fits: (cells) => kind(cells, 'mouse') },
  {
    query: 'wireless mouse',
    fits: (cells) => kind(cells, 'mouse') && /wireless/i.test(cells.connection_type),
  },
  { query: 'mechanical keyboard', fits: (cells) => kind(cells, 'keyboard') },
  {
    query: 'keyboard cherry mx red',
    fits: (cells) => kind(cells, 'keyboard') && /cherry mx red/i.test(cells.switches),
  },
  { query: 'hedphones', fits: (cells) => kind(cells, 'headphones') },
  {
    query: 'wireless headphones under 100',
    fits: (cells) => kind(cells, 'headphones') && cells.wireless === 'true' && price(cells) <= 100,
  },
  {
    query: 'headphones not black',
    fits: (cells) => kind(cells, 'headphones') && !/^black/i.test(cells.color),
  },
  { query: 'grafics card', fits: (cells) => kind(cells, 'video-card') },
  {
    query: 'rtx 4070 under 700',
    fits: (cells) => kind(cells, 'video-card') && /4070/.test(cells.chipset) && price(cells) <= 700,
  },
  { query: 'rtx4070', fits: (cells) => kind(cells, 'video-card') && /4070/.test(cells.chipset) },
  { query: '16 gb ram', fits: (cells) => kind(cells, 'memory') && named(cells, /\b16 GB/) },
  {
    query: 'ddr5 32gb',
    fits: (cells) => kind(cells, 'memory') && named(cells, /\b32 GB/) && cells.speed.startsWith('5,'),
  },
  {
    query: '1tb ssd',
    fits: (cells) =>
      kind(cells, 'internal-hard-drive', 'external-hard-drive') &&
      numberOf(cells.capacity) === 1000 &&
      (cells.part_type === 'external-hard-drive' || cells.type === 'SSD'),
  },
  { query: 'samsung 990 pro', fits: (cells) => named(cells, /990 pro/i) },
  {
    query: 'power suply 750w',
    fits: (cells) => kind(cells, 'power-supply') && numberOf(cells.wattage) === 750,
  },
  { query: 'intel cpu', fits: (cells) => kind(cells, 'cpu') && named(cells, /intel/i) },
  { query: 'am4 motherboard', fits: (cells) => kind(cells, 'motherboard') && cells.socket === 'AM4' },
  {
    query: 'white case tempered glass',
    fits: (cells) => kind(cells, 'case') && /white/i.test(cells.color) && /tempered/i.test(cells.side_panel),
  },
];

export const computerParts: FittingSearches = {
  file: 'catalogues/pc_parts_all.csv',
  shown: ['part_type', 'name', 'price'],
  searches,
};
