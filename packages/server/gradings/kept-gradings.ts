import type { ChosenExport } from '@decidable/contract/management';
import type { RepairClaim } from '@decidable/engine/audit';
import { Conflict, InvalidInput, NotFound } from '../errors.ts';
import type { KeptAtMost, KeptFile, KeptGrading, OrganizationId, Storage } from '../storage/ports.ts';
import { timeOrderedId } from '../storage/time-ordered-id.ts';
import { detailsId, type GradingOrigin, originOf } from './grading-origin.ts';
import type { GradingSettings, Progress } from './jobs/jobs.ts';
import {
  chosenExport,
  exportNamed,
  factsOf,
  type KeepingContext,
  keepExport,
  readExportFile,
} from './kept-exports.ts';

/** For whom an export is graded, and who is told of it. */
export interface GradingContext extends KeepingContext {
  readonly onProgress: (progress: Progress) => void;
  /** Told when the work is not refused for others any more. */
  readonly onAccepted: () => void;
}

/** @throws NotFound */
export async function gradingNamed(
  { gradings }: Pick<Storage, 'gradings'>,
  organizationId: OrganizationId,
  id: string,
): Promise<KeptGrading> {
  const grading = await gradings.find(organizationId, id);
  if (grading === undefined) throw new NotFound(`There is no grading "${id}", or it is no longer kept.`);
  return grading;
}

async function keepGrading(
  { storage, organizationId, at }: GradingContext,
  id: string,
  kept: Pick<KeptGrading, 'kind' | 'result' | 'summary' | 'category'>,
  origin: GradingOrigin,
): Promise<void> {
  const grading: KeptGrading = { organizationId, id, at, ...kept, origin: JSON.stringify(origin) };
  await storage.commit({ organizationId, at, writes: [{ kind: 'grading', grading }] });
}

/** The settings with the kinds that were chosen for the catalogue, where it is one. */
const settingsFor = (file: KeptFile, settings: GradingSettings): GradingSettings => ({
  ...settings,
  kinds: { ...factsOf(file).catalogue?.kinds, ...settings.kinds },
});

/**
 * Grades an export and keeps the result.
 *
 * @returns the id of the grading
 */
export async function gradeChosen(
  context: GradingContext,
  of: ChosenExport,
  given: GradingSettings,
  category: string | undefined,
): Promise<string> {
  const { storage, processes, keptLimits, organizationId, at, onProgress, onAccepted } = context;
  const most = keptLimits.details;
  // Told before the work, where it can be known.
  if ((await storage.keptFiles.total(organizationId, 'details')).files >= most.files)
    throw tooManyGradings(most);
  const file = await chosenExport(context, of);
  const settings = settingsFor(file, given);
  const { result, summary, attributes, details, index } = await processes.run(
    'grade',
    async () => ({
      file: await readExportFile(storage, file),
      settings,
      ...(category !== undefined && { category }),
    }),
    { organizationId, cost: file.bytes, onAccepted, onProgress },
  );
  const id = timeOrderedId(at);
  const kept = { organizationId, id: detailsId(id), kind: 'details', name: file.name, at } as const;
  if (!(await storage.keptFiles.put({ ...kept, facts: JSON.stringify(index) }, details, most)))
    throw tooManyGradings(most);
  await keepGrading(
    context,
    id,
    { kind: 'audit', result, summary, ...(category !== undefined && { category }) },
    {
      names: [file.name],
      exports: [file.id],
      ofCatalogue: factsOf(file).catalogue !== undefined,
      settings,
      attributes,
    },
  );
  return id;
}

const tooManyGradings = ({ files }: KeptAtMost): Conflict =>
  new Conflict(
    `The shop keeps the products of as many gradings as it may: at most ${files.toLocaleString('en')}, fewer where they are large. Remove some that are no longer needed, then try again.`,
  );

export interface ComparisonWish {
  readonly before: ChosenExport;
  readonly after: ChosenExport;
  readonly repairs?: readonly RepairClaim[];
  readonly settings: GradingSettings;
  readonly category?: string;
}

/**
 * Compares two exports and keeps the result.
 *
 * @returns the id of the grading
 */
