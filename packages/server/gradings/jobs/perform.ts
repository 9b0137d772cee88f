import type { Watcher } from '@decidable/exports/grading';
import { InvalidInput } from '../../errors.ts';
import type { JobKind, Jobs } from './jobs.ts';

type Performers = {
  readonly [Kind in JobKind]: (
    job: Jobs[Kind]['job'],
    watcher: Watcher,
  ) => Jobs[Kind]['answer'] | Promise<Jobs[Kind]['answer']>;
};

/**
 * Each job with the modules that it needs, loaded with the first one of its kind: those that read exports of every form
 * take most of a second, and somebody waits for a page of products.
 */
const performers: Performers = {
  look: async (job) => (await import('./look.ts')).look(job),
  unite: async (job) => (await import('./unite.ts')).unite(job),
  grade: async (job, watcher) => (await import('./grade.ts')).grade(job, watcher),
  compare: async (job, watcher) => (await import('./grade.ts')).compare(job, watcher),
  affected: async (job) => (await import('./affected.ts')).affectedPage(job),
  sheet: async (job) => (await import('./affected-sheet.ts')).affectedSheet(job),
  suggestions: async (job) => (await import('./affected.ts')).openSuggestions(job),
  report: async (job) => (await import('./report-files.ts')).reportFile(job),
  repair: async (job, watcher) => (await import('./repair.ts')).repair(job, watcher),
  plan: async (job) => (await import('./catalogue.ts')).plan(job),
  edit: async (job) => (await import('./catalogue.ts')).edit(job),
};

/**
 * Carries out a job.
 *
 * @throws InvalidInput with what is wrong with a file
 */
export async function perform<Kind extends JobKind>(
  kind: Kind,
  job: Jobs[Kind]['job'],
  watcher: Watcher,
): Promise<Jobs[Kind]['answer']> {
  try {
    return await performers[kind](job, watcher);
  } catch (error) {
    const { ExportFault } = await import('@decidable/exports/grading');
    if (!(error instanceof ExportFault)) throw error;
    throw new InvalidInput(error.message, { cause: error });
  }
}
