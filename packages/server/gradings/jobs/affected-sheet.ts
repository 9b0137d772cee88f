import { sheetAsCsv } from '@decidable/engine/audit';
import { readAffected } from './affected.ts';
import type { Jobs } from './jobs.ts';

/** The products that lack an attribute as a repair sheet, with what was filled in. */
export function affectedSheet(job: Jobs['sheet']['job']): Uint8Array<ArrayBuffer> {
  const { products, attribute, suggestionOf } = readAffected(job);
  const { question = { attribute: job.name, kind: 'category' as const, values: [] }, derivedFrom = '' } =
    attribute;
  // Spreadsheet programs read UTF-8 by its mark only.
  const csv = sheetAsCsv({
    questions: [question],
    rows: attribute.affected.map((place) => ({
      id: products.ids[place],
      title: products.titles[place],
      category: products.categories[place],
      question: 0,
      column: job.name,
      suggestion: suggestionOf.get(place) ?? '',
      derivedFrom: suggestionOf.has(place) ? derivedFrom : '',
    })),
    leftOut: 0,
  });
  return new TextEncoder().encode(`\ufeff${csv}`);
}