export async function compareChosen(
  context: GradingContext,
  { before, after, repairs, settings: given, category }: ComparisonWish,
): Promise<string> {
  const { storage, processes, organizationId, at, onProgress, onAccepted } = context;
  const first = await chosenExport(context, before);
  const second = await chosenExport(context, after);
  const settings = settingsFor(first, given);
  const { result, summary } = await processes.run(
    'compare',
    async () => ({
      before: await readExportFile(storage, first),
      after: await readExportFile(storage, second),
      settings,
      ...(repairs !== undefined && { repairs }),
      ...(category !== undefined && { category }),
    }),
    { organizationId, cost: first.bytes + second.bytes, onAccepted, onProgress },
  );
  const id = timeOrderedId(at);
  await keepGrading(
    context,
    id,
    {
      kind: repairs === undefined ? 'monitor' : 'verification',
      result,
      summary,
      ...(category !== undefined && { category }),
    },
    {
      names: [first.name, second.name],
      exports: [first.id, second.id],
      ofCatalogue: factsOf(first).catalogue !== undefined,
      settings,
      attributes: [],
    },
  );
  return id;
}

export interface Repaired {
  readonly exportId: string;
  readonly gradingId?: string;
  readonly cells: number;
  readonly products: number;
  readonly said: readonly string[];
}

/**
 * Writes what was filled in for a grading into its export, keeps the repaired one, and compares the two with a claim for
 * each attribute that was filled in.
 *
 * @throws NotFound where the grading or its export is not kept; InvalidInput where nothing was filled in
 */
export async function repairGraded(
  context: GradingContext,
  gradingId: string,
  {
    utf8 = false,
    method,
    actualHours,
  }: { readonly utf8?: boolean; readonly method?: string; readonly actualHours?: number },
): Promise<Repaired> {
  const { storage, processes, keptLimits, organizationId, at, onProgress, onAccepted } = context;
  const grading = await gradingNamed(storage, organizationId, gradingId);
  const origin = originOf(grading);
  if (origin === undefined || grading.kind !== 'audit')
    throw new Conflict('Only audits of a kept export can be repaired in place.');
  const file = await exportNamed(storage, organizationId, origin.exports[0]);
  if ((await storage.gradings.filled(organizationId, gradingId)).length === 0)
    throw new InvalidInput('Nothing was filled in yet. Fill in at least one value, then write it back.');
  const { repaired, facts, attributes, said, ...did } = await processes.run(
    'repair',
    async () => ({
      file: await readExportFile(storage, file),
      settings: origin.settings,
      attributes: origin.attributes,
      cells: await storage.gradings.cells(organizationId, gradingId),
      utf8,
    }),
    { organizationId, cost: file.bytes, onAccepted, onProgress },
  );
  const { catalogue } = factsOf(file);
  const kept = await keepExport(
    storage,
    keptLimits,
    organizationId,
    { name: repairedName(file.name), bytes: repaired },
    { ...facts, repairOf: gradingId, ...(catalogue !== undefined && { catalogue }) },
    at,
  );
  if (attributes.length === 0) return { exportId: kept.id, said, ...did };
  const values = attributes.reduce((sum, { products }) => sum + products, 0);
  const comparison = await compareChosen(context, {
    before: { exportId: file.id },
    after: { exportId: kept.id },
    repairs: attributes.map(({ attribute, products }) => ({
      attribute,
      ...(method !== undefined && { method }),
      // Nobody clocks each attribute: each has its share of the hours.
      ...(actualHours !== undefined && { actualHours: (actualHours * products) / values }),
    })),
    settings: origin.settings,
    ...(grading.category !== undefined && { category: grading.category }),
  });
  return { exportId: kept.id, gradingId: comparison, said, ...did };
}

/** `boots.csv` becomes `boots-repaired.csv`, and stays that. */
const repairedName = (name: string): string => {
  const [, stem, ending] = /^(.*?)((?:\.[a-z0-9]{1,8}){0,2})$/i.exec(name) ?? ['', name, ''];
  return stem.endsWith('-repaired') ? name : `${stem}-repaired${ending}`;
};
