import { CatalogueError, idsOf } from '@decidable/engine/catalogue';
import { readExport } from '@decidable/exports';
import { InvalidInput } from '../../errors.ts';
import { EXPORT_SIZES } from '../../shops/catalogues/file-limits.ts';
import type { ExportFacts, Jobs } from './jobs.ts';

/**
 * What an upload is.
 *
 * @throws CatalogueError
 */
export async function lookAt({ file, id }: Jobs['look']['job']): Promise<ExportFacts> {
  const { rows, form, packed } = await readExport(file.bytes, EXPORT_SIZES);
  const { ids, idColumn } = idsOf(rows, { ...(id !== undefined && { id }), tolerant: true });
  return {
    form: [form, ...packed].join(' in '),
    products: ids.ids.length,
    id: idColumn,
    columns: rows.names.filter((name, at) => at !== ids.column && name !== ''),
  };
}

/** The same. @throws InvalidInput with what is wrong with the file */
export async function look(job: Jobs['look']['job']): Promise<Jobs['look']['answer']> {
  try {
    return await lookAt(job);
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    throw new InvalidInput(error.messageIn(job.file.name), { cause: error });
  }
}
