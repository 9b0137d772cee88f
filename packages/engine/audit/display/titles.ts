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
}

/** Undefined where no column of the catalogue is one of titles. */
export function titlesOf(catalogue: Catalogue): Titles | undefined {
  const named = { ...catalogue, attributes: catalogue.attributes.filter(mayBeTitle) };
  const { title: column } = recogniseRoles(named, {}, { title: COLUMN_ROLES.title });
  const titles = catalogue.attributes.find(({ name }) => name === column);
  if (titles === undefined) return undefined;
  const productOf = new Map(catalogue.ids.map((id, product) => [id, product]));
  return {
    column: titles.name,
    of: (id) => {
      const product = productOf.get(id);
      const title = product === undefined ? undefined : textOf(titles, product);
      return title === id ? undefined : title;
    },
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
