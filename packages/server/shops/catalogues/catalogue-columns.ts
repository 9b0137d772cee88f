import {
  interpret,
  type PrivacyChoices,
  type PrivateColumn,
  privateColumns,
  readTable,
  recogniseRoles,
  withoutPrivateColumns,
} from '@decidable/engine/catalogue';
import { InvalidInput } from '../../errors.ts';
import type { OrganizationId, Storage, StoredCatalogue } from '../../storage/ports.ts';
import { versionOf } from './catalogue-version.ts';
import { choicesOf, isChosen } from './privacy-choices.ts';

/** A column of the current catalogue, as the service takes it. */
export interface CatalogueColumn {
  readonly name: string;
  readonly kind: string;
  /** What it is for ranking: a role, or `attribute`; absent for a private column and for one that nobody asks for. */
  readonly role?: string;
  /** Why no shopper sees it; absent for a column that shoppers may see. */
  readonly private?: PrivateColumn['reason'];
}

export interface CatalogueColumns {
  readonly catalogueVersion: string;
  readonly columns: readonly CatalogueColumn[];
}

const NAME = 'The catalogue';

/**
 * The columns of the current catalogue of an organization, in the order of the file.
 *
 * @throws InvalidInput if it has no catalogue; StoreUnavailable
 */
export async function catalogueColumns(
  { catalogues }: Pick<Storage, 'catalogues'>,
  organizationId: OrganizationId,
): Promise<CatalogueColumns> {
  return columnsOf(await currentOf(catalogues, organizationId));
}

/**
 * Makes columns of the current catalogue private or public. The catalogue gets another version, which is the current one;
 * the one before it stays, so that its decisions can be made again.
 *
 * @param now ms since the epoch
 * @throws InvalidInput if there is no catalogue, or a choice names an unknown column; StoreUnavailable
 */
export async function chooseColumns(
  { catalogues }: Pick<Storage, 'catalogues'>,
  organizationId: OrganizationId,
  choices: PrivacyChoices,
  now: number,
): Promise<CatalogueColumns> {
  const { privacy: earlier = {}, ...current } = await currentOf(catalogues, organizationId);
  const names = readTable(current.csv, { header: true }).columns.map(({ name }) => name);
  const privacy = choicesOf(NAME, names, current.roles ?? {}, earlier, choices);
  const kept = { ...current, ...(isChosen(privacy) && { privacy }) };
  const chosen = { ...kept, version: versionOf(kept.csv, kept), importedAt: now };
  if (chosen.version !== current.version) await catalogues.put(chosen);
  return columnsOf(chosen);
}

async function currentOf(
  catalogues: Storage['catalogues'],
  organizationId: OrganizationId,
): Promise<StoredCatalogue> {
  const current = await catalogues.current(organizationId);
  if (current === undefined) {
    throw new InvalidInput(
      'The organization has no catalogue yet. Import one with: decidable catalogue import FILE.',
    );
  }
  return current;
}

function columnsOf({ csv, roles, privacy, kinds, version }: StoredCatalogue): CatalogueColumns {
  const catalogue = interpret(readTable(csv, { header: true }), kinds);
  const shown = withoutPrivateColumns(catalogue, privacy, roles);
  const { attributes, ...chosen } = recogniseRoles(shown, roles);
  const roleOf = new Map<string, string>(attributes.map((name) => [name, 'attribute']));
  for (const [role, name] of Object.entries(chosen)) if (name !== null) roleOf.set(name, role);
  const names = catalogue.attributes.map(({ name }) => name);
  const hidden = new Map(
    privateColumns(names, privacy, roles).map(({ name, reason }) => [name, reason] as const),
  );
  const columns = catalogue.attributes.map(({ name, kind }): CatalogueColumn => {
    const role = roleOf.get(name);
    const reason = hidden.get(name);
    return {
      name,
      kind,
      ...(role !== undefined && { role }),
      ...(reason !== undefined && { private: reason }),
    };
  });
  return { catalogueVersion: version, columns };
}
