import type { Warning } from '@decidable/contract';
import {
  type Catalogue,
  CatalogueError,
  interpret,
  type KindChoices,
  type PrivacyChoices,
  type PrivateColumn,
  privateColumns,
  type RoleOverrides,
  readTable,
  recogniseRoles,
  refuseUnknownColumns,
  type Table,
  withoutPrivateColumns,
} from '@decidable/engine/catalogue';
import { variantsOf } from '@decidable/engine/ranking';
import { InvalidInput } from '../../errors.ts';
import type { StoredCatalogue } from '../../storage/ports.ts';
import { versionOf } from './catalogue-version.ts';
import { EXPORT_SIZES } from './file-limits.ts';
import {
  type CatalogueChanges,
  changesSince,
  examplesOf,
  keptRoles,
  type Listed,
  listedOf,
  missingRoles,
} from './import-report.ts';
import { choicesOf, isChosen, refuseUnknown, rolesAsChoices } from './privacy-choices.ts';

/** A CSV file, with its name for messages. */
export interface CatalogueFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What an owner decides about the columns of a catalogue; what is not named stays as it was. */
export interface ColumnChoices {
  /** Columns by role; `null` for a role that no column has. */
  readonly roles?: RoleOverrides;
  readonly privacy?: PrivacyChoices;
  /** The kinds of columns that are not read as what they are. */
  readonly kinds?: KindChoices;
}

/** The catalogue before, with the choices that were made for it. */
export type EarlierCatalogue = Pick<StoredCatalogue, 'csv' | 'roles' | 'privacy' | 'kinds'>;

/** What is stored of a catalogue beside its CSV: choices that were not made are absent. */
export type KeptChoices = Pick<StoredCatalogue, 'roles' | 'privacy' | 'kinds'>;

/** A column as the service takes it. */
export interface PlannedColumn {
  readonly name: string;
  readonly kind: string;
  /** What it is for ranking: a role, or `attribute`; absent for a private column and for one that nobody asks for. */
  readonly role?: string;
  /** Why no shopper sees it; absent for a column that shoppers may see. */
  readonly private?: PrivateColumn['reason'];
  /** Products with a value, and different values. */
  readonly recorded: number;
  readonly distinct: number;
  /** The most frequent values, at most three. */
  readonly examples: readonly string[];
}

/** A catalogue as it would be stored, and how it is taken. */
export interface CataloguePlan {
  readonly version: string;
  readonly products: number;
  readonly kept: KeptChoices;
  readonly columns: readonly PlannedColumn[];
  readonly roles: RoleOverrides;
  /** A value of the column of each role. */
  readonly examples: Readonly<Record<string, string>>;
  /** Columns that are in no answer, each with its reason. */
  readonly private: readonly PrivateColumn[];
  /** What lists of the catalogue do not show by itself. */
  readonly lists: Listed;
  /** What differs from the catalogue before; absent where there was none. */
  readonly changes?: CatalogueChanges;
  /** What is probably not what was meant: no column for price or category, a chosen column that is gone. */
  readonly warnings: readonly Warning[];
}

/**
 * Reads a CSV as the catalogue that it would be. The choices that were made for the catalogue before still hold, unless they
 * are made again. A role whose chosen column is gone is recognised, with a warning. It takes a second for a large file:
 * a service calls it on another thread.
 *
 * @throws InvalidInput if the CSV is invalid, or a choice names an unknown column
 */
export function planCatalogue(
  file: CatalogueFile,
  { roles: named = {}, privacy = {}, kinds = {} }: ColumnChoices,
  earlier: EarlierCatalogue | undefined,
): CataloguePlan {
  const table = refusing(file, () => readTable(file.bytes, { limits: EXPORT_SIZES }));
  if (table.ids.length === 0)
    throw new InvalidInput(`${file.name} has a header row and no product below it.`);
  const names = table.columns.map(({ name }) => name);
  refuseUnknown(file.name, names, rolesAsChoices(named));
  const { roles, gone } = keptRoles(earlier?.roles ?? {}, named, names);
  const choices = choicesOf(file.name, names, roles, earlier?.privacy ?? {}, privacy);
  refusing(file, () => refuseUnknownColumns(names, kinds));
  const kindsKept = { ...earlier?.kinds, ...kinds };
  const kept: KeptChoices = {
    ...(Object.keys(roles).length > 0 && { roles }),
    ...(isChosen(choices) && { privacy: choices }),
    ...(Object.keys(kindsKept).length > 0 && { kinds: kindsKept }),
  };
  const catalogue = interpret(table, kindsKept);
  const shown = withoutPrivateColumns(catalogue, choices, roles);
  const recognised = recogniseRoles(shown, roles);
  const { attributes, ...taken } = recognised;
  const hidden = privateColumns(names, choices, roles);
  return {
    version: versionOf(file.bytes, kept),
    products: table.ids.length,
    kept,
    columns: plannedColumns(catalogue, table, { ...taken }, attributes, hidden),
    roles: taken,
    examples: examplesOf(catalogue, taken),
    private: hidden,
    lists: listedOf(variantsOf(shown, taken)),
    ...(earlier !== undefined && { changes: changesSince(readTable(earlier.csv, { header: true }), table) }),
    warnings: [...gone, ...missingRoles(taken)],
  };
}

/** Values that are shown of a column, and their length. Set by hand. */
const MOST_EXAMPLES = 3;
const LONGEST_EXAMPLE = 80;

function plannedColumns(
  { attributes }: Catalogue,
  table: Table,
  roles: RoleOverrides,
  asked: readonly string[],
  hidden: readonly PrivateColumn[],
): PlannedColumn[] {
  const roleOf = new Map<string, string>(asked.map((name) => [name, 'attribute']));
  for (const [role, name] of Object.entries(roles)) if (typeof name === 'string') roleOf.set(name, role);
  const reasonOf = new Map(hidden.map(({ name, reason }) => [name, reason]));
  const rawOf = new Map(table.columns.map((column) => [column.name, column]));
  return attributes.map(({ name, kind }) => {
    const role = roleOf.get(name);
    const reason = reasonOf.get(name);
    return {
      name,
      kind,
      ...(role !== undefined && { role }),
      ...(reason !== undefined && { private: reason }),
      ...countsOf(rawOf.get(name)!),
    };
  });
}

function countsOf({
  cell,
  texts,
}: Table['columns'][number]): Pick<PlannedColumn, 'recorded' | 'distinct' | 'examples'> {
  const counts = new Map<string, number>();
  let recorded = 0;
  for (const index of cell) {
    const text = texts[index];
    if (text === undefined || text === '') continue;
    recorded++;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const examples = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_EXAMPLES)
    .map(([text]) => (text.length > LONGEST_EXAMPLE ? `${text.slice(0, LONGEST_EXAMPLE)}…` : text));
  return { recorded, distinct: counts.size, examples };
}

function refusing<Result>(file: CatalogueFile, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof CatalogueError) throw new InvalidInput(error.messageIn(file.name), { cause: error });
    throw error;
  }
}
