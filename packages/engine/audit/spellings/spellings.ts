import { conceptsOf } from '../../catalogue/columns/header-names.ts';
import { isRecordable } from '../../catalogue/columns/recordability.ts';
import type { Attribute, Catalogue } from '../../catalogue/types.ts';
import { entropy } from '../../information/decision-bits.ts';
import { foldText } from '../../languages/fold-text.ts';
import { countByCell } from '../../primitives/cell-counts.ts';
import { compare } from '../canonical-order.ts';
import { Alikeness } from './alikeness.ts';
import {
  COMPARED_IN_FILE,
  COMPARED_VALUES,
  EXAMINED_PAIRS,
  FEWEST_COMPARED,
  LEAST_ALIKE,
  LONGEST_VALUE,
  MOST_GROUPS,
  OWN_WORD,
  RARER,
  SEARCHED_PRODUCTS,
} from './constants.ts';
import { type Forms, formsOf } from './forms.ts';
import { similarPairs, slipBetween } from './one-edit.ts';
import type { SpellingGroup } from './spelling-group.ts';
import { WordUse } from './word-use.ts';

/** The values of a column that are compared. */
interface Candidate {
  readonly value: number;
  readonly label: string;
  readonly products: number;
  readonly folded: string;
  readonly forms: Forms | undefined;
}

/**
 * The values of each attribute that look like spellings of one value: "Mac OS" and "macOS", "Ring" and "Rings",
 * "sleevless" and "sleeveless". By attribute; attributes without any are left out. Spellings that differ in case only
 * are one value already.
 */
export function spellingProposals({
  attributes,
}: Pick<Catalogue, 'attributes'>): Map<string, readonly SpellingGroup[]> {
  const alikeness = new Alikeness(attributes);
  const words = new WordUse(attributes);
  const asked = attributes.filter(
    (attribute) => isRecordable(attribute) && (attribute.kind === 'category' || attribute.kind === 'list'),
  );
  const whole = asked.reduce((sum, { values }) => sum + Math.min(COMPARED_VALUES, values.length), 0);
  const most =
    whole <= COMPARED_IN_FILE
      ? COMPARED_VALUES
      : Math.max(FEWEST_COMPARED, Math.floor(COMPARED_IN_FILE / asked.length));
  const budget = { products: SEARCHED_PRODUCTS };
  const proposals = new Map<string, readonly SpellingGroup[]>();
  for (const attribute of asked) {
    const groups = groupsOf(attribute, { alikeness, words, most, budget });
    if (groups.length > 0) proposals.set(attribute.name, groups);
  }
  return proposals;
}

/** What the search in one column shares with those in the others. */
interface Search {
  readonly alikeness: Alikeness;
  readonly words: WordUse;
  /** Values that are compared. */
  readonly most: number;
  /** Products that may still be looked through. */
  readonly budget: { products: number };
}

function groupsOf(attribute: Attribute, search: Search): SpellingGroup[] {
  const counts = productsByValue(attribute);
  const candidates = candidatesOf(attribute, counts, search.most);
  const union = new Groups(candidates);
  for (const form of ['joined', 'singular', 'ordered'] as const)
    sameForms(candidates, form, union, attribute);
  slips(attribute, candidates, union, search);
  const together = productsTogether(attribute, counts);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return union
    .groups()
    .filter(([usual, ...others]) => !others.some((other) => together(usual.value, other.value)))
    .map((group) => {
      const held = group.map(({ products }) => products);
      const sum = held.reduce((all, count) => all + count, 0);
      return {
        values: group.map(({ label, products }) => ({ value: label, products })),
        proposed: group[0].label,
        bits: (sum / total) * entropy(held),
      };
    })
    .sort((left, right) => right.bits - left.bits || compare(left.proposed, right.proposed))
    .slice(0, MOST_GROUPS);
}

function productsByValue({ cell, cells, values }: Attribute): Int32Array {
  const counts = new Int32Array(values.length);
  countByCell(cell, cells.length).forEach((count, at) => {
    for (const value of cells[at]) counts[value] += count;
  });
  return counts;
}

