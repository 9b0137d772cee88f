import { lastLevel } from '@decidable/engine/catalogue';
import { type CatalogueIndex, type Column, stemsOfSynonym } from '@decidable/engine/ranking';

/** Labels of more characters are texts, and columns of more labels hold no names. Both set by hand. */
const LONGEST_LABEL = 60;
const MOST_LABELS = 20_000;

type Stems = readonly string[];

/** The phrases inside a phrase, itself among them. */
function* partsOf(stems: Stems): Generator<string> {
  for (let from = 0; from < stems.length; from++) {
    for (let to = from + 1; to <= stems.length; to++) yield stems.slice(from, to).join(' ');
  }
}

/**
 * Tells of pairs of phrases whether they name different values of one column, such as "red" and "blue shirts": whoever
 * says one does not mean the other, whatever they choose.
 */
export function areOtherValues(
  { columns, terms }: CatalogueIndex,
  pairs: readonly (readonly [Stems, Stems])[],
): boolean[] {
  if (pairs.length === 0) return [];
  const asked = new Set(pairs.flat().flatMap((stems) => [...partsOf(stems)]));
  /** By part the columns that have it as a value. */
  const columnsOf = new Map<string, Set<Column>>();
  for (const column of columns) {
    if (column.labels.length > MOST_LABELS) continue;
    for (const label of column.labels) {
      const name = lastLevel(label);
      const key = name.length > LONGEST_LABEL ? '' : stemsOfSynonym(name, terms).join(' ');
      if (asked.has(key)) columnsOf.set(key, (columnsOf.get(key) ?? new Set()).add(column));
    }
  }
  return pairs.map(([a, b]) => {
    const others = new Set(partsOf(b));
    for (const part of partsOf(a)) {
      const known = columnsOf.get(part);
      if (known === undefined) continue;
      for (const other of others) {
        if (
          other !== part &&
          columnsOf
            .get(other)
            ?.values()
            .some((column) => known.has(column))
        )
          return true;
      }
    }
    return false;
  });
}
