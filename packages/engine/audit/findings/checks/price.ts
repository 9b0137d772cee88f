import { headerWords } from '../../../catalogue/columns/header-names.ts';
import type { Attribute } from '../../../catalogue/types.ts';
import { countByCell, recordedCells } from '../../../primitives/cell-counts.ts';
import type { FindingCollector } from '../finding-collector.ts';
import type { MarketplaceTable } from '../marketplace-table.ts';
import { checkValues } from './per-value.ts';

const CURRENCY = /[\p{L}\p{Sc}]/u;
/** The share of prices with a currency from which on those without one are faults. Set by hand. */
const MIN_WITH_CURRENCY = 0.5;

export function checkPrices(findings: FindingCollector, table: MarketplaceTable): void {
  const { price, salePrice, fullPrice } = table.columns;
  if (price === undefined) return;
  checkPositive(findings, table, price);
  if (needsCurrency(table, price)) {
    checkValues(findings, price, (label) =>
      /\d/.test(label) && !CURRENCY.test(label) ? ['price-without-currency'] : [],
    );
  }
  if (salePrice !== undefined) checkReduced(findings, table, price, salePrice, false);
  else if (fullPrice !== undefined) checkReduced(findings, table, fullPrice, price, true);
}

/** Where more of the prices are 0, prices stand elsewhere: at the variants, or in the shop. Set by hand. */
const MAX_NOT_POSITIVE = 0.5;

/** Products of which no price is above 0. */
function checkPositive(
  findings: FindingCollector,
  { isSelfContained }: MarketplaceTable,
  { name, cell, cells, values }: Attribute,
): void {
  const faulty = cells.map((of) =>
    of.every((value) => values[value].number !== undefined && values[value].number! <= 0),
  );
  const products = countByCell(cell, cells.length);
  const all = products.reduce((sum, count, at) => sum + (faulty[at] ? count : 0), 0);
  if (all === 0 || all > MAX_NOT_POSITIVE * recordedCells(cell)) return;
  for (let product = 0; product < cell.length; product++) {
    if (cell[product] >= 0 && faulty[cell[product]] && isSelfContained?.[product] !== 0)
      findings.add('price-not-positive', name, product, values[cells[cell[product]][0]].label);
  }
}

function needsCurrency({ isFeed, attributes }: MarketplaceTable, { values }: Attribute): boolean {
  if (attributes.some(({ name }) => /\bcurrency\b/.test(headerWords(name)))) return false;
  const withCurrency = values.filter(({ label }) => CURRENCY.test(label)).length;
  return isFeed || (withCurrency < values.length && withCurrency >= MIN_WITH_CURRENCY * values.length);
}

/**
 * Products whose reduced price is above the other one. Equal prices are a fault of a column of reduced prices alone: many
 * shops write the price struck out of all products.
 */
function checkReduced(
  findings: FindingCollector,
  { ids }: MarketplaceTable,
  full: Attribute,
  reduced: Attribute,
  mayBeEqual: boolean,
): void {
  // Prices of two currencies tell nothing of each other.
  if (full.unit !== reduced.unit) return;
  const [prices, reductions] = [numbersOf(full), numbersOf(reduced)];
  for (let product = 0; product < ids.length; product++) {
    const [before, now] = [prices[full.cell[product]], reductions[reduced.cell[product]]];
    if (before === undefined || now === undefined || before <= 0 || now <= 0) continue;
    if (now < before || (mayBeEqual && now === before)) continue;
    findings.add(
      'sale-price-not-lower',
      reduced.name,
      product,
      `${textOf(reduced, product)} instead of ${textOf(full, product)}`,
    );
  }
}

/** The number of each cell that holds one. */
const numbersOf = ({ cells, values }: Attribute): (number | undefined)[] =>
  cells.map((of) => (of.length === 1 ? values[of[0]].number : undefined));

const textOf = ({ cell, cells, values }: Attribute, product: number): string =>
  values[cells[cell[product]][0]].label;
