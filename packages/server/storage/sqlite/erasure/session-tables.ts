/** A table whose rows each belong to a session. */
export interface SessionTable {
  readonly name: string;
  /** Columns of its primary key behind `organization_id`. */
  readonly key: readonly string[];
  /** Whether the key goes on with the session, so that its rows lie together. */
  readonly isBySession: boolean;
  /** Whether its rows stay, unlinked from an erased session. */
  readonly isKept: boolean;
}

/** The shop's own books: what was sold is theirs, whoever asks to be forgotten. */
const BOOKS = 'orders';

/** The journal is no table of a tenant: its rows are compacted into those of the log. */
const NOT_TENANTS = 'journal';

/** A column of a table with sessions; `pk` is its place in the primary key, 0 for none. */
export interface ColumnRow {
  readonly table_name: string;
  readonly column_name: string;
  readonly pk: number;
}

/** Every column of every table that has a column of session ids. */
export const SESSION_COLUMNS = `
  SELECT tables.name AS table_name, columns.name AS column_name, columns.pk AS pk
  FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
  WHERE tables.type = 'table' AND tables.name <> '${NOT_TENANTS}'
    AND EXISTS (SELECT 1 FROM pragma_table_info(tables.name) WHERE name = 'session_id')
  ORDER BY tables.name, columns.pk`;

/**
 * The tables of sessions, read from the schema: a table that a later release adds is erased and exported without a
 * change here.
 *
 * @throws Error for a table whose key does not begin with the organization
 */
export function sessionTables(columns: readonly ColumnRow[]): readonly SessionTable[] {
  const byTable = Map.groupBy(columns, ({ table_name }) => table_name);
  return [...byTable].map(([name, all]) => {
    const [organization, ...key] = all
      .filter(({ pk }) => pk > 0)
      .sort((a, b) => a.pk - b.pk)
      .map(({ column_name }) => column_name);
    if (organization !== 'organization_id' || key.length === 0) {
      throw new Error(`The key of ${name} does not begin with the organization.`);
    }
    return { name, key, isBySession: key[0] === 'session_id', isKept: name === BOOKS };
  });
}
