import { createHash } from 'node:crypto';
import { limits } from '@decidable/contract/limits';
import {
  CatalogueError,
  interpret,
  type RoleOverrides,
  readTable,
  recogniseRoles,
} from '@decidable/engine/catalogue';
import type { OrganizationId, Storage } from '@decidable/server/storage';
import { BadInput } from './fault.ts';
import type { GivenFile } from './input.ts';

/**
 * Makes a CSV the current catalogue of an organization, and returns the column of each role. The same file with the
 * same roles has the same version.
 *
 * @throws BadInput when it cannot be read, or a role names no column of it.
 */
export async function importCatalogue(
  storage: Storage,
  organizationId: OrganizationId,
  file: GivenFile,
  roles: RoleOverrides = {},
): Promise<{ readonly catalogueVersion: string; readonly products: number; readonly roles: RoleOverrides }> {
  const table = read(file);
  if (table.ids.length === 0) throw new BadInput(`${file.name} has a header row and no product below it.`);
  const names = table.columns.map(({ name }) => name);
  for (const [role, column] of Object.entries(roles)) {
    if (column === null || names.includes(column)) continue;
    throw new BadInput(
      `${file.name} has no column "${column}" to take as ${role}. Its columns: ${names.slice(0, 30).join(', ')}${names.length > 30 ? ', …' : ''}.`,
    );
  }
  const hasRoles = Object.keys(roles).length > 0;
  const hash = createHash('sha256').update(file.bytes);
  if (hasRoles) hash.update(JSON.stringify(Object.entries(roles).sort()));
  const version = hash.digest('base64url').slice(0, 22);
  const products = table.ids.length;
  await storage.catalogues.put({
    organizationId,
    version,
    products,
    importedAt: Date.now(),
    csv: file.bytes,
    ...(hasRoles ? { roles } : {}),
  });
  const { attributes: _, ...recognised } = recogniseRoles(interpret(table), roles);
  return { catalogueVersion: version, products, roles: recognised };
}

function read(file: GivenFile) {
  try {
    return readTable(file.bytes, { maxColumns: limits.csvColumns });
  } catch (error) {
    if (error instanceof CatalogueError) throw new BadInput(error.messageIn(file.name), { cause: error });
    throw error;
  }
}
