import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Gradings, KeptGrading, OrganizationId } from '../../ports.ts';
import type { Reader } from '../connection/reader.ts';

interface Row {
  readonly organization_id: OrganizationId;
  readonly grading_id: string;
  readonly kind: KeptGrading['kind'];
  readonly category: string | null;
  readonly at: number;
  readonly result: string;
}

const fromRow = (row: Row): KeptGrading => ({
  organizationId: row.organization_id,
  id: row.grading_id,
  kind: row.kind,
  at: row.at,
  result: row.result,
  ...(row.category !== null && { category: row.category }),
});

export class SqliteGradings implements Gradings {
  readonly #reader: Reader;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  async list(
    organizationId: OrganizationId,
    filter: { readonly category?: string; readonly limit?: number } = {},
  ): Promise<readonly KeptGrading[]> {
    const limit = filter.limit ?? 50;
    const ids =
      filter.category === undefined
        ? this.#reader.all<{ id: string }>(
            `SELECT grading_id AS id FROM gradings WHERE organization_id = ?
             ORDER BY at DESC, grading_id DESC LIMIT ?`,
            organizationId,
            limit,
          )
        : this.#reader.all<{ id: string }>(
            `SELECT grading_id AS id FROM gradings WHERE organization_id = ? AND category = ?
             ORDER BY at DESC, grading_id DESC LIMIT ?`,
            organizationId,
            filter.category.normalize(),
            limit,
          );
    const gradings: KeptGrading[] = [];
    // A result can have megabytes, so the event loop turns between two of them.
    for (const { id } of ids) {
      const grading = await this.find(organizationId, id);
      if (grading !== undefined) gradings.push(grading);
      await nextTurn();
    }
    return gradings;
  }

  async find(organizationId: OrganizationId, id: string): Promise<KeptGrading | undefined> {
    const row = this.#reader.get<Row>(
      'SELECT * FROM gradings WHERE organization_id = ? AND grading_id = ?',
      organizationId,
      id,
    );
    return row && fromRow(row);
  }
}

export function gradingInserter(database: DatabaseSync): (grading: KeptGrading) => void {
  const insert = database.prepare(
    `INSERT INTO gradings (organization_id, at, grading_id, kind, category, result) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (organization_id, grading_id) DO NOTHING`,
  );
  return ({ organizationId, at, id, kind, category, result }) => {
    // The result holds the category as it was sent. This column is for finding gradings by it.
    insert.run(organizationId, at, id, kind, category?.normalize() ?? null, result);
  };
}
