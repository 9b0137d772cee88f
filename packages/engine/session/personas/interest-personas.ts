import { strength } from '../profile/decay.ts';
import type { Look } from '../profile/interactions.ts';
import type { Trait } from '../types.ts';
import type { Sight } from './measures.ts';
import type { PersonaTable } from './persona-table.ts';

type Kind = Trait['kind'];

/** What a product's own value adds beside what was asked for by name: looking is a weaker word than asking. */
const FROM_PRODUCTS = 0.5;
/** Attributes of one product are many; each says less. */
const FROM_ATTRIBUTES = 0.25;
/** More interests than this are no longer a person. */
const MOST_INTERESTS = 20;

const KINDS = ['category', 'brand', 'attribute'] as const satisfies readonly Kind[];
const SIGNALS: Readonly<Record<Kind, string>> = {
  category: 'category_view',
  brand: 'brand_view',
  attribute: 'attribute_filter',
};

function labelOf(kind: Kind, name: string): string {
  if (kind === 'attribute') return `Interested in ${name.replace('=', ': ')}`;
  return kind === 'brand' ? `Interested in the brand ${name}` : `Interested in ${name}`;
}

/** What a persona says of a trait whenever it stands out. */
interface Wording {
  readonly id: string;
  readonly label: string;
  /** The signal that asks for the trait by its name. */
  readonly asked: string;
}

const wordingOf = ({ kind, name, label }: Omit<Trait, 'share'>): Wording => ({
  id: `${kind}:${name}`,
  label: labelOf(kind, label),
  asked: `${SIGNALS[kind]}:${name}`,
});

/** The wording of traits, made once for each. */
const ofTraits = new WeakMap<Trait, Wording>();

function wordingOfTrait(trait: Trait): Wording {
  let wording = ofTraits.get(trait);
  if (wording === undefined) {
    wording = wordingOf(trait);
    ofTraits.set(trait, wording);
  }
  return wording;
}

/**
 * The wording of names that no catalogue knows; shoppers make them up, so that all are forgotten when they are too
 * many.
 */
const ofNames = { category: new Map<string, Wording>(), brand: new Map(), attribute: new Map() };
const MOST_NAMES = 10_000;

function wordingOfName(kind: Kind, name: string): Wording {
  const known: Map<string, Wording> = ofNames[kind];
  let wording = known.get(name);
  if (wording === undefined) {
    if (known.size >= MOST_NAMES) known.clear();
    wording = wordingOf({ kind, name, label: name });
    known.set(name, wording);
  }
  return wording;
}

/** What stands out, each thing once: the rows of a table by id, where a thing may go by several names. */
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
 * Lists personas of what the shopper is after in an empty table: categories, brands and attribute values that stand out
 * in the session against the shelf. Evidence is (a) what was asked for by name, × (1 − the share of the shelf that has
 * it), so that asking for what everything has says nothing; and (b) by how much the touched products have it more often
 * than the shelf does: `observed − share × all`, never below 0.
 */
export function listInterests(table: PersonaTable, { profile, now, shelf, looks }: Sight): void {
  const rows: Rows | undefined = shelf && new Map();
  for (const kind of KINDS) {
    for (const interest of profile.interests[kind]) {
      const { name } = interest;
      const trait = shelf?.find(kind, name);
      const weight = strength(interest, now, profile.step) * (1 - (trait?.share ?? 0));
      if (!(weight > 0)) continue;
      const named = wordingOfName(kind, name);
      // A filter may name a category or a brand: "brand=acme".
      const wording = trait === undefined ? named : wordingOfTrait(trait);
      add(table, rows, wording, named.asked, weight, interest.at);
    }
  }
  if (looks.length > 0) addTouched(table, rows, looks);
  for (let row = 0; row < table.rows; row++) table.list(row, MOST_INTERESTS);
}

function addTouched(table: PersonaTable, rows: Rows | undefined, looks: readonly Look[]): void {
  const totals = { category: 0, brand: 0, attribute: 0 };
  const seen = new Map<Trait, { mass: number; count: number; at: number }>();
  const products = new Set<string>();
  for (const { touched, weight, product } of looks) {
    const another = products.has(touched.id) ? 0 : 1;
    products.add(touched.id);
    totals.attribute += weight;
    for (const trait of product.traits) {
      if (trait.kind !== 'attribute') totals[trait.kind] += weight;
      const sum = seen.get(trait);
      if (sum === undefined) seen.set(trait, { mass: weight, count: 1, at: touched.at });
      else {
        sum.mass += weight;
        sum.count += another;
        sum.at = Math.max(sum.at, touched.at);
      }
    }
  }
  for (const [trait, { mass, count, at }] of seen) {
    // A value that a single product has may be chance, however often that one is looked at.
    if (trait.kind === 'attribute' && count < 2) continue;
    const excess = mass - trait.share * totals[trait.kind];
    if (!(excess > 0)) continue;
    const scale = trait.kind === 'attribute' ? FROM_ATTRIBUTES : FROM_PRODUCTS;
    add(table, rows, wordingOfTrait(trait), `products:${count}`, excess * scale, at);
  }
}
