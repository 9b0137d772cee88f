import type { Attribute } from '../../catalogue/types.ts';
import { upperShare } from '../../primitives/share-bounds.ts';
import { FEWEST_IN_GROUP, FEWEST_OF_KIND, LEAST_AGREEMENT, LEAST_KIND_COVERAGE } from '../constants.ts';
import type { Derivation } from './functional-dependency.ts';
import { majorities } from './group-majority.ts';

/** Missing cells that another attribute implies and that the products' own kind confirms. */
export interface ConfirmedDerivation {
  readonly from: Attribute;
  readonly products: number;
  /** Per product the cell that is implied; -1 where none is. */
  readonly cellOf: Int32Array;
}

/**
 * Keeps of a derivation the cells that products of the same kind confirm: of the group that implies a cell, products
 * of the product's own kind are recorded, and they agree as well. A rule that holds among the recorded kinds need not
 * hold in another: where WLAN goes with NFC among phones, it does not among fridges. The kind is told by the attribute
 * that predicts the derived one best besides the source. The rule is then applied to each recorded cell as if that
 * were missing, also in groups that only agree without it, and nothing is derived unless it is right for at least 95 %
 * of them, with 95 % confidence.
 *
 * @param applies per product 1 where the attribute applies; default everywhere
 */
export function confirmedByKind(
  attribute: Attribute,
  derivation: Derivation,
  all: readonly Attribute[],
  applies?: Uint8Array,
): ConfirmedDerivation | undefined {
  const { from, cellOfGroup } = derivation;
  const kind = kindOf(attribute, from, all);
  const counts = new GroupCounts(attribute, from, kind);
  const cellOf = new Int32Array(attribute.cell.length).fill(-1);
  const { majority } = majorities(attribute, from, attribute.cell.length);
  let products = 0;
  let tried = 0;
  let wrong = 0;
  for (let product = 0; product < attribute.cell.length; product++) {
    const group = from.cell[product];
    if (group < 0 || majority[group] < 0) continue;
    const own = attribute.cell[product];
    if (own >= 0) {
      if (!counts.confirms(product, majority[group])) continue;
      tried++;
      if (own !== majority[group]) wrong++;
    } else if (applies === undefined || applies[product] === 1) {
      if (cellOfGroup[group] < 0 || !counts.confirms(product, cellOfGroup[group])) continue;
      cellOf[product] = cellOfGroup[group];
      products++;
    }
  }
  if (products === 0 || tried === 0 || upperShare(wrong, tried) > 1 - LEAST_AGREEMENT) return undefined;
  return { from, products, cellOf };
}

/** The attribute with few, mostly recorded values that tells most about another one. */
function kindOf(attribute: Attribute, from: Attribute, all: readonly Attribute[]): Attribute | undefined {
  const products = attribute.cell.length;
  let best: Attribute | undefined;
  let most = 0;
  for (const other of all) {
    const { kind, cells, notQuestion, cell } = other;
    if (other === attribute || other === from || notQuestion !== undefined) continue;
    if (kind !== 'category' || cells.length < 2 || cells.length > products / FEWEST_IN_GROUP) continue;
    if (cell.filter((own) => own >= 0).length < LEAST_KIND_COVERAGE * products) continue;
    const told = dependence(attribute, other);
    if (told > most) {
      most = told;
      best = other;
    }
  }
  return best;
}

/**
 * The likelihood ratio statistic G of two attributes beyond its mean and three standard deviations under independence;
 * 0 or less where they may be independent.
 */
function dependence(attribute: Attribute, kind: Attribute): number {
  const width = attribute.cells.length;
  const pairs = new Map<number, number>();
  const byKind = new Map<number, number>();
  const byCell = new Map<number, number>();
  const add = (counts: Map<number, number>, key: number) => counts.set(key, (counts.get(key) ?? 0) + 1);
  let recorded = 0;
  for (let product = 0; product < attribute.cell.length; product++) {
    const own = attribute.cell[product];
    const group = kind.cell[product];
    if (own < 0 || group < 0) continue;
    recorded++;
    add(pairs, group * width + own);
    add(byKind, group);
    add(byCell, own);
  }
  let statistic = 0;
  for (const [pair, count] of pairs) {
    const expected = (byKind.get(Math.floor(pair / width))! * byCell.get(pair % width)!) / recorded;
    statistic += 2 * count * Math.log(count / expected);
  }
  const freedom = (byKind.size - 1) * (byCell.size - 1);
  return statistic - freedom - 3 * Math.sqrt(2 * freedom);
}

/** Recorded products by group, kind and cell. */
class GroupCounts {
  readonly #attribute: Attribute;
  readonly #from: Attribute;
  readonly #kind: Attribute | undefined;
  readonly #size = new Map<string, number>();
  readonly #alike = new Map<string, number>();

  constructor(attribute: Attribute, from: Attribute, kind: Attribute | undefined) {
    this.#attribute = attribute;
    this.#from = from;
    this.#kind = kind;
    for (let product = 0; product < attribute.cell.length; product++) {
      const own = attribute.cell[product];
      if (own < 0 || from.cell[product] < 0) continue;
      for (const key of this.#keys(product)) {
        this.#size.set(key, (this.#size.get(key) ?? 0) + 1);
        this.#alike.set(`${key} ${own}`, (this.#alike.get(`${key} ${own}`) ?? 0) + 1);
      }
    }
  }

  /** Whether the other products of the group, and those of its own kind, agree on a cell. */
  confirms(product: number, cell: number): boolean {
    const own = this.#attribute.cell[product];
    return this.#keys(product).every((key, at) => {
      const size = (this.#size.get(key) ?? 0) - (own >= 0 ? 1 : 0);
      const alike = (this.#alike.get(`${key} ${cell}`) ?? 0) - (own === cell ? 1 : 0);
      return size >= (at === 0 ? FEWEST_IN_GROUP - 1 : FEWEST_OF_KIND) && alike >= LEAST_AGREEMENT * size;
    });
  }

  #keys(product: number): string[] {
    const group = `${this.#from.cell[product]}`;
    return this.#kind === undefined ? [group] : [group, `${group}/${this.#kind.cell[product]}`];
  }
}
