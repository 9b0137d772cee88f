import type { FilledCell, GradingPlace, Gradings, KeptGrading, OrganizationId } from '../../../ports.ts';
import type { Database } from '../../connection/database.ts';
import { isErased } from '../../erasure/erased-organizations.ts';

interface Row {
  readonly organization_id: OrganizationId;
  readonly grading_id: string;
  readonly kind: KeptGrading['kind'];
  readonly category: string | null;
  readonly at: number;
  readonly result: string;
  readonly summary: string | null;
  readonly origin: string | null;
}

const withoutResult = (row: Omit<Row, 'result'>): Omit<KeptGrading, 'result'> => ({
  organizationId: row.organization_id,
  id: row.grading_id,
  kind: row.kind,
  at: row.at,
  ...(row.category !== null && { category: row.category }),
  ...(row.summary !== null && { summary: row.summary }),
  ...(row.origin !== null && { origin: row.origin }),
});

/** Filled cells that are read at once: a ms or two of the event loop. Set by hand. */
const LIST = 1_000;

/** Locks what is counted before more is added to it, so that two nodes do not both find room. */
const LOCK = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';

export class ClusterGradings implements Gradings {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(
    organizationId: OrganizationId,
    { category, limit = 50 }: { readonly category?: string; readonly limit?: number } = {},
  ): Promise<readonly KeptGrading[]> {
    const ids = await this.#database.query<{ grading_id: string }>(
      `SELECT grading_id FROM gradings WHERE organization_id = $1 AND ($2::text IS NULL OR category = $2)
       ORDER BY at DESC, grading_id DESC LIMIT $3`,
      [organizationId, category?.normalize() ?? null, limit],
    );
    const gradings: KeptGrading[] = [];
    // A result can have megabytes, so each is read by itself.
    for (const { grading_id } of ids) {
      const grading = await this.find(organizationId, grading_id);
      if (grading !== undefined) gradings.push(grading);
    }
    return gradings;
  }

  async page(
    organizationId: OrganizationId,
    {
      category,
      kinds,
      after,
      limit,
    }: {
      readonly category?: string | null;
      readonly kinds?: readonly KeptGrading['kind'][];
      readonly after?: GradingPlace;
      readonly limit: number;
    },
  ): Promise<readonly Omit<KeptGrading, 'result'>[]> {
    const rows = await this.#database.query<Omit<Row, 'result'>>(
      `SELECT organization_id, grading_id, kind, category, at, summary, origin FROM gradings
       WHERE organization_id = $1
         AND CASE WHEN $2 THEN category IS NULL ELSE $3::text IS NULL OR category = $3 END
         AND ($4::text[] IS NULL OR kind = ANY($4))
         AND ($5::bigint IS NULL OR (at, grading_id) < ($5, $6))
       ORDER BY at DESC, grading_id DESC LIMIT $7`,
      [
        organizationId,
        category === null,
        category?.normalize() ?? null,
        kinds ?? null,
        after?.at ?? null,
        after?.id ?? null,
        limit,
      ],
    );
    return rows.map(withoutResult);
  }

  async find(organizationId: OrganizationId, id: string): Promise<KeptGrading | undefined> {
    const row = await this.#database.one<Row>(
      'SELECT * FROM gradings WHERE organization_id = $1 AND grading_id = $2',
      [organizationId, id],
    );
    return row && { ...withoutResult(row), result: row.result };
  }

  remove(organizationId: OrganizationId, id: string): Promise<boolean> {
    return this.#database.transaction(async (query) => {
      await query('DELETE FROM filled_cells WHERE organization_id = $1 AND grading_id = $2', [
        organizationId,
        id,
      ]);
      const removed = await query(
        'DELETE FROM gradings WHERE organization_id = $1 AND grading_id = $2 RETURNING 1',
        [organizationId, id],
      );
      return removed.length > 0;
    });
  }

  async cells(
    organizationId: OrganizationId,
    gradingId: string,
    attribute?: number,
  ): Promise<readonly Uint8Array<ArrayBuffer>[]> {
    const lists: Uint8Array<ArrayBuffer>[] = [];
    let last: FilledCell | undefined;
    for (;;) {
      const cells: readonly FilledCell[] = await this.#database.query<FilledCell>(
        `SELECT attribute, product_id AS product, current, value FROM filled_cells
         WHERE organization_id = $1 AND grading_id = $2 AND ($3::integer IS NULL OR attribute = $3)
           AND (attribute, product_id, current) > ($4::integer, $5, $6)
         ORDER BY attribute, product_id, current LIMIT ${LIST}`,
        [
          organizationId,
          gradingId,
          attribute ?? null,
          last?.attribute ?? attribute ?? 0,
          last?.product ?? '',
          last?.current ?? '',
        ],
      );
      if (cells.length > 0) lists.push(new TextEncoder().encode(JSON.stringify(cells)));
      if (cells.length < LIST) return lists;
      last = cells.at(-1);
    }
  }

  async valuesOf(
    organizationId: OrganizationId,
    gradingId: string,
    attribute: number,
    products: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#database.query<{ product: string; value: string }>(
      `SELECT product_id AS product, value FROM filled_cells
       WHERE organization_id = $1 AND grading_id = $2 AND attribute = $3 AND current = '' AND product_id = ANY($4)`,
      [organizationId, gradingId, attribute, products],
    );
    return new Map(rows.map(({ product, value }) => [product, value]));
  }

  replacements(
    organizationId: OrganizationId,
    gradingId: string,
  ): Promise<readonly Omit<FilledCell, 'product'>[]> {
    return this.#database.query(
      `SELECT attribute, current, value FROM filled_cells
       WHERE organization_id = $1 AND grading_id = $2 AND product_id = '' ORDER BY attribute, current`,
      [organizationId, gradingId],
    );
  }

  async filled(
    organizationId: OrganizationId,
    gradingId: string,
  ): Promise<readonly { readonly attribute: number; readonly cells: number }[]> {
    return this.#database.query(
      `SELECT attribute, count(*) AS cells FROM filled_cells WHERE organization_id = $1 AND grading_id = $2
       GROUP BY attribute ORDER BY attribute`,
      [organizationId, gradingId],
    );
  }

  fill(
    organizationId: OrganizationId,
    gradingId: string,
    given: readonly FilledCell[],
    most: number,
  ): Promise<{ readonly stored: boolean; readonly cells: number }> {
    // Of two values for one cell the later one counts.
    const cells = [
      ...new Map(
        given.map((cell) => [JSON.stringify([cell.attribute, cell.product, cell.current]), cell]),
      ).values(),
    ];
    const columns = (of: readonly FilledCell[]) => [
      organizationId,
      gradingId,
      of.map(({ attribute }) => attribute),
      of.map(({ product }) => product),
      of.map(({ current }) => current),
    ];
    const cleared = cells.filter(({ value }) => value === '');
    const set = cells.filter(({ value }) => value !== '');
    return this.#database.transaction(async (query) => {
      await query(LOCK, [`${organizationId} ${gradingId}`]);
      if (await isErased(query, organizationId)) return { stored: false, cells: 0 };
      const [counts] = await query<{ cells: number; set: number; cleared: number }>(
        `SELECT
           (SELECT count(*) FROM filled_cells WHERE organization_id = $1 AND grading_id = $2) AS cells,
           (SELECT count(*) FROM filled_cells JOIN unnest($3::integer[], $4::text[], $5::text[])
              AS c (attribute, product_id, current) USING (attribute, product_id, current)
            WHERE organization_id = $1 AND grading_id = $2) AS set,
           (SELECT count(*) FROM filled_cells JOIN unnest($6::integer[], $7::text[], $8::text[])
              AS c (attribute, product_id, current) USING (attribute, product_id, current)
            WHERE organization_id = $1 AND grading_id = $2) AS cleared`,
        [...columns(set), ...columns(cleared).slice(2)],
      );
      const after = counts.cells + set.length - counts.set - counts.cleared;
      if (after > most) return { stored: false, cells: after };
      await query(
        `DELETE FROM filled_cells f USING unnest($3::integer[], $4::text[], $5::text[])
           AS c (attribute, product_id, current)
         WHERE f.organization_id = $1 AND f.grading_id = $2 AND f.attribute = c.attribute
           AND f.product_id = c.product_id AND f.current = c.current`,
        columns(cleared),
      );
      await query(
        `INSERT INTO filled_cells (organization_id, grading_id, attribute, product_id, current, value)
         SELECT $1, $2, c.* FROM unnest($3::integer[], $4::text[], $5::text[], $6::text[]) AS c
         ON CONFLICT (organization_id, grading_id, attribute, product_id, current) DO UPDATE SET value = EXCLUDED.value`,
        [...columns(set), set.map(({ value }) => value)],
      );
      return { stored: true, cells: after };
    });
  }
}
