import { createHash } from 'node:crypto';
import type { Warning } from '@decidable/contract';
import { limits } from '@decidable/contract/limits';
import {
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
  withoutPrivateColumns,
} from '@decidable/engine/catalogue';
import { variantsOf } from '@decidable/engine/ranking';
import { InvalidInput } from '../errors.ts';
import type { OrganizationId, Storage, StoredCatalogue } from '../storage/ports.ts';
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

export interface ImportedCatalogue {
  readonly catalogueVersion: string;
  readonly products: number;
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
 * Stores a CSV as the current catalogue of an organization, and returns the column of each role. The choices of roles, of
 * private and public columns, and of kinds, that were made for the catalogue before it still hold, unless they are made
 * again. A role whose chosen column is gone is recognised, with a warning. The version is a hash of the file, the roles and
 * these choices.
 *
 * @param named columns by role, where the owner names them; `null` for a role that no column has
 * @param now time of the import; ms since the epoch
 * @param privacy columns that no shopper may see, and columns that shoppers may see whatever their names
 * @param kinds the kinds of columns that are not read as what they are
 * @throws InvalidInput if the CSV is invalid, or a choice names an unknown column; StoreUnavailable
 */
export async function importCatalogue(
  { catalogues }: Pick<Storage, 'catalogues'>,
  organizationId: OrganizationId,
  file: CatalogueFile,
  named: RoleOverrides,
  now: number,
  privacy: PrivacyChoices = {},
  kinds: KindChoices = {},
): Promise<ImportedCatalogue> {
  const table = refusing(file, () => readTable(file.bytes, { maxColumns: limits.csvColumns }));
  if (table.ids.length === 0)
    throw new InvalidInput(`${file.name} has a header row and no product below it.`);
  const names = table.columns.map(({ name }) => name);
  refuseUnknown(file.name, names, rolesAsChoices(named));
  const earlier = await catalogues.current(organizationId);
  const { roles, gone } = keptRoles(earlier?.roles ?? {}, named, names);
  const choices = choicesOf(file.name, names, roles, earlier?.privacy ?? {}, privacy);
  refusing(file, () => refuseUnknownColumns(names, kinds));
  const kindsKept = { ...earlier?.kinds, ...kinds };
  const kept = {
    ...(Object.keys(roles).length > 0 && { roles }),
    ...(isChosen(choices) && { privacy: choices }),
    ...(Object.keys(kindsKept).length > 0 && { kinds: kindsKept }),
  };
  const version = versionOf(file.bytes, kept);
  const products = table.ids.length;
  await catalogues.put({ organizationId, version, products, importedAt: now, csv: file.bytes, ...kept });
  const catalogue = interpret(table, kindsKept);
  const shown = withoutPrivateColumns(catalogue, choices, roles);
  const { attributes: _, ...recognised } = recogniseRoles(shown, roles);
  return {
    catalogueVersion: version,
    products,
    roles: recognised,
    examples: examplesOf(catalogue, recognised),
    private: privateColumns(names, choices, roles),
    lists: listedOf(variantsOf(shown, recognised)),
    ...(earlier !== undefined && { changes: changesSince(readTable(earlier.csv), table) }),
    warnings: [...gone, ...missingRoles(recognised)],
  };
}

/** The version of a catalogue. What was not chosen does not count, so that released versions stay as they are. */
export function versionOf(
  csv: Uint8Array,
  { roles, privacy, kinds }: Pick<StoredCatalogue, 'roles' | 'privacy' | 'kinds'>,
): string {
  const hash = createHash('sha256').update(csv);
  if (roles !== undefined) hash.update(JSON.stringify(Object.entries(roles).sort()));
  if (privacy !== undefined) hash.update(`\nprivacy ${JSON.stringify([privacy.private, privacy.public])}`);
  if (kinds !== undefined) hash.update(`\nkinds ${JSON.stringify(Object.entries(kinds).sort())}`);
  return hash.digest('base64url').slice(0, 22);
}

function refusing<Result>(file: CatalogueFile, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof CatalogueError) throw new InvalidInput(error.messageIn(file.name), { cause: error });
    throw error;
  }
}
