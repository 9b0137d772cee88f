import { type ColumnName, columnName } from '../../../catalogue/columns/role-names.ts';
import type { Attribute } from '../../../catalogue/types.ts';
import { recordedCells } from '../../../primitives/cell-counts.ts';
import type { FindingCollector } from '../finding-collector.ts';
import { isTradeNumberName, type MarketplaceRole, type MarketplaceTable } from '../marketplace-table.ts';
import type { RuleName } from '../rules.ts';

/** What a product needs at a marketplace, with the names of columns of which any will do: texts in a second language, a short one. */
const NEEDED = {
  title: ({ concepts }) => concepts.has('title') || concepts.has('name'),
  description: ({ concepts }) => concepts.has('text') && !concepts.has('image'),
  link: ({ concepts }) => concepts.has('link') && !concepts.has('image'),
  image: ({ concepts }) => concepts.has('image'),
  price: ({ concepts }) => concepts.has('price'),
  availability: ({ concepts }) => concepts.has('availability'),
  gtin: isTradeNumberName,
} as const satisfies Partial<Record<MarketplaceRole, (name: ColumnName) => boolean>>;

/** A column that a smaller share of the products has is not the one by which they are sold. Set by hand. */
const MIN_FILLED = 0.5;

/** Products without what a marketplace requires, where the export has a column of it, or is written for a marketplace. */
export function checkMissing(findings: FindingCollector, table: MarketplaceTable): void {
  const names = table.attributes.map(({ name }) => columnName(name));
  for (const role of Object.keys(NEEDED) as (keyof typeof NEEDED)[]) {
    const others = table.attributes.filter((_, at) => NEEDED[role](names[at]));
    // In other exports it may say where a product is sold, and empty may mean that it is.
    if (role === 'availability' && !table.isFeed) continue;
    checkColumn(
      findings,
      table,
      `${role}-missing`,
      table.columns[role],
      others,
      table.isFeed && role !== 'gtin',
    );
  }
}

function checkColumn(
  findings: FindingCollector,
  { isSelfContained, ids }: MarketplaceTable,
  rule: RuleName,
  column: Attribute | undefined,
  others: readonly Attribute[],
  isRequired: boolean,
): void {
  if (!isRequired && (column === undefined || recordedCells(column.cell) < MIN_FILLED * ids.length)) return;
  if (column === undefined && others.some(({ cell }) => recordedCells(cell) > 0)) return;
  for (let product = 0; product < ids.length; product++) {
    if (isSelfContained?.[product] === 0 || (column !== undefined && column.cell[product] >= 0)) continue;
    if (others.every(({ cell }) => cell[product] < 0)) findings.add(rule, column?.name, product);
  }
}
