import { recordedCells } from '../../primitives/cell-counts.ts';
import { CatalogueError } from '../catalogue-error.ts';
import type { Attribute, Catalogue } from '../types.ts';
import { productNoun } from './header-names.ts';
import { columnName, type Role } from './role-names.ts';
import { COLUMN_ROLES, type ColumnProfile, type RoleFit } from './roles.ts';

/** `null` means that no column plays the role. */
export type RoleOverrides<Name extends string = Role> = Readonly<Partial<Record<Name, string | null>>>;

/**
 * For each role the name of the column that plays it, `null` where an override excludes all columns. All other
 * questions are `attributes`.
 */
export type Roles<Name extends string = Role> = RoleOverrides<Name> & {
  readonly attributes: readonly string[];
};

/**
 * Recognises which column plays each role, from names and contents. Ties go to the column that is recorded for more
 * products, then to the first name in code-unit order; never to a position.
 *
 * @param roles the roles to recognise, each with how well a column fits it
 * @throws CatalogueError if an override names a column that the catalogue does not have.
 */
export function recogniseRoles(catalogue: Catalogue, overrides?: RoleOverrides): Roles;
export function recogniseRoles<Name extends string>(
  catalogue: Catalogue,
  overrides: RoleOverrides<Name>,
  roles: Readonly<Record<Name, RoleFit>>,
): Roles<Name>;
export function recogniseRoles(
  { idColumn, attributes }: Catalogue,
  overrides: RoleOverrides<string> = {},
  roles: Readonly<Record<string, RoleFit>> = COLUMN_ROLES,
): Roles<string> {
  const noun = idColumn === undefined ? undefined : productNoun(idColumn);
  const columns = attributes.map((attribute) => profileOf(attribute, noun));
  const chosen: Record<string, string | null> = {};
  const taken = new Set<string>();
  for (const role of Object.keys(roles)) {
    const name = overrides[role];
    if (name === undefined) continue;
    chosen[role] = name;
    if (name === null) continue;
    if (!columns.some((column) => column.attribute.name === name)) {
      throw new CatalogueError('unknown_column', `The catalogue has no column "${name}" to be its ${role}.`);
    }
    taken.add(name);
  }
  for (const [role, fit] of Object.entries(roles)) {
    if (overrides[role] !== undefined) continue;
    const best = bestFor(fit, columns, taken);
    if (best === undefined) continue;
    chosen[role] = best;
    taken.add(best);
  }
  const open = columns
    .filter(({ attribute }) => attribute.notQuestion === undefined && !taken.has(attribute.name))
    .map(({ attribute }) => attribute.name);
  return Object.assign(chosen, { attributes: open });
}

/** Distinct values that are tested for their form. */
const VALUES_LOOKED_AT = 500;
const CHARACTERS_LOOKED_AT = 300;
const LINK = /^(?:https?:)?\/\/\S+$|^www\.\S+$|^\/\S+\/\S+$/i;
const PICTURE = /\.(?:jpe?g|png|webp|gif|svg|avif)(?:[?#]\S*)?$/i;

function profileOf(attribute: Attribute, noun: string | undefined): ColumnProfile {
  const { name, cell, values } = attribute;
  return {
    attribute,
    ...columnName(name, noun),
    recorded: recordedCells(cell),
    distinct: values.length,
    ...formOf(values),
  };
}

type Form = Pick<ColumnProfile, 'links' | 'pictures' | 'meanWords'>;
const forms = new WeakMap<Attribute['values'], Form>();

/** The form of values. The same values are asked of for one role after another. */
function formOf(values: Attribute['values']): Form {
  const known = forms.get(values) ?? readForm(values);
  forms.set(values, known);
  return known;
}

function readForm(values: Attribute['values']): Form {
  // Evenly spread over the canonical order of the values.
  const step = Math.max(1, Math.floor(values.length / VALUES_LOOKED_AT));
  let seen = 0;
  let links = 0;
  let pictures = 0;
  let words = 0;
  for (let i = 0; i < values.length; i += step) {
    const label = values[i].label.slice(0, CHARACTERS_LOOKED_AT);
    seen++;
    if (LINK.test(label)) links++;
    if (PICTURE.test(label)) pictures++;
    words += label.split(/\s+/).length;
  }
  const share = (count: number) => (seen === 0 ? 0 : count / seen);
  return {
    links: share(links),
    pictures: share(pictures),
    meanWords: share(words),
  };
}

/** Of the products that the fullest fitting column has; set by hand: half-filled columns of prices are common. */
const LEAST_SHARE = 0.05;

interface Candidate {
  readonly column: ColumnProfile;
  readonly fit: number;
}

function bestFor(
  fitOf: RoleFit,
  columns: readonly ColumnProfile[],
  taken: ReadonlySet<string>,
): string | undefined {
  const fitting: Candidate[] = [];
  for (const column of columns) {
    if (taken.has(column.attribute.name) || column.recorded === 0) continue;
    const fit = fitOf(column);
    if (fit > 0) fitting.push({ column, fit });
  }
  const fullest = Math.max(...fitting.map(({ column }) => column.recorded));
  let best: Candidate | undefined;
  for (const { column, fit } of fitting) {
    // A good name on a column that hardly any product has says less than another name on a full one.
    if (column.recorded < fullest * LEAST_SHARE) continue;
    if (best === undefined || isBetter({ column, fit }, best)) best = { column, fit };
  }
  return best?.column.attribute.name;
}

function isBetter({ column, fit }: Candidate, best: Candidate): boolean {
  if (fit !== best.fit) return fit > best.fit;
  if (column.recorded !== best.column.recorded) return column.recorded > best.column.recorded;
  return column.attribute.name < best.column.attribute.name;
}
