import { shortened } from '../../csv/parsed-file.ts';
import { figure } from '../../figures.ts';
import type { Warning } from '../../types.ts';
import { widthAt } from '../coded-rows.ts';
import type { ExportRows } from '../export-rows.ts';
import { faultAt, isHandful, leftOut } from '../faults.ts';
import { type ChosenIds, listed, possibleIds } from './id-column.ts';
import type { RowIds } from './row-ids.ts';

/**
 * Refuses an export with faulty rows: with any, or, where a handful is tolerated, with more.
 *
 * @throws CatalogueError at the first such row
 */
export function refuseFaulty(source: ExportRows, ids: RowIds, tolerant: boolean): void {
  const { without, tooLong, rows } = ids;
  const faulty = without.length + tooLong.length;
  if (faulty === 0 || (tolerant && isHandful(faulty, rows.length + faulty))) return;
  const [row] = [...without.slice(0, 1), ...tooLong.slice(0, 1)].sort((a, b) => a - b);
  throw row === tooLong[0] ? rowTooLong(source, row) : missingId(source, ids, row);
}

function rowTooLong(source: ExportRows, row: number) {
  const { names, rows, width = names.length } = source;
  return faultAt(
    source,
    row,
    'row_too_long',
    `The row has ${widthAt(rows, row)} cells, but the header names ${width < names.length ? width : names.length} columns. ` +
      'A cell that contains the separator must be enclosed in quotation marks.',
    names.length + 1,
  );
}

function missingId(source: ExportRows, { column }: RowIds, row: number) {
  const others = possibleIds(source, new Set(), column);
  return faultAt(
    source,
    row,
    'missing_id',
    `The row has no id: its ${column === 0 ? 'first column' : 'column of ids'}, "${shortened(source.names[column])}", must name the product. ` +
      `Fill it in, delete the row, or ${others === undefined ? 'move the column with the product ids to the front' : `name another column of ids: ${others}`}.`,
    column + 1,
  );
}

const INSTEAD = {
  blank: 'is empty in most rows',
  constant: 'has the same value in every row',
  repeated: 'has the same values in many rows',
  named: 'names the products less well',
  unordered: 'names the products less well',
};

function numberedWarning(names: readonly string[], { ids }: RowIds, numberedBy: readonly string[]): Warning {
  const by = numberedBy.map((name) => `"${shortened(name)}"`).join(', ');
  return {
    code: 'rows_numbered',
    message:
      `No column tells the products apart, so each of the ${figure(ids.length)} rows was read as a product and has the number of its row. ` +
      `A row is known again by its number${by === '' ? '' : ` and by ${by}`}. Where a column has the ids (of ${listed(names)}), name it: --id COLUMN, or "id" in a request or the settings.`,
  };
}

/** What is to be said of an export whose ids are read. */
export function idWarnings(
  source: ExportRows,
  passed: ReadonlySet<number>,
  { ids, instead, doubt, filledDown, numberedBy }: ChosenIds,
  totals: readonly number[],
): Warning[] {
  const { names } = source;
  const warnings: Warning[] = numberedBy === undefined ? [] : [numberedWarning(names, ids, numberedBy)];
  const name = shortened(names[ids.column] ?? '');
  if (instead !== undefined && instead !== 'unordered') {
    const first = names.find((each) => each !== '') ?? '';
    const others = possibleIds(source, passed, ids.column);
    warnings.push({
      code: 'id_column_found',
      message: `The products are told apart by "${name}": the first column, "${shortened(first)}", ${INSTEAD[instead]}.${others === undefined ? '' : ` Others that could be the id: ${others}.`}`,
    });
  }
  const better = doubt === undefined ? undefined : possibleIds(source, passed, ids.column);
  if (doubt !== undefined && better !== undefined) {
    warnings.push({
      code: 'doubtful_id_column',
      message: `The first column, "${name}", was read as the id of the products, but ${INSTEAD[doubt]}. Columns that could be the id: ${better}.`,
    });
  }
  if (filledDown) {
    warnings.push({
      code: 'ids_filled_down',
      message: `${figure(ids.productOfRow.length - ids.ids.length)} rows without an id in "${name}" were read as more of the product above them.`,
    });
  }
  if (totals.length > 0)
    warnings.push(leftOut(source, totals, 'below the products stand totals and remarks.'));
  if (ids.without.length > 0)
    warnings.push(leftOut(source, ids.without, `without a value in "${name}" no product is named.`));
  if (ids.tooLong.length > 0) {
    warnings.push(
      leftOut(
        source,
        ids.tooLong,
        'with more cells than the header, so that it is not known which belongs where. A cell that contains the separator must be enclosed in quotation marks.',
      ),
    );
  }
  return warnings;
}
