import { idsOf } from '@decidable/engine/catalogue';
import { readExport } from '@decidable/exports';
import type { ExportFacts, Jobs } from './jobs.ts';

/**
 * What an upload is.
 *
 * @throws CatalogueError
 */
export async function lookAt({ file, id }: Jobs['look']['job']): Promise<ExportFacts> {
  const { rows, form, packed } = await readExport(file.bytes);
  const { ids } = idsOf(rows, { ...(id !== undefined && { id }), tolerant: true });
  return {
    form: [form, ...packed].join(' in '),
    products: ids.ids.length,
    id: rows.names[ids.column] ?? '',
    columns: rows.names.filter((name, at) => at !== ids.column && name !== ''),
  };
}
