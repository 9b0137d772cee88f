import {
  type AuditResult,
  productLabels,
  productTexts,
  type RepairSheet,
  repairSheet,
  type SheetQuestion,
} from '@decidable/engine/audit';
import type { Catalogue } from '@decidable/engine/catalogue';
import type { DetailedAttribute, DetailedProducts, DetailsIndex, Section } from './details-reading.ts';

/** Rows of the sheet from which suggestions are taken; one takes some 100 bytes. Set by hand. */
const MOST_ROWS = 500_000;
/** Values of a column that are offered. Set by hand. */
const MOST_VALUES = 500;
/**
 * Characters of what is said of a product, and of all of them together: a page of products reads them all. Set by hand.
 */
const TEXT_LENGTH = 400;
const MOST_TEXT = 4_000_000;
/** Affected products that the kept result names of each attribute. */
const NAMED = 20;

/** The result with a few of its affected products; the details have all. */
export const withoutLists = (result: AuditResult): AuditResult => ({
  ...result,
  attributes: result.attributes.map((attribute) => ({
    ...attribute,
    affectedProducts: attribute.affectedProducts.slice(0, NAMED),
  })),
});

/** Writes what a grading found of each product, in sections that are read one by one. */
export function writeDetails(
  catalogue: Catalogue,
  result: AuditResult,
): { readonly details: Uint8Array<ArrayBuffer>; readonly index: DetailsIndex } {
  const sheet = repairSheet(catalogue, result, { rows: MOST_ROWS });
  const listed = new Map<string, number>();
  const placeOf = (id: string): number => {
    let place = listed.get(id);
    if (place === undefined) {
      place = listed.size;
      listed.set(id, place);
    }
    return place;
  };
  const lists = result.attributes.map(({ affectedProducts }) => affectedProducts.map(placeOf));
  const suggested = suggestionsOf(sheet);
  const questions = new Map(sheet.questions.map((question) => [question.attribute, question]));
  const attributes = result.attributes.map(({ attribute, kind, derivable }, at): DetailedAttribute => {
    const own = suggested.get(attribute) ?? [];
    const question = questions.get(attribute) ?? knownOf(result, at, kind);
    return {
      affected: lists[at],
      suggested: own.map(({ id }) => placeOf(id)),
      suggestions: own.map(({ suggestion }) => suggestion),
      ...(derivable !== undefined && own.length > 0 && { derivedFrom: derivable.from }),
      question: { ...question, values: question.values.slice(0, MOST_VALUES) },
    };
  });
  const { title, category } = productLabels(catalogue);
  const productOf = new Map(catalogue.ids.map((id, product) => [id, product]));
  const ids = [...listed.keys()];
  const of = (label: (product: number) => string) => ids.map((id) => label(productOf.get(id) ?? -1));
  const text = productTexts(catalogue);
  const length = Math.min(TEXT_LENGTH, Math.floor(MOST_TEXT / Math.max(1, ids.length)));
  const products: DetailedProducts = {
    ids,
    titles: of(title),
    categories: of(category),
    texts: of((product) => text(product, length)),
  };
  return inSections([products, ...attributes]);
}

/** The values of an attribute of which the sheet does not ask, as the result shows them. */
function knownOf(result: AuditResult, at: number, kind: SheetQuestion['kind']): SheetQuestion {
  const { attribute, distribution } = result.attributes[at];
  return { attribute, kind, values: distribution?.values?.map(({ value }) => value) ?? [] };
}

/** The missing cells with a value that another column implies, by attribute. */
function suggestionsOf({ rows, questions }: RepairSheet) {
  return Map.groupBy(
    rows.filter(({ suggestion, current }) => suggestion !== '' && current === undefined),
    ({ question }) => questions[question].attribute,
  );
}

function inSections([products, ...attributes]: readonly [DetailedProducts, ...DetailedAttribute[]]): {
  readonly details: Uint8Array<ArrayBuffer>;
  readonly index: DetailsIndex;
} {
  const encoder = new TextEncoder();
  const written = [products, ...attributes].map((section) => encoder.encode(JSON.stringify(section)));
  const details = new Uint8Array(written.reduce((sum, { length }) => sum + length, 0));
  let from = 0;
  const places = written.map((bytes): Section => {
    details.set(bytes, from);
    from += bytes.length;
    return [from - bytes.length, bytes.length];
  });
  return { details, index: { products: places[0], attributes: places.slice(1) } };
}
