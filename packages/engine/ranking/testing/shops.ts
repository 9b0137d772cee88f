import type { Attribute, AttributeKind, Catalogue } from '../../catalogue/types.ts';
import { emptyProfile, foldAll } from '../../session/profile/fold.ts';
import { readProfile } from '../../session/profile/read-profile.ts';
import type { SearchReader } from '../../session/text/keywords.ts';
import type { Profile, Signal } from '../../session/types.ts';
import { buildIndex, type CatalogueIndex } from '../indexing/catalogue-index.ts';
import { searchReader } from '../query/parsed-query.ts';
import type { Factor } from '../types.ts';

/** A product: column name → value. */
export type Row = Readonly<Record<string, string | number | undefined>>;

/** The index with a place for each product: for tests whose products share titles, and are no variants. */
export const withoutVariants = (index: CatalogueIndex): CatalogueIndex => ({ ...index, family: undefined });

/** A catalogue from rows. `id` is the product id; columns of numbers become number columns. */
export function catalogueOf(
  rows: readonly Row[],
  kinds: Readonly<Record<string, AttributeKind>> = {},
): Catalogue {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => name !== 'id');
  return {
    ids: rows.map((row) => String(row.id)),
    warnings: [],
    attributes: names.map((name) => {
      const values = new Map<string, number>();
      const cell = Int32Array.from(rows, (row) => {
        if (row[name] === undefined) return -1;
        const text = String(row[name]);
        const known = values.get(text) ?? values.size;
        values.set(text, known);
        return known;
      });
      const labels = [...values.keys()];
      const numeric = rows.every((row) => row[name] === undefined || typeof row[name] === 'number');
      const attribute: Attribute = {
        name,
        kind: kinds[name] ?? (numeric ? 'number' : 'category'),
        cell,
        cells: labels.map((_, v) => [v]),
        values: labels.map((label) => (numeric ? { label, number: Number(label) } : { label })),
        placeholders: new Int32Array(0),
      };
      return attribute;
    }),
  };
}

/** Roles of the columns of the test shops. */
export const ROLES = {
  title: 'title',
  category: 'type',
  brand: 'brand',
  price: 'price',
  availability: 'stock',
} as const;

const TYPES = ['boots', 'sandals', 'hats', 'scarves'];
const BRANDS = ['Ala', 'Bero', 'Cima'];
const COLOURS = ['red', 'blue', 'black', 'green', 'white'];

/** The products of {@link shopOf}. */
export function rowsOf(size: number): Row[] {
  return Array.from({ length: size }, (_, i) => ({
    id: `p${i}`,
    title: `${['Leather', 'Canvas', 'Wool'][i % 3]} ${TYPES[i % 4]} ${i}`,
    type: TYPES[i % 4],
    brand: BRANDS[Math.floor(i / 4) % 3],
    colour: COLOURS[Math.floor(i / 5) % 5],
    price: 10 + ((i * 37) % 190),
  }));
}

/** A shop of `size` products with types, brands, colours, prices from 10 to 200, and titles of material and type. */
export const shopOf = (size: number): CatalogueIndex =>
  buildIndex(catalogueOf(rowsOf(size), { title: 'text' }), ROLES);

/** A shop of products p0, p1 … with these titles and nothing else. */
export const titledShop = (titles: readonly string[]): CatalogueIndex =>
  buildIndex(
    catalogueOf(
      titles.map((title, k) => ({ id: `p${k}`, title })),
      { title: 'text' },
    ),
    ROLES,
  );

/** Time of the first signal; ms since the epoch. */
export const NOON = Date.UTC(2026, 2, 4, 12);

/** The profile of signals a second apart, such as `category_view:boots`, or a type without a value; read without a catalogue. */
export const session = (...signals: readonly string[]): Profile => read(signals);

/** The same, read with the catalogue. */
export const sessionIn = (index: CatalogueIndex, ...signals: readonly string[]): Profile =>
  read(signals, searchReader(index));

function read(signals: readonly string[], readSearch?: SearchReader): Profile {
  const folded: Signal[] = signals.map((signal, k) => {
    const colon = signal.indexOf(':');
    return colon < 0
      ? { type: signal, at: NOON + k * 1000 }
      : { type: signal.slice(0, colon), value: signal.slice(colon + 1), at: NOON + k * 1000 };
  });
  return readProfile(foldAll(emptyProfile(NOON), folded), readSearch);
}

/** Sum of the contributions of a breakdown. */
export const sumOf = (factors: readonly Factor[]): number =>
  factors.reduce((sum, { contribution }) => sum + contribution, 0);

/** A generator of numbers in [0, 1), equal for equal seeds (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** So many titles that end alike but for a number, after one of four woods. */
export const repeated = (title: string, times: number): string[] =>
  Array.from({ length: times }, (_, k) => `${['Oak', 'Elm', 'Ash', 'Fir'][k % 4]} ${title} ${100 + k}`);