/** The most frequent values first; of equally frequent ones in the order of their texts. */
function candidatesOf({ values }: Attribute, counts: Int32Array, most: number): Candidate[] {
  return values
    .flatMap(({ label, number }, value) =>
      number === undefined && counts[value] > 0 && label.length <= LONGEST_VALUE
        ? [{ value, label, products: counts[value] }]
        : [],
    )
    .sort((left, right) => right.products - left.products || compare(left.label, right.label))
    .slice(0, most)
    .map((each) => ({ ...each, folded: foldText(each.label), forms: formsOf(each.label) }));
}

/** Makes one group of the values that are equal in a form. */
function sameForms(
  candidates: readonly Candidate[],
  form: keyof Forms,
  union: Groups,
  { name }: Attribute,
): void {
  // "Robert" and "Roberts" are two makers.
  if (form === 'singular' && areNames(name)) return;
  const first = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const text = candidate.forms?.[form];
    if (text === undefined) continue;
    const known = first.get(text);
    if (known === undefined) first.set(text, candidate);
    else union.join(known, candidate);
  }
}

function slips(
  attribute: Attribute,
  candidates: readonly Candidate[],
  union: Groups,
  { alikeness, words, budget }: Search,
): void {
  const names = areNames(attribute.name);
  const carriers = new Map<number, number[]>();
  for (const [left, right] of similarPairs(
    candidates.map(({ folded }) => folded),
    EXAMINED_PAIRS,
  )) {
    // Sorted by frequency: the left one is the usual one.
    const [usual, rare] = [candidates[left], candidates[right]];
    if (usual.products < RARER * rare.products) continue;
    const slip = slipBetween(usual.folded, rare.folded, names);
    if (slip === undefined || words.of(slip.right) - 1 >= OWN_WORD) continue;
    budget.products -= 2 * attribute.cell.length;
    if (budget.products < 0) return;
    const alike = alikeness.between(
      attribute,
      productsWith(attribute, rare.value, carriers),
      productsWith(attribute, usual.value, carriers),
    );
    if (alike >= LEAST_ALIKE) union.join(usual, rare);
  }
}

function productsWith({ cell, cells }: Attribute, value: number, known: Map<number, number[]>): number[] {
  let products = known.get(value);
  if (products === undefined) {
    products = [];
    const has = Uint8Array.from(cells, (set) => (set.includes(value) ? 1 : 0));
    for (let product = 0; product < cell.length; product++)
      if (cell[product] >= 0 && has[cell[product]] === 1) products.push(product);
    known.set(value, products);
  }
  return products;
}

/** Whether two values stand in one cell for half of the products with the rarer one: the shop means two things. */
function productsTogether({ cell, cells }: Attribute, counts: Int32Array) {
  const held = cells.some((set) => set.length > 1) ? countByCell(cell, cells.length) : undefined;
  return (one: number, other: number): boolean => {
    if (held === undefined) return false;
    let both = 0;
    cells.forEach((set, at) => {
      if (set.length > 1 && set.includes(one) && set.includes(other)) both += held[at];
    });
    return 2 * both >= Math.min(counts[one], counts[other]);
  };
}

const areNames = (column: string): boolean => conceptsOf(column).has('brand');

/** Candidates joined into groups (union-find). */
class Groups {
  readonly #parent = new Map<Candidate, Candidate>();
  readonly #candidates: readonly Candidate[];

  constructor(candidates: readonly Candidate[]) {
    this.#candidates = candidates;
  }

  join(one: Candidate, other: Candidate): void {
    const [left, right] = [this.#root(one), this.#root(other)];
    if (left !== right) this.#parent.set(right, left);
  }

  #root(of: Candidate): Candidate {
    let at = of;
    for (let up = this.#parent.get(at); up !== undefined; up = this.#parent.get(at)) at = up;
    return at;
  }

  /** Groups of two or more, each with its most frequent value first. */
  groups(): Candidate[][] {
    if (this.#parent.size === 0) return [];
    const groups = new Map<Candidate, Candidate[]>();
    for (const candidate of this.#candidates) {
      const root = this.#root(candidate);
      const group = groups.get(root);
      if (group === undefined) groups.set(root, [candidate]);
      else group.push(candidate);
    }
    return [...groups.values()].filter(({ length }) => length > 1);
  }
}
