import { importableCsv } from '@decidable/exports/grading';
import { planCatalogue } from '../../shops/catalogues/catalogue-plan.ts';
import { editCatalogue } from '../../shops/catalogues/edit-catalogue.ts';
import { EXPORT_SIZES } from '../../shops/catalogues/file-limits.ts';
import type { Jobs } from './jobs.ts';

/** Reads a file as the catalogue that it would be. @throws ExportFault, InvalidInput */
export async function plan({
  file,
  reading = {},
  choices = {},
  earlier,
}: Jobs['plan']['job']): Promise<Jobs['plan']['answer']> {
  const { file: csv, warnings } = await importableCsv(
    { name: file.name, files: [file] },
    { ...reading, needsId: true },
    EXPORT_SIZES,
  );
  const made = planCatalogue(csv, choices, earlier);
  return { csv: csv.bytes, plan: { ...made, warnings: [...warnings, ...made.warnings] } };
}

/** Changes products of a catalogue. @throws InvalidInput */
export async function edit({ earlier, edits }: Jobs['edit']['job']): Promise<Jobs['edit']['answer']> {
  const edited = await editCatalogue(earlier.csv, edits);
  const { csv: _, ...choices } = earlier;
  const file = { name: 'The catalogue', bytes: edited.csv };
  return { ...edited, plan: planCatalogue(file, {}, { csv: earlier.csv, ...choices }) };
}
