/** A table of tenants. */
export interface TenantTable {
  readonly name: string;
  /** What names one row of an organization: the rest of its primary key, or its row id. */
  readonly key: readonly string[];
  /** Rows removed in one write: fewer where they are large. */
  readonly atOnce: number;
}

/** A column of a table with organizations; `pk` is its place in the primary key, 0 for none. */
export interface TenantColumn {
  readonly table_name: string;
  readonly column_name: string;
  readonly pk: number;
  /** Whether the table has no row ids. */
  readonly wr: number;
}

/** Every column of every table that has a column of organizations. */
export const TENANT_COLUMNS = `
  SELECT tables.name AS table_name, columns.name AS column_name, columns.pk AS pk, tables.wr AS wr
  FROM pragma_table_list AS tables JOIN pragma_table_info(tables.name) AS columns
  WHERE tables.schema = 'main' AND tables.type = 'table'
    AND EXISTS (SELECT 1 FROM pragma_table_info(tables.name) WHERE name = 'organization_id')
  ORDER BY tables.name, columns.pk`;

/** The writer holds in memory what is in the journal, so its rows go with a write of their own. */
export const JOURNAL = 'journal';

/** Announcements, which other parts of the process read first, and the lease under which this is done. */
export const MEANWHILE: ReadonlySet<string> = new Set(['changes', 'leases']);

/** The organization and who may act for it: they go last, together, so that what was cut short can be done again. */
export const LAST: ReadonlySet<string> = new Set([
  'organizations',
  'memberships',
  'invitations',
  'audit_log',
]);

const MANY = 200;
/** Parts of catalogues and models have up to some hundred kB each, gradings sometimes as much. */
const FEW = 8;
const LARGE: ReadonlySet<string> = new Set(['bytes', 'result']);

/** The tables of tenants, read from the schema: one that a later release adds is emptied without a change here. */
export function tenantTables(columns: readonly TenantColumn[]): readonly TenantTable[] {
  const byTable = Map.groupBy(columns, ({ table_name }) => table_name);
  return [...byTable]
    .filter(([name]) => name !== JOURNAL)
    .map(([name, all]) => {
      const key = all
        .filter(({ pk }) => pk > 0)
        .sort((a, b) => a.pk - b.pk)
        .map(({ column_name }) => column_name);
      const isLarge = all.some(({ column_name }) => LARGE.has(column_name));
      return { name, key: all[0].wr === 1 ? key : ['rowid'], atOnce: isLarge ? FEW : MANY };
    });
}

/** Deletes at most `:most` rows of `:organization`. */
export const deletion = ({ name, key }: TenantTable): string => {
  const columns = key.join(', ');
  return `DELETE FROM ${name} WHERE (${columns}) IN
    (SELECT ${columns} FROM ${name} WHERE organization_id = :organization LIMIT :most)`;
};
