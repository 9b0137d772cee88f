import { limits } from '@decidable/contract/limits';
import { CatalogueError } from '@decidable/engine/catalogue';
import { EXPORT_LIMITS } from '@decidable/exports';
import {
  compareExports,
  ExportFault,
  gradeExport,
  importableCsv,
  unwatched,
  type Watcher,
} from '@decidable/exports/grading';
import { InvalidInput } from '../../errors.ts';
import { planCatalogue } from '../../shops/catalogues/catalogue-plan.ts';
import { editCatalogue } from '../../shops/catalogues/edit-catalogue.ts';
import { affectedPage, affectedSheet, openSuggestions } from './affected.ts';
import { withoutLists, writeDetails } from './details.ts';
import type { JobKind, Jobs } from './jobs.ts';
import { lookAt } from './look.ts';
import { repair } from './repair.ts';
import { reportFile } from './report-files.ts';
import { auditSummary, comparisonSummary } from './summaries.ts';

type Performers = {
  readonly [Kind in JobKind]: (
    job: Jobs[Kind]['job'],
    watcher: Watcher,
  ) => Jobs[Kind]['answer'] | Promise<Jobs[Kind]['answer']>;
};

const LIMITS = { ...EXPORT_LIMITS, columns: limits.csvColumns };

const performers: Performers = {
  look: async (job) => ({
    facts: await naming(job.file.name, () => lookAt(job)),
    bytes: job.file.bytes,
  }),
  unite: async ({ name, files }) => {
    const { file } = await importableCsv({ name, files }, {}, LIMITS);
    return { facts: await naming(name, () => lookAt({ file })), bytes: file.bytes };
  },
  grade: async ({ file, settings }, watcher) => {
    const { reading, kinds, ...options } = settings;
    const given = { name: file.name, files: [file] };
    const { catalogue, result } = await gradeExport({ given, reading, kinds, options }, watcher);
    return {
      result: JSON.stringify(withoutLists(result)),
      summary: JSON.stringify(auditSummary(result)),
      attributes: result.attributes.map(({ attribute }) => attribute),
      ...writeDetails(catalogue, result),
    };
  },
  compare: async ({ before, after, settings, repairs, category }, watcher) => {
    const { reading, kinds, source } = settings;
    const { result } = await compareExports(
      {
        before: { name: before.name, files: [before] },
        after: { name: after.name, files: [after] },
        reading,
        kinds,
        options: {
          ...(source !== undefined && { source }),
          ...(repairs !== undefined && { repairs }),
          ...(category !== undefined && { category }),
        },
      },
      watcher,
    );
    return { result: JSON.stringify(result), summary: JSON.stringify(comparisonSummary(result)) };
  },
  affected: affectedPage,
  sheet: affectedSheet,
  suggestions: openSuggestions,
  report: reportFile,
  repair: (job, watcher) => {
    watcher.stage({ doing: 'writing', sheet: 'what was filled in', file: job.file.name });
    return repair(job);
  },
  plan: async ({ file, reading = {}, choices = {}, earlier }) => {
    const { file: csv, warnings } = await importableCsv({ name: file.name, files: [file] }, reading, LIMITS);
    const plan = planCatalogue(csv, choices, earlier);
    return { csv: csv.bytes, plan: { ...plan, warnings: [...warnings, ...plan.warnings] } };
  },
  edit: async ({ earlier, edits }) => {
    const edited = await editCatalogue(earlier.csv, edits);
    const { csv: _, ...choices } = earlier;
    const file = { name: 'The catalogue', bytes: edited.csv };
    return { ...edited, plan: planCatalogue(file, {}, { csv: earlier.csv, ...choices }) };
  },
};

async function naming<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    throw new InvalidInput(error.messageIn(name), { cause: error });
  }
}

/**
 * Carries out a job.
 *
 * @throws InvalidInput with what is wrong with a file
 */
export async function perform<Kind extends JobKind>(
  kind: Kind,
  job: Jobs[Kind]['job'],
  watcher: Watcher = unwatched,
): Promise<Jobs[Kind]['answer']> {
  try {
    return await performers[kind](job, watcher);
  } catch (error) {
    if (!(error instanceof ExportFault)) throw error;
    throw new InvalidInput(error.message, { cause: error });
  }
}
