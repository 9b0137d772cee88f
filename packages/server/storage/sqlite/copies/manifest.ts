import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidInput } from '../../../errors.ts';

/** The first format of copies; a later one gets another number. */
const FORMAT = 1;

/** The contents of a copy. SQLite keeps no checksums of pages, so the copy has one of each file. */
export interface Manifest {
  readonly format: number;
  /** When the copy was begun, ISO 8601. */
  readonly takenAt: string;
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
}

export const manifestPath = (copy: string): string => join(copy, 'backup.json');

export const manifestOf = (takenAt: string, files: Manifest['files']): Manifest => ({
  format: FORMAT,
  takenAt,
  files,
});

/** @throws InvalidInput where the folder is no copy, an unfinished one, or one of a later release */
export function readManifest(copy: string): Manifest {
  let manifest: Partial<Manifest> | null;
  try {
    manifest = JSON.parse(readFileSync(manifestPath(copy), 'utf8'));
  } catch (error) {
    throw new InvalidInput(
      `${copy} is no copy made by "decidable backup": its backup.json cannot be read (${String(error)}).`,
      { cause: error },
    );
  }
  if (manifest?.format !== FORMAT || !Array.isArray(manifest.files) || manifest.takenAt === undefined) {
    throw new InvalidInput(`${manifestPath(copy)} is not of this release's format ${FORMAT}.`);
  }
  return manifest as Manifest;
}

/** Length and SHA-256 of a file, as a manifest has them. */
export async function fingerprint(folder: string, name: string): Promise<Manifest['files'][number]> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(join(folder, name))) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { name, bytes, sha256: hash.digest('hex') };
}
