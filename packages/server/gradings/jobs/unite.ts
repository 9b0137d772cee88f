import { importableCsv } from '@decidable/exports/grading';
import { EXPORT_SIZES } from '../../shops/catalogues/file-limits.ts';
import type { Jobs } from './jobs.ts';
import { look } from './look.ts';

/** Makes one export of several. @throws ExportFault, InvalidInput with what is wrong with them */
export async function unite({ name, files }: Jobs['unite']['job']): Promise<Jobs['unite']['answer']> {
  const { file } = await importableCsv({ name, files }, {}, EXPORT_SIZES);
  return { facts: await look({ file: { ...file, name } }), bytes: file.bytes };
}
