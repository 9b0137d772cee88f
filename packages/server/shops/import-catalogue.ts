import { createHash } from 'node:crypto';
import { limits } from '@decidable/contract/limits';
import {
  CatalogueError,
  interpret,
  type RoleOverrides,
  readTable,
  recogniseRoles,
} from '@decidable/engine/catalogue';
import { InvalidInput } from '../errors.ts';
import type { OrganizationId, Storage } from '../storage/ports.ts';

/** A CSV file, with its name for messages. */
export interface CatalogueFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Stores a CSV as the current catalogue of an organization, and returns the column of each role. The version is a hash
 * of the file and the roles.
 *
 * @param roles columns by role, where the owner names them; `null` for a role that no column has
 * @param now time of the import; ms since the epoch
 * @throws InvalidInput if the CSV is invalid, or a role names an unknown column; StoreUnavailable
 */
export async function importCatalogue(
  { catalogues }: Pick<Storage, 'catalogues'>,
  organizationId: OrganizationId,
  file: CatalogueFile,
  roles: RoleOverrides,
  now: number,
): Promise<{ readonly catalogueVersion: string; readonly products: number; readonly roles: RoleOverrides }> {
  const table = read(file);
  if (table.ids.length === 0)
    throw new InvalidInput(`${file.name} has a header row and no product below it.`);
  const names = table.columns.map(({ name }) => name);
  for (const [role, column] of Object.entries(roles)) {
    if (column === null || names.includes(column)) continue;
    throw new InvalidInput(
      `${file.name} has no column "${column}" to take as ${role}. Its columns: ${names.slice(0, 30).join(', ')}${names.length > 30 ? ', …' : ''}.`,
    );
  }
  const hasRoles = Object.keys(roles).length > 0;
  const hash = createHash('sha256').update(file.bytes);
  if (hasRoles) hash.update(JSON.stringify(Object.entries(roles).sort()));
  const version = hash.digest('base64url').slice(0, 22);
  const products = table.ids.length;
  await catalogues.put({
    organizationId,
    version,
    products,
    importedAt: now,
    csv: file.bytes,
    ...(hasRoles ? { roles } : {}),
  });
  const { attributes: _, ...recognised } = recogniseRoles(interpret(table), roles);
  return { catalogueVersion: version, products, roles: recognised };
}

function read(file: CatalogueFile) {
  try {
    return readTable(file.bytes, { maxColumns: limits.csvColumns });
  } catch (error) {
    if (error instanceof CatalogueError) throw new InvalidInput(error.messageIn(file.name), { cause: error });
    throw error;
  }
}
