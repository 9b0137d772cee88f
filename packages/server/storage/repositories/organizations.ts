import type { Organization, OrganizationId } from '../ports.ts';
import { allOf, announce, meets, type Reading, rowOf, rowsOf, type Writing } from './work.ts';

interface Row {
  readonly organization_id: OrganizationId;
  readonly name: string;
  readonly created_at: number;
}

/** Without personas and synonyms, which may be long. */
const COLUMNS = 'organization_id, name, created_at';

const fromRow = (row: Row): Organization => ({
  id: row.organization_id,
  name: row.name,
  createdAt: row.created_at,
});

export const reads = {
  *list(): Reading<readonly Organization[]> {
    const rows = yield* allOf<Row>({
      text: `SELECT ${COLUMNS} FROM organizations WHERE organization_id > $1 ORDER BY organization_id`,
      first: [''],
      after: (row) => [row.organization_id],
    });
    return rows.map(fromRow).sort((a, b) => a.createdAt - b.createdAt);
  },

  *rankedSince(since: number): Reading<readonly OrganizationId[]> {
    const rows = yield* allOf<{ readonly organization_id: OrganizationId; readonly at: number | null }>({
      text: `SELECT organization_id,
          (SELECT max(at) FROM decisions WHERE decisions.organization_id = organizations.organization_id) AS at
        FROM organizations WHERE organization_id > $1 ORDER BY organization_id`,
      first: [''],
      after: (row) => [row.organization_id],
    });
    return rows
      .flatMap(({ organization_id: id, at }) => (at !== null && at >= since ? [{ id, at }] : []))
      .sort((a, b) => b.at - a.at)
      .map(({ id }) => id);
  },

  *find(id: OrganizationId): Reading<Organization | undefined> {
    const row = yield* rowOf<Row>(`SELECT ${COLUMNS} FROM organizations WHERE organization_id = $1`, [id]);
    return row && fromRow(row);
  },

  *personas(id: OrganizationId): Reading<string | undefined> {
    const row = yield* rowOf<{ personas: string | null }>(
      'SELECT personas FROM organizations WHERE organization_id = $1',
      [id],
    );
    return row?.personas ?? undefined;
  },

  *synonyms(id: OrganizationId): Reading<string | undefined> {
    const row = yield* rowOf<{ synonyms: string | null }>(
      'SELECT synonyms FROM organizations WHERE organization_id = $1',
      [id],
    );
    return row?.synonyms ?? undefined;
  },
};

export const writes = {
  *create({ id, name, createdAt }: Organization): Writing<void> {
    yield* rowsOf('INSERT INTO organizations (organization_id, name, created_at) VALUES ($1, $2, $3)', [
      id,
      name,
      createdAt,
    ]);
  },

  rename: (id: OrganizationId, name: string): Writing<boolean> =>
    meets('UPDATE organizations SET name = $2 WHERE organization_id = $1 RETURNING 1', [id, name]),

  *setPersonas(id: OrganizationId, json: string | undefined): Writing<void> {
    const text = 'UPDATE organizations SET personas = $2 WHERE organization_id = $1 RETURNING 1';
    if (yield* meets(text, [id, json ?? null])) yield* announce(id, 'personas');
  },

  *setSynonyms(
    id: OrganizationId,
    json: string | undefined,
    expected: string | undefined,
  ): Writing<'stored' | 'lost'> {
    const isMet = yield* meets(
      `UPDATE organizations SET synonyms = $2
       WHERE organization_id = $1 AND synonyms IS NOT DISTINCT FROM $3 RETURNING 1`,
      [id, json ?? null, expected ?? null],
    );
    if (!isMet) return 'lost';
    yield* announce(id, 'synonyms');
    return 'stored';
  },
};
