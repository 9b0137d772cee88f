import { limits } from '@decidable/contract/limits';
import type { ChosenExport, KeptExport } from '@decidable/contract/management';
import type { GivenFile } from '@decidable/exports/grading';
import { Conflict, NotFound } from '../errors.ts';
import { isoTime } from '../json/iso-time.ts';
import type { KeptFile, OrganizationId, Storage, StoredKind } from '../storage/ports.ts';
import { timeOrderedId } from '../storage/time-ordered-id.ts';
import { ownBytes } from '../workers/own-bytes.ts';
import type { ExportFacts } from './jobs/jobs.ts';
import type { KeptLimits } from './kept-limits.ts';
import type { ExportProcesses } from './processes/export-processes.ts';

/** What is known of a kept export. */
export interface KeptFacts extends ExportFacts {
  /** The grading that it was repaired after. */
  readonly repairOf?: string;
  /** Of a copy of the catalogue: how its columns are read. */
  readonly catalogue?: { readonly version: string; readonly kinds?: Readonly<Record<string, StoredKind>> };
}

export const factsOf = ({ facts }: KeptFile): KeptFacts => JSON.parse(facts) as KeptFacts;

export function shownExport(file: KeptFile): KeptExport {
  const { form, products, id, columns, repairOf } = factsOf(file);
  return {
    exportId: file.id,
    name: file.name,
    at: isoTime(file.at),
    bytes: file.bytes,
    form,
    products,
    id,
    columns: columns.slice(0, limits.csvColumns),
    ...(repairOf !== undefined && { repairOf }),
  };
}

/**
 * Keeps an export.
 *
 * @throws Conflict where as many are kept as may be
 */
export async function keepExport(
  { keptFiles }: Pick<Storage, 'keptFiles'>,
  { exports: most }: KeptLimits,
  organizationId: OrganizationId,
  { name, bytes }: GivenFile,
  facts: KeptFacts,
  at: number,
): Promise<KeptFile> {
  const file = {
    organizationId,
    id: timeOrderedId(at),
    kind: 'export',
    name,
    at,
    facts: JSON.stringify(facts),
  } as const;
  const length = bytes.byteLength;
  if (!(await keptFiles.put(file, bytes, most))) {
    const together = most.bytes < 1e6 ? `${most.bytes} bytes` : `${Math.floor(most.bytes / 1e6)} MB`;
    throw new Conflict(
      `At most ${most.files} exports of together ${together} are kept. Remove some that are no longer needed, then try again.`,
    );
  }
  return { ...file, bytes: length };
}

/** @throws NotFound */
export async function exportNamed(
  { keptFiles }: Pick<Storage, 'keptFiles'>,
  organizationId: OrganizationId,
  id: string,
): Promise<KeptFile> {
  const file = await keptFiles.find(organizationId, id);
  if (file?.kind !== 'export') throw gone(id);
  return file;
}

const gone = (id: string): NotFound => new NotFound(`There is no export "${id}", or it is no longer kept.`);

/** The bytes of a kept export. @throws NotFound */
export async function readExportFile(
  { keptFiles }: Pick<Storage, 'keptFiles'>,
  { organizationId, id, name }: KeptFile,
): Promise<GivenFile> {
  const bytes = await keptFiles.read(organizationId, id);
  if (bytes === undefined) throw gone(id);
  return { name, bytes };
}

/** For whom an export is kept, and what that takes. */
export interface KeepingContext {
  readonly storage: Storage;
  readonly processes: ExportProcesses;
  readonly keptLimits: KeptLimits;
  readonly organizationId: OrganizationId;
  readonly at: number;
}

/**
 * The export that is meant. The catalogue is kept as an export first, so that it can be repaired; once a version.
 *
 * @throws NotFound; Conflict where there is no catalogue
 */
export async function chosenExport(
  { storage, processes, keptLimits, organizationId, at }: KeepingContext,
  chosen: ChosenExport,
): Promise<KeptFile> {
  if ('exportId' in chosen) return exportNamed(storage, organizationId, chosen.exportId);
  const version = (await storage.catalogues.currentVersion(organizationId))?.version;
  if (version === undefined)
    throw new Conflict('The shop has no catalogue yet. Import one, or upload the export to grade.');
  const kept = await storage.keptFiles.list(organizationId, {
    kind: 'export',
    limit: keptLimits.exports.files,
  });
  const copy = kept.find((file) => {
    const facts = factsOf(file);
    return facts.catalogue?.version === version && facts.repairOf === undefined;
  });
  if (copy !== undefined) return copy;
  const current = await storage.catalogues.find(organizationId, version);
  if (current === undefined)
    throw new Conflict('The catalogue was replaced just now, or removed. Try again.');
  const { csv, kinds } = current;
  const file = { name: 'catalogue.csv', bytes: ownBytes(csv) };
  const facts = await processes.run('look', { file }, { organizationId, cost: file.bytes.byteLength });
  return keepExport(
    storage,
    keptLimits,
    organizationId,
    file,
    { ...facts, catalogue: { version, ...(kinds !== undefined && { kinds }) } },
    at,
  );
}
