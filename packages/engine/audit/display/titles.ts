import { conceptsOf } from '../../catalogue/columns/header-names.ts';
import { recogniseRoles } from '../../catalogue/columns/role-recognition.ts';
import { COLUMN_ROLES } from '../../catalogue/columns/roles.ts';
import type { Attribute, Catalogue } from '../../catalogue/types.ts';
import { shortened } from './shortened.ts';

/** Characters of a title that are shown. Set by hand: two lines of a list on a phone. */
const SHOWN_LENGTH = 80;

/** The titles of the products of a catalogue, from the column that plays the role of the title. */
export interface Titles {
  readonly column: string;
  /** By product id; undefined where the product has no title that differs from its id. */
  of(id: string): string | undefined;
  /** By index of the product in the catalogue. */
  ofProduct(product: number): string | undefined;
}

/** Undefined where no column of the catalogue is one of titles. */
export function titlesOf(catalogue: Catalogue): Titles | undefined {
  const named = { ...catalogue, attributes: catalogue.attributes.filter(mayBeTitle) };
  const { title: column } = recogniseRoles(named, {}, { title: COLUMN_ROLES.title });
  const titles = catalogue.attributes.find(({ name }) => name === column);
  if (titles === undefined) return undefined;
  const ofProduct = (product: number) => {
    const title = textOf(titles, product);
    return title === catalogue.ids[product] ? undefined : title;
  };
  let productOf: ReadonlyMap<string, number> | undefined;
  return {
    column: titles.name,
    of: (id) => {
      productOf ??= new Map(catalogue.ids.map((each, product) => [each, product]));
      const product = productOf.get(id);
      return product === undefined ? undefined : ofProduct(product);
    },
    ofProduct,
  };
}

/** Texts of feedback and of money may differ for every product too ("323,644 hits"), and are no titles. */
function mayBeTitle({ name }: Attribute): boolean {
  const concepts = conceptsOf(name);
  return !concepts.has('feedback') && !concepts.has('money') && !concepts.has('price');
}

function textOf({ cell, cells, values, separator }: Attribute, product: number): string | undefined {
  if (cell[product] < 0) return undefined;
  const labels = cells[cell[product]].map((value) => values[value].label);
  // Without a separator the labels are titles of variants, of which one stands for the product.
  const text = shortened(separator === undefined ? labels[0] : labels.join(separator), SHOWN_LENGTH);
  return text === '' ? undefined : text;
}
