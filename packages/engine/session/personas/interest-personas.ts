import { headerWords } from '../../catalogue/columns/header-names.ts';
import { strength } from '../profile/decay.ts';
import { INTERACTION_KINDS, type Look } from '../profile/interactions.ts';
import { searchAt } from '../profile/typed-searches.ts';
import { attributeAndValue } from '../text/names.ts';
import type { Trait } from '../types.ts';
import type { MeasureInput } from './measures.ts';
import type { PersonaTable } from './persona-table.ts';

type Kind = Trait['kind'];

/** Weight of a value of an interacted product, relative to an explicit signal; a view is weaker evidence. */
const FROM_PRODUCTS = 0.5;
/** The same for attributes: a product has many of them, so each is weaker evidence. Set by hand, as the weight above. */
const FROM_ATTRIBUTES = 0.25;
/** Interests that are listed at most; set by hand. */
const MAX_INTERESTS = 20;

const KINDS = ['category', 'brand', 'attribute'] as const satisfies readonly Kind[];
const SIGNALS: Readonly<Record<Kind, string>> = {
  category: 'category_view',
  brand: 'brand_view',
  attribute: 'attribute_filter',
};

const inWords = (value: string): string => (value === 'true' ? 'yes' : value === 'false' ? 'no' : value);

function labelOf(kind: Kind, name: string): string {
  if (kind === 'attribute') {
    const [attribute, value] = attributeAndValue(name);
    return `Interested in ${headerWords(attribute)}: ${inWords(value)}`;
  }
  return kind === 'brand' ? `Interested in the brand ${name}` : `Interested in ${name}`;
}

/** The texts of the persona for one trait. */
interface Wording {
  readonly id: string;
  readonly label: string;
  /** The explicit signal for the trait, as evidence names it: "brand_view:acme". */
  readonly explicitSignal: string;
}

const wordingOf = ({ kind, name, label }: Omit<Trait, 'share'>): Wording => ({
  id: `${kind}:${name}`,
  label: labelOf(kind, label),
  explicitSignal: `${SIGNALS[kind]}:${name}`,
});

/** The wording of each trait, built once. */
const ofTraits = new WeakMap<Trait, Wording>();

function wordingOfTrait(trait: Trait): Wording {
  let wording = ofTraits.get(trait);
  if (wording === undefined) {
    wording = wordingOf(trait);
    ofTraits.set(trait, wording);
  }
  return wording;
}

/** The wording of names that the catalogue lacks. Shoppers can make up any number of them, so the cache is bounded. */
const ofNames = { category: new Map<string, Wording>(), brand: new Map(), attribute: new Map() };
const MAX_NAMES = 10_000;

function wordingOfName(kind: Kind, name: string): Wording {
  const known: Map<string, Wording> = ofNames[kind];
  let wording = known.get(name);
  if (wording === undefined) {
    if (known.size >= MAX_NAMES) known.clear();
    wording = wordingOf({ kind, name, label: name });
    known.set(name, wording);
  }
  return wording;
}

/** Rows of the table by persona id: a trait may have several names, and gets one row. */
type Rows = Map<string, number>;

function add(
  table: PersonaTable,
  rows: Rows | undefined,
  { id, label }: Wording,
  signal: string,
  weight: number,
  at: number,
): void {
  let row = rows?.get(id);
  if (row === undefined) {
    row = table.open(id, label, 'interest');
    rows?.set(id, row);
  }
  table.append(row, signal, weight, at);
}

/**
 * Fills an empty table with interest personas: categories, brands and attribute values that are more frequent in the
 * session than in the catalogue. Evidence is (a) the explicit signals for a value, × (1 − its share of the catalogue),
 * so that a value of all products counts nothing; and (b) the excess of the value among the interacted products over
 * its share of the catalogue: `observed − share × all`, at least 0.
 */
export function listInterests(table: PersonaTable, { profile, now, catalogue, looks }: MeasureInput): void {
  const rows: Rows | undefined = catalogue && new Map();
  for (const kind of KINDS) {
    for (const interest of profile.interests[kind]) {
      const { name } = interest;
      const trait = catalogue?.find(kind, name);
      const weight = strength(interest, now, profile.step) * (1 - (trait?.share ?? 0));
      if (!(weight > 0)) continue;
      const named = wordingOfName(kind, name);
      // A filter may name a category or a brand: "brand=acme".
      const wording = trait === undefined ? named : wordingOfTrait(trait);
      const search = searchAt(profile, interest.step);
      add(table, rows, wording, search ?? named.explicitSignal, weight, interest.at);
    }
  }
  if (looks.length > 0) addTouched(table, rows, looks);
  for (let row = 0; row < table.rows; row++) table.list(row, MAX_INTERESTS);
}

function addTouched(table: PersonaTable, rows: Rows | undefined, looks: readonly Look[]): void {
  const totals = { category: 0, brand: 0, attribute: 0 };
  const seen = new Map<Trait, { mass: number; count: number; at: number }>();
  const count = (traits: readonly Trait[], { touched, weight }: Look, another: number): void => {
    for (const trait of traits) {
      if (trait.kind !== 'attribute') totals[trait.kind] += weight;
      const sum = seen.get(trait);
      if (sum === undefined) seen.set(trait, { mass: weight, count: 1, at: touched.at });
      else {
        sum.mass += weight;
        sum.count += another;
        sum.at = Math.max(sum.at, touched.at);
      }
    }
  };
  const products = new Set<string>();
  const chosen = new Set<string>();
  for (const look of looks) {
    const { touched, weight, product } = look;
    totals.attribute += weight;
    count(product.traits, look, products.has(touched.id) ? 0 : 1);
    products.add(touched.id);
    if (product.ofVariant === undefined || !INTERACTION_KINDS[touched.touch].choosesVariant) continue;
    count(product.ofVariant, look, chosen.has(touched.id) ? 0 : 1);
    chosen.add(touched.id);
  }
  for (const [trait, { mass, count, at }] of seen) {
    // The brand or another value of a single product may be chance, however often that product was viewed; what kind of
    // thing it is hardly is.
    if (trait.kind !== 'category' && count < 2) continue;
    const excess = mass - trait.share * totals[trait.kind];
    if (!(excess > 0)) continue;
    const scale = trait.kind === 'attribute' ? FROM_ATTRIBUTES : FROM_PRODUCTS;
    add(table, rows, wordingOfTrait(trait), `products:${count}`, excess * scale, at);
  }
}
