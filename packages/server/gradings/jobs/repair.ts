import { type Answer, productsWith } from '@decidable/engine/audit';
import { type Catalogue, interpret, readTable } from '@decidable/engine/catalogue';
import { readExport } from '@decidable/exports';
import { applySheetTo, type Watcher } from '@decidable/exports/grading';
import { applyReport } from '@decidable/report/apply-report';
import { readJsonList } from '../../json/json-list.ts';
import { EXPORT_SIZES } from '../../shops/catalogues/file-limits.ts';
import type { FilledCell } from '../../storage/ports.ts';
import type { Jobs } from './jobs.ts';
import { lookAt } from './look.ts';

/** Writes what was filled in into the export, in its own form. */
export async function repair(
  { file, settings: { reading, kinds }, attributes, cells: lists, utf8 }: Jobs['repair']['job'],
  watcher: Watcher,
): Promise<Jobs['repair']['answer']> {
  watcher.stage({ doing: 'writing', sheet: 'what was filled in', file: file.name });
  const cells = readJsonList<FilledCell>(lists);
  const replaced = cells.filter(({ product }) => product === '');
  const catalogue =
    replaced.length === 0
      ? undefined
      : interpret(
          readTable((await readExport(file.bytes, EXPORT_SIZES, reading.header)).rows, {
            ...reading,
            tolerant: true,
          }),
          kinds,
        );
  const answers: Answer[] = [];
  const add = (id: string, attribute: string, value: string, current?: string) =>
    answers.push({
      row: answers.length + 1,
      id,
      attribute,
      column: attribute,
      value,
      isSuggestion: false,
      ...(current !== undefined && { current }),
    });
  for (const { attribute: place, product, current, value } of cells) {
    const attribute = attributes[place];
    if (attribute === undefined) continue;
    if (product !== '') add(product, attribute, value);
    else for (const id of idsWith(catalogue, attribute, current)) add(id, attribute, value, current);
  }
  const { repaired, ...outcome } = await applySheetTo(
    {
      file,
      sheet: { answers, open: 0 },
      reading,
      kinds,
      options: utf8 ? { encoding: 'utf-8' } : {},
      limits: EXPORT_SIZES,
    },
    ' Write it in UTF-8 to have it.',
  );
  const bytes = new Uint8Array(repaired);
  return {
    repaired: bytes,
    facts: await lookAt({ file: { ...file, bytes }, ...(reading.id !== undefined && { id: reading.id }) }),
    attributes: outcome.attributes,
    cells: outcome.cells,
    products: outcome.products,
    said: applyReport(outcome, false),
  };
}

function idsWith(catalogue: Catalogue | undefined, attribute: string, value: string): readonly string[] {
  const column = catalogue?.attributes.find(({ name }) => name === attribute);
  if (catalogue === undefined || column === undefined) return [];
  return productsWith(column, value).map((product) => catalogue.ids[product]);
}
