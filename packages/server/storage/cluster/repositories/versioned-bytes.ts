import type { OrganizationId } from '../../ports.ts';
import type { ClusterChangeFeed } from '../change-feed.ts';
import type { Database, Query } from '../connection/database.ts';
import { refuseErased } from '../erasure/erased-organizations.ts';

/** Bytes a part: a few ms of the event loop and of the server; set by hand. */
export const PART = 256 * 1024;

/** What parts belong to: each kind has names of its own. */
export type PartKind = 'catalogue' | 'model' | 'artefact' | 'file';

/** Stores bytes in parts, in the transaction of the row that names them. Parts that are there stay. */
export async function putParts(
  query: Query,
  organizationId: OrganizationId,
  kind: PartKind,
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  for (let part = 0; part * PART < bytes.byteLength; part++) {
    await query(
      `INSERT INTO parts (organization_id, kind, name, part, bytes) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
      [organizationId, kind, name, part, Buffer.from(bytes.subarray(part * PART, (part + 1) * PART))],
    );
  }
}

/** The bytes of so many parts' length; `undefined` where they were removed meanwhile. */
export async function readParts(
  database: Database,
  organizationId: OrganizationId,
  kind: PartKind,
  name: string,
  length: number,
  from = 0,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const bytes = new Uint8Array(length);
  for (let part = Math.floor(from / PART); part * PART < from + length; part++) {
    const row = await database.one<{ bytes: Uint8Array }>(
      'SELECT bytes FROM parts WHERE organization_id = $1 AND kind = $2 AND name = $3 AND part = $4',
      [organizationId, kind, name, part],
    );
    if (row === undefined) return undefined;
    const start = part * PART;
    bytes.set(
      row.bytes.subarray(Math.max(0, from - start), from + length - start),
      Math.max(0, start - from),
    );
  }
  return bytes;
}

/** Ends the work of a transaction that is to change nothing. */
export class NothingStored extends Error {}

/** Makes a version the current one of its kind; answers false where another one than `expected` is current. */
export async function point(
  query: Query,
  organizationId: OrganizationId,
  kind: 'catalogue' | 'model',
  version: string,
  expected: string | null | undefined,
): Promise<boolean> {
  const values = [organizationId, kind, version];
  const insert =
    'INSERT INTO current_versions AS c (organization_id, kind, version) VALUES ($1, $2, $3) ON CONFLICT';
  if (expected === undefined) {
    await query(`${insert} (organization_id, kind) DO UPDATE SET version = EXCLUDED.version`, values);
    return true;
  }
  const met =
    expected === null
      ? await query(`${insert} DO NOTHING RETURNING 1`, values)
      : await query(
          `UPDATE current_versions SET version = $3
           WHERE organization_id = $1 AND kind = $2 AND version = $4 RETURNING 1`,
          [...values, expected],
        );
  return met.length > 0;
}

/** Versions of an organization, one of them the current one: the facts in a row, the bytes in parts. */
export abstract class ClusterVersions<Row extends { readonly bytes: number }, Stored> {
  protected readonly database: Database;
  protected readonly changes: ClusterChangeFeed;
  readonly #kind: 'catalogue' | 'model';

  constructor(kind: 'catalogue' | 'model', database: Database, changes: ClusterChangeFeed) {
    this.#kind = kind;
    this.database = database;
    this.changes = changes;
  }

  async current(organizationId: OrganizationId): Promise<Stored | undefined> {
    for (;;) {
      const version = await this.version(organizationId);
      if (version === undefined) return undefined;
      const found = await this.find(organizationId, version);
      if (found !== undefined) return found;
      // Replaced and removed since it was looked up, or there would be no end of it.
      const again = await this.database.meets(
        'SELECT 1 FROM current_versions WHERE organization_id = $1 AND kind = $2 AND version <> $3',
        [organizationId, this.#kind, version],
      );
      if (!again) return undefined;
    }
  }

  /** The version of the current one. */
  protected async version(organizationId: OrganizationId): Promise<string | undefined> {
    const current = await this.database.one<{ version: string }>(
      'SELECT version FROM current_versions WHERE organization_id = $1 AND kind = $2',
      [organizationId, this.#kind],
    );
    return current?.version;
  }

  async find(organizationId: OrganizationId, version: string): Promise<Stored | undefined> {
    const table = this.#kind === 'catalogue' ? 'catalogues' : 'models';
    const row = await this.database.one<Row>(
      `SELECT * FROM ${table} WHERE organization_id = $1 AND version = $2`,
      [organizationId, version],
    );
    if (row === undefined) return undefined;
    const bytes = await readParts(this.database, organizationId, this.#kind, version, row.bytes);
    return bytes && this.stored(row, bytes);
  }

  /** Joins a row and its bytes. */
  protected abstract stored(row: Row, bytes: Uint8Array): Stored;

  /**
   * Stores a version with its bytes, makes it current and announces it, all or nothing. `insert` writes the row that names
   * the bytes; it answers false where the version is taken.
   */
  protected async putVersion(
    organizationId: OrganizationId,
    version: string,
    bytes: Uint8Array,
    expected: string | null | undefined,
    insert: (query: Query) => Promise<boolean>,
  ): Promise<'stored' | 'lost'> {
    try {
      await this.changes.transaction(async (query, announce) => {
        await refuseErased(query, organizationId);
        if (!(await insert(query))) throw new NothingStored();
        if (!(await point(query, organizationId, this.#kind, version, expected))) throw new NothingStored();
        await putParts(query, organizationId, this.#kind, version, bytes);
        await announce(organizationId, [this.#kind]);
      });
    } catch (error) {
      if (error instanceof NothingStored) return 'lost';
      throw error;
    }
    return 'stored';
  }
}
