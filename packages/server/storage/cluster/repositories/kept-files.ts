import type { KeptAtMost, KeptFile, KeptFiles, OrganizationId } from '../../ports.ts';
import type { Database } from '../connection/database.ts';
import { isErased } from '../erasure/erased-organizations.ts';
import { NothingStored, putParts, readParts } from './versioned-bytes.ts';

interface Row {
  readonly organization_id: OrganizationId;
  readonly file_id: string;
  readonly kind: KeptFile['kind'];
  readonly name: string;
  readonly at: number;
  readonly bytes: number;
  readonly facts: string;
}

const fromRow = ({ organization_id, file_id, kind, name, at, bytes, facts }: Row): KeptFile => ({
  organizationId: organization_id,
  id: file_id,
  kind,
  name,
  at,
  bytes,
  facts,
});

const TOTAL = `SELECT count(*) AS files, COALESCE(sum(bytes), 0)::bigint AS bytes FROM kept_files
  WHERE organization_id = $1 AND kind = $2`;

/** Files in parts, each stored in one transaction. */
export class ClusterKeptFiles implements KeptFiles {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async put(
    { organizationId, id, kind, name, at, facts }: Omit<KeptFile, 'bytes'>,
    content: Uint8Array,
    most: KeptAtMost,
  ): Promise<boolean> {
    try {
      await this.#database.transaction(async (query) => {
        // Two nodes do not both find room.
        await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 1))', [`${organizationId} ${kind}`]);
        const [total] = await query<KeptAtMost>(TOTAL, [organizationId, kind]);
        const isFull = total.files + 1 > most.files || total.bytes + content.byteLength > most.bytes;
        if (isFull || (await isErased(query, organizationId))) throw new NothingStored();
        await query(
          `INSERT INTO kept_files (organization_id, file_id, kind, name, at, bytes, facts)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
          [organizationId, id, kind, name, at, content.byteLength, facts],
        );
        await putParts(query, organizationId, 'file', id, content);
      });
      return true;
    } catch (error) {
      if (error instanceof NothingStored) return false;
      throw error;
    }
  }

  async list(
    organizationId: OrganizationId,
    {
      kind,
      after,
      limit,
    }: { readonly kind: KeptFile['kind']; readonly after?: string; readonly limit: number },
  ): Promise<readonly KeptFile[]> {
    const rows = await this.#database.query<Row>(
      `SELECT * FROM kept_files WHERE organization_id = $1 AND kind = $2 AND ($3::text IS NULL OR file_id < $3)
       ORDER BY file_id DESC LIMIT $4`,
      [organizationId, kind, after ?? null, limit],
    );
    return rows.map(fromRow);
  }

  async find(organizationId: OrganizationId, id: string): Promise<KeptFile | undefined> {
    const row = await this.#database.one<Row>(
      'SELECT * FROM kept_files WHERE organization_id = $1 AND file_id = $2',
      [organizationId, id],
    );
    return row && fromRow(row);
  }

  async read(
    organizationId: OrganizationId,
    id: string,
    range?: { readonly from: number; readonly length: number },
  ): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const file = await this.find(organizationId, id);
    if (file === undefined) return undefined;
    const from = Math.min(range?.from ?? 0, file.bytes);
    const length = Math.min(range?.length ?? file.bytes, file.bytes - from);
    return readParts(this.#database, organizationId, 'file', id, length, from);
  }

  async total(organizationId: OrganizationId, kind: KeptFile['kind']): Promise<KeptAtMost> {
    const total = await this.#database.one<KeptAtMost>(TOTAL, [organizationId, kind]);
    return total ?? { files: 0, bytes: 0 };
  }

  remove(organizationId: OrganizationId, id: string): Promise<boolean> {
    return this.#database.transaction(async (query) => {
      const removed = await query(
        'DELETE FROM kept_files WHERE organization_id = $1 AND file_id = $2 RETURNING 1',
        [organizationId, id],
      );
      await query(`DELETE FROM parts WHERE organization_id = $1 AND kind = 'file' AND name = $2`, [
        organizationId,
        id,
      ]);
      return removed.length > 0;
    });
  }
}
