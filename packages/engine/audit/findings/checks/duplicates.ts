import type { Attribute } from '../../../catalogue/types.ts';
import { recordedCells } from '../../../primitives/cell-counts.ts';
import type { FindingCollector } from '../finding-collector.ts';
import type { MarketplaceTable } from '../marketplace-table.ts';
import type { RuleName } from '../rules.ts';
import { addressesIn, imageFault } from './address.ts';
import { gtin14 } from './gtin.ts';
import { groupsOf } from './per-value.ts';

/** Products of as many different names that have one image make it a placeholder. Set by hand: colours of a thing may share one. */
const MIN_NAMES = 10;

/** From this share on titles are names of series or shades, of which another column says the rest, unless a feed calls them titles. Set by hand. */
const MAX_SHARED_TITLES = 0.5;

/** What several products have and only one can. */
export function checkDuplicates(findings: FindingCollector, table: MarketplaceTable): void {
  const { gtin, title, image } = table.columns;
  if (gtin !== undefined) checkColumn(findings, gtin, 'gtin-shared', gtin14);
  if (title !== undefined) checkTitles(findings, table, title);
  if (image !== undefined && title !== undefined) checkImages(findings, image, title);
}

function checkColumn(
  findings: FindingCollector,
  column: Attribute,
  rule: RuleName,
  keyOf: (label: string) => string | undefined,
): void {
  const { groupOf, products } = groupsOf(column, keyOf);
  if (products.every((count) => count < 2)) return;
  const { cell, name } = column;
  for (let product = 0; product < cell.length; product++) {
    const group = cell[product] < 0 ? -1 : groupOf[cell[product]];
    if (group >= 0 && products[group] > 1) findings.add(rule, name, product, labelOf(column, product));
  }
}

/** Products of one maker that have one title: two novels may be called the same. */
function checkTitles(
  findings: FindingCollector,
  { isFeed, columns: { brand } }: MarketplaceTable,
  title: Attribute,
): void {
  const { cell, cells, name } = title;
  const alone = cells.map((of) => of.length === 1);
  const makers = (brand?.cells.length ?? 0) + 1;
  const keyOf = (product: number) => cell[product] * makers + (brand?.cell[product] ?? -1) + 1;
  const products = new Map<number, number>();
  for (let product = 0; product < cell.length; product++)
    if (alone[cell[product]]) products.set(keyOf(product), (products.get(keyOf(product)) ?? 0) + 1);
  const shared = [...products.values()].reduce((sum, count) => sum + (count > 1 ? count : 0), 0);
  if (shared === 0 || (!isFeed && shared > MAX_SHARED_TITLES * recordedCells(cell))) return;
  for (let product = 0; product < cell.length; product++) {
    if (alone[cell[product]] && products.get(keyOf(product))! > 1)
      findings.add('title-shared', name, product, labelOf(title, product));
  }
}

/** The first image of a product, unless its name says that it is a placeholder: then that is told. */
function imageKey(label: string): string | undefined {
  const [first] = addressesIn(label);
  return imageFault(first) === 'image-placeholder' ? undefined : first;
}

function checkImages(findings: FindingCollector, image: Attribute, title: Attribute): void {
  const { groupOf, products } = groupsOf(image, imageKey);
  if (products.every((count) => count < MIN_NAMES)) return;
  const titles = Array.from(products, (count) => (count < MIN_NAMES ? undefined : new Set<number>()));
  const { cell, name } = image;
  const namesOf = (product: number) => (cell[product] < 0 ? undefined : titles[groupOf[cell[product]]]);
  for (let product = 0; product < cell.length; product++) namesOf(product)?.add(title.cell[product]);
  for (let product = 0; product < cell.length; product++) {
    if ((namesOf(product)?.size ?? 0) >= MIN_NAMES)
      findings.add('image-shared', name, product, labelOf(image, product));
  }
}

const labelOf = ({ cell, cells, values }: Attribute, product: number): string =>
  values[cells[cell[product]][0]].label;
