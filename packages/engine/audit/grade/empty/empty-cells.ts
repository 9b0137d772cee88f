import { CatalogueError } from '../../../catalogue/catalogue-error.ts';
import type { Attribute, Catalogue } from '../../../catalogue/types.ts';
import { onlyYes, withEmptyAsNo } from '../../../catalogue/values/only-yes.ts';
import { nearestName } from '../../../primitives/nearest-name.ts';

/** What the owner says of the empty cells of facts that are recorded where they hold. */
export interface EmptyCells {
  /** Attributes of which an empty cell means no. */
  readonly emptyMeansNo?: readonly string[];
  /** Attributes of which an empty cell means that nobody knows. */
  readonly emptyMeansUnknown?: readonly string[];
}

const namedIn = (names: readonly string[] = []): ReadonlySet<string> =>
  new Set(names.map((name) => name.toLowerCase()));

/**
 * Exports of one shop with the empty cells filled that mean no. They share values and cells as before.
 *
 * @throws CatalogueError where a name is no attribute of any of them, says more than yes and no, or stands in both lists
 */
export function withEmptyCellsSaid<Catalogues extends readonly Catalogue[]>(
  catalogues: Catalogues,
  { emptyMeansNo = [], emptyMeansUnknown = [] }: EmptyCells,
): Catalogues {
  const attributes = catalogues.flatMap((catalogue) => catalogue.attributes);
  for (const name of [...emptyMeansNo, ...emptyMeansUnknown]) refuseUnknown(name, attributes);
  const unknown = namedIn(emptyMeansUnknown);
  const both = emptyMeansNo.find((name) => unknown.has(name.toLowerCase()));
  if (both !== undefined)
    throw refusal(`An empty "${both}" means no or that nobody knows, not both. Name it once.`);
  if (emptyMeansNo.length === 0) return catalogues;
  const no = namedIn(emptyMeansNo);
  return catalogues.map((catalogue) => ({
    ...catalogue,
    attributes: catalogue.attributes.map((attribute) =>
      no.has(attribute.name.toLowerCase()) ? filled(attribute) : attribute,
    ),
  })) as unknown as Catalogues;
}

/** Whether the empty cells of an attribute may mean no, and its owner did not say whether they do. */
export function mayMeanNo(attribute: Attribute, { emptyMeansUnknown }: EmptyCells): boolean {
  return (
    attribute.cell.includes(-1) &&
    onlyYes(attribute) !== undefined &&
    !namedIn(emptyMeansUnknown).has(attribute.name.toLowerCase())
  );
}

function filled(attribute: Attribute): Attribute {
  const own = withEmptyAsNo(attribute);
  if (own !== undefined) return own;
  const { name, values } = attribute;
  const said = values.length === 0 ? 'holds nothing' : `says "${values[0].label}"`;
  throw refusal(`"${name}" ${said}: only of facts that say yes can an empty cell mean no.`);
}

function refuseUnknown(name: string, attributes: readonly Attribute[]): void {
  const names = attributes.map((attribute) => attribute.name);
  if (names.some((known) => known.toLowerCase() === name.toLowerCase())) return;
  const meant = nearestName(name, names);
  throw refusal(
    `No column is called "${name}". ${meant === undefined ? 'Leave it out, or correct its name.' : `Is "${meant}" meant?`}`,
  );
}

const refusal = (message: string): CatalogueError => new CatalogueError('empty_cells', message);
