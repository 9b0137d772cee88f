import { compareExports, gradeExport, type Watcher } from '@decidable/exports/grading';
import { EXPORT_SIZES } from '../../shops/catalogues/file-limits.ts';
import { withoutLists, writeDetails } from './details.ts';
import type { Jobs } from './jobs.ts';
import { auditSummary, comparisonSummary } from './summaries.ts';

/** Grades an export. @throws ExportFault */
export async function grade(
  { file, settings, category }: Jobs['grade']['job'],
  watcher: Watcher,
): Promise<Jobs['grade']['answer']> {
  const { reading, kinds, ...others } = settings;
  const options = { ...others, ...(category !== undefined && { category }) };
  const given = { name: file.name, files: [file] };
  const { catalogue, result } = await gradeExport(
    { given, reading, kinds, options, limits: EXPORT_SIZES },
    watcher,
  );
  return {
    result: JSON.stringify(withoutLists(result)),
    summary: JSON.stringify(auditSummary(result)),
    attributes: result.attributes.map(({ attribute }) => attribute),
    ...writeDetails(catalogue, result),
  };
}

/** Compares two exports. @throws ExportFault */
export async function compare(
  { before, after, settings, repairs, category }: Jobs['compare']['job'],
  watcher: Watcher,
): Promise<Jobs['compare']['answer']> {
  const { reading, kinds, source, emptyMeansNo } = settings;
  const { result } = await compareExports(
    {
      before: { name: before.name, files: [before] },
      after: { name: after.name, files: [after] },
      reading,
      kinds,
      limits: EXPORT_SIZES,
      options: {
        ...(source !== undefined && { source }),
        ...(repairs !== undefined && { repairs }),
        ...(emptyMeansNo !== undefined && { emptyMeansNo }),
        ...(category !== undefined && { category }),
      },
    },
    watcher,
  );
  return { result: JSON.stringify(result), summary: JSON.stringify(comparisonSummary(result)) };
}
