import type { DatabaseSync } from 'node:sqlite';
import type { KeptGrading } from '../../../ports.ts';

export function gradingInserter(database: DatabaseSync): (grading: KeptGrading) => void {
  const insert = database.prepare(
    `INSERT INTO gradings (organization_id, at, grading_id, kind, category, result, summary, origin)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (organization_id, grading_id) DO NOTHING`,
  );
  return ({ organizationId, at, id, kind, category, result, summary, origin }) => {
    // The result holds the category as it was sent. This column is for finding gradings by it.
    insert.run(
      organizationId,
      at,
      id,
      kind,
      category?.normalize() ?? null,
      result,
      summary ?? null,
      origin ?? null,
    );
  };
}
