import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuiltCatalogues, BuiltKey, OrganizationId } from '../../ports.ts';
import type { Reader } from '../connection/reader.ts';

/** The folder beside the database. What is in it is made again: no copy of the store takes it along. */
const FOLDER = 'built';
/** Bytes a read, which runs beside the event loop. Set by hand. */
const READ_AT_ONCE = 4 * 1024 * 1024;
/** The end of the name of a file that is being written. */
const UNFINISHED = '.part';

/** Of a folder into which a file may be written meanwhile. */
const REMOVAL = { recursive: true, force: true, maxRetries: 3 } as const;

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Built catalogues as files, a folder for each organization: they are read faster than rows, and wait for no writer. */
export class BuiltFiles implements BuiltCatalogues {
  readonly #folder: string;
  readonly #reader: Reader;
  /** Files that this process is writing. */
  readonly #unfinished = new Set<string>();

  constructor(folder: string, reader: Reader) {
    this.#folder = join(folder, FOLDER);
    this.#reader = reader;
  }

  async put(key: BuiltKey, bytes: Uint8Array): Promise<void> {
    if (!this.#isCurrent(key)) return;
    const folder = this.#folderOf(key.organizationId);
    const name = nameOf(key);
    const unfinished = join(folder, `${randomUUID()}${UNFINISHED}`);
    this.#unfinished.add(unfinished);
    try {
      await mkdir(folder, { recursive: true });
      await writeFile(unfinished, bytes);
      await rename(unfinished, join(folder, name));
    } finally {
      await rm(unfinished, { force: true });
      this.#unfinished.delete(unfinished);
    }
    // The others may be those of the catalogue that is current by now.
    if (!this.#isCurrent(key)) return rm(join(folder, name), { force: true });
    for (const other of await readdir(folder)) {
      if (other !== name && !other.endsWith(UNFINISHED)) await rm(join(folder, other), { force: true });
    }
  }

  async get(key: BuiltKey): Promise<Uint8Array | undefined> {
    let file: FileHandle;
    try {
      file = await open(join(this.#folderOf(key.organizationId), nameOf(key)));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
    try {
      const { size } = await file.stat();
      const bytes = new Uint8Array(new SharedArrayBuffer(size));
      for (let at = 0; at < size; ) {
        const { bytesRead } = await file.read(bytes, at, Math.min(READ_AT_ONCE, size - at));
        if (bytesRead === 0) throw new Error('The file of a built catalogue was cut off.');
        at += bytesRead;
      }
      return bytes;
    } finally {
      await file.close();
    }
  }

  /** Removes what is built of an organization. */
  async remove(organizationId: OrganizationId): Promise<void> {
    await rm(this.#folderOf(organizationId), REMOVAL);
  }

  /** Removes what writers that died have left, and what is built of organizations that are gone; for the start of a service. */
  async tidy(): Promise<void> {
    const names = await readdir(this.#folder).catch(noneIfMissing);
    // Read after the names: an organization that is new has no folder among them.
    const organizations = this.#reader.all<{ id: string }>('SELECT organization_id AS id FROM organizations');
    const known = new Set(organizations.map(({ id }) => digest(id)));
    for (const name of names) {
      const folder = join(this.#folder, name);
      if (!known.has(name)) await rm(folder, REMOVAL);
      for (const file of await readdir(folder).catch(noneIfMissing)) {
        const path = join(folder, file);
        if (file.endsWith(UNFINISHED) && !this.#unfinished.has(path)) await rm(path, { force: true });
      }
    }
  }

  #folderOf(organizationId: OrganizationId): string {
    return join(this.#folder, digest(organizationId));
  }

  #isCurrent({ organizationId, catalogueVersion }: BuiltKey): boolean {
    const current = this.#reader.get<{ version: string }>(
      `SELECT version FROM current_versions WHERE organization_id = ? AND kind = 'catalogue'`,
      organizationId,
    );
    return current?.version === catalogueVersion;
  }
}

const nameOf = ({ catalogueVersion, format }: BuiltKey): string => digest(`${catalogueVersion}\n${format}`);

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

function noneIfMissing(error: unknown): string[] {
  if (isMissing(error)) return [];
  throw error;
}
