import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OrganizationId } from '../../ports.ts';
import { announcer, type SqliteChangeFeed } from '../change-feed.ts';
import type { Reader } from '../connection/reader.ts';
import type { Handlers, Writer } from '../writer/writer.ts';

/** Bytes a part: small enough that the neighbours in its group do not wait for it; set by hand. */
export const PART = 256 * 1024;

export type VersionKind = 'catalogue' | 'model';

const TABLES: Readonly<Record<VersionKind, string>> = { catalogue: 'catalogues', model: 'models' };

export interface PartWrites {
  putPart: {
    input: {
      readonly organizationId: OrganizationId;
      readonly kind: VersionKind;
      /** The name that the bytes are stored under: a version, or one of an attempt to store it. */
      readonly content: string;
      readonly part: number;
      readonly bytes: Uint8Array;
    };
    output: null;
  };
}

/** Numbered parts of bytes, each a copy: a message to the writer's thread takes the whole buffer behind an array along. */
export function* piecesOf(bytes: Uint8Array): Generator<readonly [part: number, piece: Uint8Array]> {
  for (let part = 0; part * PART < bytes.byteLength; part++) {
    yield [part, bytes.slice(part * PART, (part + 1) * PART)];
  }
}

/**
 * Bytes that are about to be written, all of them, in a buffer of their own. Zeroing tens of megabytes first may take
 * longer than a turn of the event loop may.
 */
export const unwrittenBytes = (length: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.allocUnsafeSlow(length).buffer);

interface VersionRow {
  readonly bytes: number;
  /** Null, or absent from the table, where the bytes are stored under the version. */
  readonly content?: string | null;
}

/** Versions of an organization, one of them the current one: the facts in a row, the bytes in parts. */
export abstract class SqliteVersions<Row extends VersionRow, Stored> {
  protected readonly reader: Reader;
  protected readonly changes: SqliteChangeFeed;
  readonly #parts: Writer<PartWrites>;
  readonly #kind: VersionKind;

  constructor(kind: VersionKind, reader: Reader, writer: Writer<PartWrites>, changes: SqliteChangeFeed) {
    this.#kind = kind;
    this.reader = reader;
    this.#parts = writer;
    this.changes = changes;
  }

  async current(organizationId: OrganizationId): Promise<Stored | undefined> {
    const version = this.version(organizationId);
    return version === undefined ? undefined : this.find(organizationId, version);
  }

  /** The version of the current one. */
  protected version(organizationId: OrganizationId): string | undefined {
    return this.reader.get<{ version: string }>(
      'SELECT version FROM current_versions WHERE organization_id = ? AND kind = ?',
      organizationId,
      this.#kind,
    )?.version;
  }

  async find(organizationId: OrganizationId, version: string): Promise<Stored | undefined> {
    const row = this.reader.get<Row>(
      `SELECT * FROM ${TABLES[this.#kind]} WHERE organization_id = ? AND version = ?`,
      organizationId,
      version,
    );
    return row && this.stored(row, await this.#read(organizationId, row.content ?? version, row.bytes));
  }

  /** Joins a row and its bytes. */
  protected abstract stored(row: Row, bytes: Uint8Array): Stored;

  /**
   * Writes bytes, and publishes them with the row that names them. `publish` answers `incomplete` where parts are
   * missing, since retention may have removed them meanwhile; then all are written again.
   */
  protected async putBytes<Outcome extends string>(
    organizationId: OrganizationId,
    content: string,
    bytes: Uint8Array,
    publish: () => Promise<Outcome | 'incomplete'>,
  ): Promise<Outcome> {
    for (;;) {
      for (const [part, piece] of piecesOf(bytes)) {
        await this.#parts.write('putPart', { organizationId, kind: this.#kind, content, part, bytes: piece });
      }
      const outcome = await publish();
      if (outcome === 'incomplete') continue;
      this.changes.pollNow();
      return outcome;
    }
  }

  /** Lets the event loop turn between parts. */
  async #read(organizationId: OrganizationId, content: string, length: number): Promise<Uint8Array> {
    const bytes = unwrittenBytes(length);
    let offset = 0;
    for (let part = 0; offset < length; part++) {
      const row = this.reader.get<{ bytes: Uint8Array }>(
        'SELECT bytes FROM parts WHERE organization_id = ? AND kind = ? AND version = ? AND part = ?',
        organizationId,
        this.#kind,
        content,
        part,
      );
      if (row === undefined) throw new Error(`Part ${part} of ${this.#kind} ${content} is missing.`);
      bytes.set(row.bytes, offset);
      offset += row.bytes.byteLength;
      await nextTurn();
    }
    return bytes;
  }
}

export function partWrites(database: DatabaseSync): Handlers<PartWrites> {
  const insert = database.prepare(
    'INSERT OR REPLACE INTO parts (organization_id, kind, version, part, bytes) VALUES (?, ?, ?, ?, ?)',
  );
  return {
    putPart({ organizationId, kind, content, part, bytes }) {
      insert.run(organizationId, kind, content, part, bytes);
      return null;
    },
  };
}

/** A version whose parts have been written. */
interface WrittenVersion {
  readonly organizationId: OrganizationId;
  readonly version: string;
  readonly content: string;
  /** How many bytes its parts should have together. */
  readonly bytes: number;
}

/** Makes a version the current one of its kind and announces it; answers false where some of its parts are missing. */
export function publisher(
  database: DatabaseSync,
  kind: VersionKind,
): (put: WrittenVersion, insertRow: () => void) => boolean {
  const announce = announcer(database);
  const written = database.prepare(
    'SELECT TOTAL(LENGTH(bytes)) FROM parts WHERE organization_id = ? AND kind = ? AND version = ?',
    { returnArrays: true },
  );
  const point = database.prepare(
    'INSERT OR REPLACE INTO current_versions (organization_id, kind, version) VALUES (?, ?, ?)',
  );
  return ({ organizationId, version, content, bytes }, insertRow) => {
    const [found] = written.get(organizationId, kind, content) as unknown as [number];
    if (found < bytes) return false;
    insertRow();
    point.run(organizationId, kind, version);
    announce(organizationId, kind);
    return true;
  };
}
