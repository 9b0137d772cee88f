import { type CsvCell, writeCsv } from '../../catalogue/csv/csv-writer.ts';
import type { Attribute, Catalogue } from '../../catalogue/types.ts';
import { compare } from '../canonical-order.ts';
import type { AuditResult } from '../result.ts';
import { derive, possibleSources } from './functional-dependency.ts';
import { confirmedByKind } from './kind-agreement.ts';

const HEADER: readonly CsvCell[] = [
  'product_id',
  'attribute',
  'column',
  'suggestion',
  'derived_from',
  'value',
];

/**
 * The proposed work as a CSV for a merchandiser: one row per missing cell, ordered by the priority of the
 * attribute and the usefulness of the product. `column` is the column of the file in which the value belongs;
 * for an option with separate name and value columns, the value column that holds the option or has room for
 * it. `suggestion` is the value that another attribute (`derived_from`) implies; `value` is left empty.
 * Attributes without recoverable bits are left out.
 */
export function repairSheet(catalogue: Catalogue, result: AuditResult): string {
  const byName = new Map(catalogue.attributes.map((attribute) => [attribute.name, attribute]));
  const productOf = new Map(catalogue.ids.map((id, product) => [id, product]));
  // In the order of the audit, which decides between columns that tell the kind equally well.
  const inOrder = [...catalogue.attributes].sort(
    (left, right) =>
      compare(left.name.toLowerCase(), right.name.toLowerCase()) || compare(left.name, right.name),
  );
  const rows = [HEADER];
  for (const { attribute: name, priority, affectedProducts, derivable } of result.attributes) {
    const attribute = byName.get(name);
    if (attribute === undefined || (priority !== null && priority <= 0)) continue;
    const from = derivable === undefined ? undefined : byName.get(derivable.from);
    const implied =
      from === undefined ? undefined : derive(attribute, from, possibleSources(attribute, inOrder).length);
    const derived = implied === undefined ? undefined : confirmedByKind(attribute, implied, inOrder);
    for (const id of affectedProducts) {
      const product = productOf.get(id);
      const cell = product === undefined ? -1 : (derived?.cellOf[product] ?? -1);
      const suggestion = cell < 0 ? '' : label(attribute, cell);
      rows.push([id, name, columnOf(attribute, product), suggestion, cell < 0 ? '' : (from?.name ?? ''), '']);
    }
  }
  return writeCsv(rows);
}

/** The column of the file that holds an attribute of a product. */
function columnOf({ name, writtenIn }: Attribute, product: number | undefined): string {
  if (writtenIn === undefined || product === undefined) return name;
  return writtenIn.columns[writtenIn.slotOf[product]];
}

/**
 * Writes a cell as its column writes it: with another separator it would be read back as one value, or as
 * several. A number is written as a number, so that a leading minus sign is not escaped as a formula.
 */
function label({ cells, values, separator = ' | ' }: Attribute, cell: number): CsvCell {
  const text = cells[cell].map((value) => values[value].label).join(separator);
  return /^-\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
