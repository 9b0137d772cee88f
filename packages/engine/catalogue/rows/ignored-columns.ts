import { nearestName } from '../../primitives/nearest-name.ts';
import { shortened } from '../csv/parsed-file.ts';
import type { Warning } from '../types.ts';
import { columnKey } from './column-key.ts';

/** The columns that an owner leaves out, by their names without letter case; those that no column has are told. */
export function ignoredColumns(
  names: readonly string[],
  ignore: readonly string[],
  idColumn: number,
): { readonly columns: ReadonlySet<number>; readonly warnings: readonly Warning[] } {
  const columns = new Set<number>();
  const warnings: Warning[] = [];
  for (const wanted of ignore) {
    const own = names.flatMap((name, at) => (name !== '' && isNamed(name, wanted) ? [at] : []));
    if (own.includes(idColumn)) {
      warnings.push({
        code: 'id_not_ignored',
        message: `"${shortened(wanted)}" is the column of the ids, and is not left out.`,
      });
    } else if (own.length === 0) {
      const close = nearestName(wanted, names);
      warnings.push({
        code: 'unknown_column',
        message: `No column is called "${shortened(wanted)}", to be left out${close === undefined ? '.' : `; did you mean "${shortened(close)}"?`}`,
      });
    }
    for (const at of own) if (at !== idColumn) columns.add(at);
  }
  return { columns, warnings };
}

const isNamed = (name: string, wanted: string): boolean =>
  name === wanted.trim().normalize('NFC') || columnKey(name) === columnKey(wanted);
