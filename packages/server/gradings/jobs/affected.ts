import { sheetAsCsv } from '@decidable/engine/audit';
import type { FilledCell } from '../../storage/ports.ts';
import { type DetailedAttribute, type DetailedProducts, readAttribute, readProducts } from './details.ts';
import type { AffectedQuery, Jobs } from './jobs.ts';

interface Affected {
  readonly products: DetailedProducts;
  readonly attribute: DetailedAttribute;
  readonly suggestionOf: ReadonlyMap<number, string>;
  readonly filledIn: ReadonlyMap<string, string>;
}

function read(job: Jobs['sheet']['job'] | Jobs['affected']['job'] | Jobs['suggestions']['job']): Affected {
  const attribute = readAttribute(job.attribute);
  return {
    products: readProducts(job.products),
    attribute,
    suggestionOf: new Map(attribute.suggested.map((place, at) => [place, attribute.suggestions[at]])),
    filledIn: new Map(
      job.filled.flatMap(({ product, current, value }) =>
        product !== '' && current === '' ? [[product, value] as const] : [],
      ),
    ),
  };
}

/** A page of the products that lack an attribute, as JSON. */
export function affectedPage(job: Jobs['affected']['job']): string {
  const { products, attribute, suggestionOf, filledIn } = read(job);
  const { offset, limit } = job.query;
  const found = matching(attribute.affected, products, filledIn, job.query);
  const { question, derivedFrom, suggested } = attribute;
  return JSON.stringify({
    products: found.slice(offset, offset + limit).map((place) => {
      const id = products.ids[place];
      const [title, category] = [products.titles[place], products.categories[place]];
      // Details from before there were texts have none.
      const text = products.texts?.[place] ?? '';
      const suggestion = suggestionOf.get(place);
      const value = filledIn.get(id);
      return {
        id,
        ...(title !== '' && { title }),
        ...(category !== '' && { category }),
        ...(text !== '' && text !== title && { text }),
        ...(suggestion !== undefined && { suggestion }),
        ...(value !== undefined && { value }),
      };
    }),
    total: found.length,
    suggested: suggested.length,
    ...(derivedFrom !== undefined && { derivedFrom }),
    values: question?.values ?? [],
    ...(question !== undefined && { kind: question.kind }),
    ...(question?.unit !== undefined && { unit: question.unit }),
    ...(question?.separator !== undefined && { separator: question.separator }),
  });
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

function matching(
  affected: readonly number[],
  { ids, titles, categories, texts = [] }: DetailedProducts,
  filledIn: ReadonlyMap<string, string>,
  { search, open }: AffectedQuery,
): readonly number[] {
  const wanted = folded(search.trim());
  if (wanted === '' && !open) return affected;
  return affected.filter(
    (place) =>
      (!open || !filledIn.has(ids[place])) &&
      (wanted === '' ||
        [ids[place], titles[place], categories[place], texts[place] ?? ''].some((text) =>
          folded(text).includes(wanted),
        )),
  );
}

/** The products that lack an attribute as a repair sheet, with what was filled in. */
export function affectedSheet(job: Jobs['sheet']['job']): string {
  const { products, attribute, suggestionOf } = read(job);
  const { question = { attribute: job.name, kind: 'category' as const, values: [] }, derivedFrom = '' } =
    attribute;
  return sheetAsCsv({
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
}

/** The suggestions of an attribute as filled cells, where nothing was filled in. */
export function openSuggestions(job: Jobs['suggestions']['job']): readonly FilledCell[] {
  const { products, suggestionOf, filledIn } = read(job);
  return [...suggestionOf].flatMap(([place, value]) =>
    filledIn.has(products.ids[place])
      ? []
      : [{ attribute: job.place, product: products.ids[place], current: '', value }],
  );
}
