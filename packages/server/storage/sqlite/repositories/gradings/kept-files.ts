import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { KeptAtMost, KeptFile, KeptFiles, OrganizationId } from '../../../ports.ts';
import type { Reader } from '../../connection/reader.ts';
import type { ErasedOrganizations } from '../../erasure/erased-organizations.ts';
import type { Handlers, Writer } from '../../writer/writer.ts';
import { PART, piecesOf, unwrittenBytes } from '../versioned-bytes.ts';

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

interface Named {
  readonly organizationId: OrganizationId;
  readonly id: string;
}

export interface KeptFileWrites {
  /** Takes the room of a file whose parts follow; answers false where there is none. */
  openKeptFile: { input: KeptFile & { readonly most: KeptAtMost }; output: boolean };
  putKeptPart: { input: Named & { readonly part: number; readonly bytes: Uint8Array }; output: null };
  publishKeptFile: { input: Named; output: null };
  removeKeptFile: { input: Named; output: boolean };
}

const COLUMNS = 'organization_id, file_id, kind, name, at, bytes, facts';

/** Files in parts. A file is seen once all its parts are there; one that is removed is first hidden. */
export class SqliteKeptFiles implements KeptFiles {
  readonly #reader: Reader;
  readonly #writer: Writer<KeptFileWrites>;

  constructor(reader: Reader, writer: Writer<KeptFileWrites>) {
    this.#reader = reader;
    this.#writer = writer;
  }

  async put(file: Omit<KeptFile, 'bytes'>, content: Uint8Array, most: KeptAtMost): Promise<boolean> {
    const { organizationId, id } = file;
    if (!(await this.#writer.write('openKeptFile', { ...file, bytes: content.byteLength, most })))
      return false;
    for (const [part, bytes] of piecesOf(content))
      await this.#writer.write('putKeptPart', { organizationId, id, part, bytes });
    await this.#writer.write('publishKeptFile', { organizationId, id });
    return true;
  }

  async list(
    organizationId: OrganizationId,
    {
      kind,
      after,
      limit,
    }: { readonly kind: KeptFile['kind']; readonly after?: string; readonly limit: number },
  ): Promise<readonly KeptFile[]> {
    return this.#reader
      .all<Row>(
        `SELECT ${COLUMNS} FROM kept_files
         WHERE organization_id = ? AND kind = ? AND state = 'kept' AND (? IS NULL OR file_id < ?)
         ORDER BY file_id DESC LIMIT ?`,
        organizationId,
        kind,
        after ?? null,
        after ?? null,
        limit,
      )
      .map(fromRow);
  }

  async find(organizationId: OrganizationId, id: string): Promise<KeptFile | undefined> {
    const row = this.#reader.get<Row>(
      `SELECT ${COLUMNS} FROM kept_files WHERE organization_id = ? AND file_id = ? AND state = 'kept'`,
      organizationId,
      id,
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
    const bytes = unwrittenBytes(Math.min(range?.length ?? file.bytes, file.bytes - from));
    let written = 0;
    for (let part = Math.floor(from / PART); part * PART < from + bytes.length; part++) {
      const row = this.#reader.get<{ bytes: Uint8Array }>(
        'SELECT bytes FROM kept_file_parts WHERE organization_id = ? AND file_id = ? AND part = ?',
        organizationId,
        id,
        part,
      );
      // Removed since it was found.
      if (row === undefined) return undefined;
      const start = part * PART;
      const wanted = row.bytes.subarray(Math.max(0, from - start), from + bytes.length - start);
      bytes.set(wanted, Math.max(0, start - from));
      written += wanted.length;
      await nextTurn();
    }
    if (written < bytes.length) throw new Error(`A part of the file ${id} is too short.`);
    return bytes;
  }

  async total(organizationId: OrganizationId, kind: KeptFile['kind']): Promise<KeptAtMost> {
    const row = this.#reader.get<{ files: number; bytes: number }>(
      `SELECT COUNT(*) AS files, IFNULL(SUM(bytes), 0) AS bytes FROM kept_files
       WHERE organization_id = ? AND kind = ? AND state = 'kept'`,
      organizationId,
      kind,
    );
    return { files: row?.files ?? 0, bytes: row?.bytes ?? 0 };
  }

  remove(organizationId: OrganizationId, id: string): Promise<boolean> {
    return this.#writer.write('removeKeptFile', { organizationId, id });
  }
}

export function keptFileWrites(
  database: DatabaseSync,
  erased: ErasedOrganizations,
): Handlers<KeptFileWrites> {
  const total = database.prepare(
    `SELECT COUNT(*) AS files, IFNULL(SUM(bytes), 0) AS bytes FROM kept_files
     WHERE organization_id = ? AND kind = ? AND state <> 'removed'`,
  );
  const open = database.prepare(
    `INSERT INTO kept_files (${COLUMNS}, state) VALUES (?, ?, ?, ?, ?, ?, ?, 'coming')`,
  );
  const insertPart = database.prepare(
    'INSERT INTO kept_file_parts (organization_id, file_id, part, bytes) VALUES (?, ?, ?, ?)',
  );
  const publish = database.prepare(
    "UPDATE kept_files SET state = 'kept' WHERE organization_id = ? AND file_id = ? AND state = 'coming'",
  );
  const remove = database.prepare(
    "UPDATE kept_files SET state = 'removed' WHERE organization_id = ? AND file_id = ? AND state = 'kept'",
  );
  return {
    openKeptFile({ organizationId, id, kind, name, at, bytes, facts, most }) {
      if (erased.has(organizationId)) return false;
      const kept = total.get(organizationId, kind) as unknown as KeptAtMost;
      if (kept.files + 1 > most.files || kept.bytes + bytes > most.bytes) return false;
      open.run(organizationId, id, kind, name, at, bytes, facts);
      return true;
    },
    putKeptPart({ organizationId, id, part, bytes }) {
      insertPart.run(organizationId, id, part, bytes);
      return null;
    },
    publishKeptFile({ organizationId, id }) {
      if (publish.run(organizationId, id).changes === 0)
        throw new Error(`The file ${id} was removed before it was stored whole.`);
      return null;
    },
    removeKeptFile: ({ organizationId, id }) => remove.run(organizationId, id).changes === 1,
  };
}
