import { nearestName } from '../../primitives/nearest-name.ts';
import { CatalogueError } from '../catalogue-error.ts';
import type { Table, Warning } from '../types.ts';

/** The kinds that an owner can choose for a column. */
export const CHOSEN_KINDS = ['category', 'number', 'date', 'boolean', 'list', 'text', 'identifier'] as const;
export type ChosenKind = (typeof CHOSEN_KINDS)[number];

/** The kinds that the owner chose, by the names of columns. Those of columns that an export lacks have no effect. */
export type KindChoices = Readonly<Record<string, ChosenKind>>;

/**
 * The kind of this name, in any letter case.
 *
 * @throws CatalogueError if there is none
 */
export function chosenKind(text: string): ChosenKind {
  const kind = CHOSEN_KINDS.find((known) => known === text.trim().toLowerCase());
  if (kind !== undefined) return kind;
  const meant = nearestName(text, CHOSEN_KINDS);
  throw new CatalogueError(
    'unknown_kind',
    `There is no kind "${text}"${meant === undefined ? '' : `; "${meant}" is near`}. The kinds: ${CHOSEN_KINDS.join(', ')}.`,
  );
}

/** Columns that are named in an error message; set by hand. */
const NAMED = 30;

/**
 * @param names the columns of the export, or of both
 * @throws CatalogueError if a choice is of an unknown column
 */
export function refuseUnknownColumns(names: readonly string[], kinds: KindChoices): void {
  for (const name of Object.keys(kinds)) {
    if (names.includes(name)) continue;
    const meant = nearestName(name, names);
    const others = `${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ', …' : ''}`;
    throw new CatalogueError(
      'unknown_column',
      `No column is called "${name}", so it cannot be read as ${kinds[name]}. ` +
        (meant === undefined ? `The columns: ${others}.` : `Is "${meant}" meant?`),
    );
  }
}

/** Columns that are named in a warning; set by hand. */
const WARNED = 5;

const listed = (names: readonly string[]): string => {
  const shown = [...names]
    .sort()
    .slice(0, WARNED)
    .map((name) => `"${name}"`);
  return names.length > WARNED ? `${shown.join(', ')} and ${names.length - WARNED} more` : shown.join(', ');
};

/** The warnings that are the same for both of two exports, since these are read alike. */
export const KIND_WARNINGS: ReadonlySet<string> = new Set([
  'kind_not_read',
  'numbers_as_names',
  'words_among_numbers',
]);

/**
 * What the owner should know of the kinds that the columns of an export were read as.
 *
 * @param unread columns of which not one cell fits the kind that was chosen
 * @param named columns of numbers that are read as names
 * @param wordy measures with words that are no values of theirs
 */
export function kindWarnings(
  { columns }: Table,
  kinds: KindChoices,
  unread: ReadonlySet<string>,
  named: ReadonlySet<string>,
  wordy: ReadonlyMap<string, readonly string[]>,
): Warning[] {
  if (unread.size === 0 && named.size === 0 && wordy.size === 0) return [];
  const within = (names: ReadonlySet<string>) =>
    columns.flatMap(({ name }) => (names.has(name) ? [name] : [])).sort();
  const warnings: Warning[] = within(unread).map((name) => ({
    code: 'kind_not_read',
    message: `Not one value of "${name}" can be read as ${kinds[name]}, so the column is read as if no kind had been chosen for it.`,
    field: name,
  }));
  for (const name of within(new Set(wordy.keys()))) {
    const words = wordy.get(name)!;
    warnings.push({
      code: 'words_among_numbers',
      message: `"${name}" is a measure, and ${listed(words)} ${words.length === 1 ? 'is' : 'are'} none: such cells count as not recorded.`,
      field: name,
    });
  }
  const names = within(named);
  if (names.length === 0) return warnings;
  const message = `The numbers of ${listed(names)} are read as names, not as quantities: 2 is no nearer to 3 than to 300. Where that is wrong, choose the kind number for the column.`;
  return [...warnings, { code: 'numbers_as_names', message }];
}
