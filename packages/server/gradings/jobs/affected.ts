import { JsonList, readJsonList } from '../../json/json-list.ts';
import type { FilledCell } from '../../storage/ports.ts';
import {
  type DetailedAttribute,
  type DetailedProducts,
  readAttribute,
  readProducts,
} from './details-reading.ts';
import type { AffectedPage, AffectedQuery, CellLists, Jobs } from './jobs.ts';

export interface Affected {
  readonly products: DetailedProducts;
  readonly attribute: DetailedAttribute;
  readonly suggestionOf: ReadonlyMap<number, string>;
}

/** The details of an attribute, as they were kept. */
export function readAffected(job: Pick<Jobs['sheet']['job'], 'products' | 'attribute'>): Affected {
  const attribute = readAttribute(job.attribute);
  return {
    products: readProducts(job.products),
    attribute,
    suggestionOf: new Map(attribute.suggested.map((place, at) => [place, attribute.suggestions[at]])),
  };
}

/** The products that have a filled-in value. */
const filledIn = (lists: CellLists): ReadonlySet<string> =>
  new Set(
    readJsonList<FilledCell>(lists).flatMap(({ product, current }) =>
      product !== '' && current === '' ? [product] : [],
    ),
  );

/** A page of the products that lack an attribute. */
export function affectedPage(job: Jobs['affected']['job']): AffectedPage {
  const { products, attribute, suggestionOf } = readAffected(job);
  const { offset, limit } = job.query;
  const found = matching(attribute.affected, products, filledIn(job.filled ?? []), job.query);
  const { question, derivedFrom, suggested } = attribute;
  return {
    products: found.slice(offset, offset + limit).map((place) => {
      const id = products.ids[place];
      const [title, category] = [products.titles[place], products.categories[place]];
      // Details from before there were texts have none.
      const text = products.texts?.[place] ?? '';
      const suggestion = suggestionOf.get(place);
      return {
        id,
        ...(title !== '' && { title }),
        ...(category !== '' && { category }),
        ...(text !== '' && text !== title && { text }),
        ...(suggestion !== undefined && { suggestion }),
      };
    }),
    total: found.length,
    suggested: suggested.length,
    ...(derivedFrom !== undefined && { derivedFrom }),
    values: [...(question?.values ?? [])],
    ...(question !== undefined && { kind: question.kind }),
    ...(question?.unit !== undefined && { unit: question.unit }),
    ...(question?.separator !== undefined && { separator: question.separator }),
  };
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

function matching(
  affected: readonly number[],
  { ids, titles, categories, texts = [] }: DetailedProducts,
  filled: ReadonlySet<string>,
  { search, open }: AffectedQuery,
): readonly number[] {
  const wanted = folded(search.trim());
  if (wanted === '' && !open) return affected;
  return affected.filter(
    (place) =>
      (!open || !filled.has(ids[place])) &&
      (wanted === '' ||
        [ids[place], titles[place], categories[place], texts[place] ?? ''].some((text) =>
          folded(text).includes(wanted),
        )),
  );
}

/** The suggestions of an attribute as filled cells, where nothing was filled in. */
export function openSuggestions(job: Jobs['suggestions']['job']): Jobs['suggestions']['answer'] {
  const { products, suggestionOf } = readAffected(job);
  const filled = filledIn(job.filled);
  const cells = new JsonList<FilledCell>();
  for (const [place, value] of suggestionOf) {
    const product = products.ids[place];
    if (!filled.has(product)) cells.push({ attribute: job.place, product, current: '', value });
  }
  return { cells: cells.buffers(), count: cells.length };
}
