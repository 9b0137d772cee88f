import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OrganizationId } from '../ports.ts';
import { announcer } from './announcements.ts';
import type { Reader } from './reader.ts';
import type { PartKind, WriteHandlers, Writer } from './writes.ts';

/** Bytes a part: small enough that a group commit holding one is not felt by its neighbours. */
const PART = 256 * 1024;

/** Writes bytes under a version, part by part. They count only once something points to the version. */
export async function putParts(
  writer: Writer,
  organizationId: OrganizationId,
  kind: PartKind,
  version: string,
  bytes: Uint8Array,
): Promise<void> {
  for (let part = 0; part * PART < bytes.byteLength; part++) {
    // Copied, because what is sent to the writer thread takes the whole buffer behind it along.
    const piece = bytes.slice(part * PART, (part + 1) * PART);
    await writer.write('putPart', { organizationId, kind, version, part, bytes: piece });
  }
}

/** Reads them back, letting the event loop turn between parts. */
export async function getParts(
  reader: Reader,
  organizationId: OrganizationId,
  kind: PartKind,
  version: string,
  length: number,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (let part = 0; offset < length; part++) {
    const row = reader.get<{ bytes: Uint8Array }>(
      'SELECT bytes FROM parts WHERE organization_id = ? AND kind = ? AND version = ? AND part = ?',
      organizationId,
      kind,
      version,
      part,
    );
    if (row === undefined) throw new Error(`Part ${part} of ${kind} ${version} is missing.`);
    bytes.set(row.bytes, offset);
    offset += row.bytes.byteLength;
    await nextTurn();
  }
  return bytes;
}

/** The version of an organization's current catalogue or model. */
export function currentVersion(
  reader: Reader,
  organizationId: OrganizationId,
  kind: PartKind,
): string | undefined {
  return reader.get<{ version: string }>(
    'SELECT version FROM current_versions WHERE organization_id = ? AND kind = ?',
    organizationId,
    kind,
  )?.version;
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

/** Makes a version the current one of its kind and says so to every process. */
export function publisher(
  database: DatabaseSync,
): (organizationId: OrganizationId, kind: PartKind, version: string) => void {
  const announce = announcer(database);
  const point = database.prepare(
    'INSERT OR REPLACE INTO current_versions (organization_id, kind, version) VALUES (?, ?, ?)',
  );
  return (organizationId, kind, version) => {
    point.run(organizationId, kind, version);
    announce(organizationId, kind);
  };
}
