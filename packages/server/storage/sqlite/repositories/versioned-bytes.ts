import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OrganizationId } from '../../ports.ts';
import { type Announcements, announcer } from '../change-feed.ts';
import type { Reader } from '../connection/reader.ts';
import type { VersionKind, WriteHandlers, Writer } from '../writer/store-writes.ts';

/** Bytes a part: small enough that a group commit holding one is not felt by its neighbours. */
const PART = 256 * 1024;

const TABLES: Readonly<Record<VersionKind, string>> = { catalogue: 'catalogues', model: 'models' };

/** What an organization has under versions, one of them the current one: the facts in a row, the bytes in parts. */
export abstract class SqliteVersions<Row extends { readonly bytes: number }, Stored> {
  protected readonly reader: Reader;
  protected readonly writer: Writer;
  readonly #announcements: Announcements;
  readonly #kind: VersionKind;

  constructor(kind: VersionKind, reader: Reader, writer: Writer, announcements: Announcements) {
    this.#kind = kind;
    this.reader = reader;
    this.writer = writer;
    this.#announcements = announcements;
  }

  async current(organizationId: OrganizationId): Promise<Stored | undefined> {
    const current = this.reader.get<{ version: string }>(
      'SELECT version FROM current_versions WHERE organization_id = ? AND kind = ?',
      organizationId,
      this.#kind,
    );
    return current && this.find(organizationId, current.version);
  }

  async find(organizationId: OrganizationId, version: string): Promise<Stored | undefined> {
    const row = this.reader.get<Row>(
      `SELECT * FROM ${TABLES[this.#kind]} WHERE organization_id = ? AND version = ?`,
      organizationId,
      version,
    );
    return row && this.stored(row, await this.#read(organizationId, version, row.bytes));
  }

  onChange(listener: (organizationId: OrganizationId) => void): void {
    this.#announcements.on(this.#kind, listener);
  }

  /** What a row and its bytes stand for. */
  protected abstract stored(row: Row, bytes: Uint8Array): Stored;

  /**
   * Writes bytes under a version. They count once `publish` has written the row that names it, which it does not while
   * some are missing: retention may be removing the same version, from when it was put before.
   */
  protected async putVersion(
    organizationId: OrganizationId,
    version: string,
    bytes: Uint8Array,
    publish: () => Promise<boolean>,
  ): Promise<void> {
    do await this.#write(organizationId, version, bytes);
    while (!(await publish()));
    this.#announcements.look();
  }

  async #write(organizationId: OrganizationId, version: string, bytes: Uint8Array): Promise<void> {
    for (let part = 0; part * PART < bytes.byteLength; part++) {
      // Copied, because what is sent to the writer thread takes the whole buffer behind it along.
      const piece = bytes.slice(part * PART, (part + 1) * PART);
      await this.writer.write('putPart', { organizationId, kind: this.#kind, version, part, bytes: piece });
    }
  }

  /** Lets the event loop turn between parts. */
  async #read(organizationId: OrganizationId, version: string, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length);
    let offset = 0;
    for (let part = 0; offset < length; part++) {
      const row = this.reader.get<{ bytes: Uint8Array }>(
        'SELECT bytes FROM parts WHERE organization_id = ? AND kind = ? AND version = ? AND part = ?',
        organizationId,
        this.#kind,
        version,
        part,
      );
      if (row === undefined) throw new Error(`Part ${part} of ${this.#kind} ${version} is missing.`);
      bytes.set(row.bytes, offset);
      offset += row.bytes.byteLength;
      await nextTurn();
    }
    return bytes;
  }
}

export function partWrites(database: DatabaseSync): Pick<WriteHandlers, 'putPart'> {
  const insert = database.prepare(
    'INSERT OR REPLACE INTO parts (organization_id, kind, version, part, bytes) VALUES (?, ?, ?, ?, ?)',
  );
  return {
    putPart({ organizationId, kind, version, part, bytes }) {
      insert.run(organizationId, kind, version, part, bytes);
      return null;
    },
  };
}

/** A version whose bytes are all there, or should be. */
interface PutVersion {
  readonly organizationId: OrganizationId;
  readonly version: string;
  /** How many there are. */
  readonly bytes: number;
}

/** Makes a version the current one of its kind, and says so to every process; false where bytes of it are missing. */
export function publisher(
  database: DatabaseSync,
  kind: VersionKind,
): (put: PutVersion, insertRow: () => void) => boolean {
  const announce = announcer(database);
  const written = database.prepare(
    'SELECT TOTAL(LENGTH(bytes)) FROM parts WHERE organization_id = ? AND kind = ? AND version = ?',
    { returnArrays: true },
  );
  const point = database.prepare(
    'INSERT OR REPLACE INTO current_versions (organization_id, kind, version) VALUES (?, ?, ?)',
  );
  return ({ organizationId, version, bytes }, insertRow) => {
    const [found] = written.get(organizationId, kind, version) as unknown as [number];
    if (found < bytes) return false;
    insertRow();
    point.run(organizationId, kind, version);
    announce(organizationId, kind);
    return true;
  };
}
