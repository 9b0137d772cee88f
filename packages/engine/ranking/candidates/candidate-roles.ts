import { saysAvailability } from '../../catalogue/availability.ts';
import { columnName, nameFit, ROLES, type Role } from '../../catalogue/columns/role-names.ts';
import { isAffirmed, isDenied } from '../../catalogue/columns/type-inference.ts';
import { numberIn } from '../../catalogue/numbers/lone-number.ts';
import type { InlineValue, Roles } from '../types.ts';
import { fold, labelsOf, type Sent } from './candidate-columns.ts';

/** How well a name fits each role that it fits at all. */
type Fits = ReadonlyMap<Role, number>;

/** The same names come with every list. */
const known = new Map<string, Fits>();
const MOST_KNOWN = 2_000;
const NO_FITS: Fits = new Map();

function fitsOf(name: string): Fits {
  let fits = known.get(name);
  if (fits === undefined) {
    const read = columnName(name);
    let found: Map<Role, number> | undefined;
    for (const role of ROLES) {
      const fit = nameFit(role, read);
      if (fit > 0) found = (found ?? new Map<Role, number>()).set(role, fit);
    }
    fits = found ?? NO_FITS;
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(name, fits);
  }
  return fits;
}

/** Whether an attribute of that name can play a role. */
export const mayPlayRole = (name: string): boolean => fitsOf(name).size > 0;

type Value = NonNullable<InlineValue>;

const isPlain = (label: string): boolean =>
  Number.isFinite(Number(label)) || isAffirmed(label) || isDenied(label);

/** What a value must look like to be what its name says; one of them is enough. */
const CONTENTS: Readonly<Partial<Record<Role, (value: Value) => boolean>>> = {
  price: (value) => labelsOf(value).some((label) => !Number.isNaN(numberIn(label))),
  availability: (value) => labelsOf(value).some((label) => isPlain(label) || saysAvailability(label)),
};
/** Values of an attribute that are looked at. */
const VALUES_LOOKED_AT = 100;
/** Names that are looked at in one step. */
const NAMES_AT_ONCE = 500;

const isWhatItSays = (role: Role, { cells }: Sent): boolean => {
  const fits = CONTENTS[role];
  return fits === undefined || cells.slice(0, VALUES_LOOKED_AT).some(([, value]) => fits(value));
};

/**
 * The catalogue's roles; those that it leaves open go to the attributes of a list whose names fit best, of equal ones
 * to the first.
 *
 * @param sent what came with the list, by folded name
 */
export function* candidateRoles(roles: Roles, sent: ReadonlyMap<string, Sent>): Generator<void, Roles> {
  const found: { -readonly [K in Role]?: Roles[K] } = { ...roles };
  const best = new Map<Role, { readonly fit: number; readonly attribute: Sent }[]>();
  let looked = 0;
  for (const attribute of sent.values()) {
    for (const [role, fit] of fitsOf(attribute.name)) {
      if (found[role] !== undefined || !isWhatItSays(role, attribute)) continue;
      const fitting = best.get(role) ?? [];
      best.set(role, fitting);
      fitting.push({ fit, attribute });
    }
    if (++looked % NAMES_AT_ONCE === 0) yield;
  }
  const taken = new Set(ROLES.map((role) => fold(found[role])));
  for (const role of ROLES) {
    if (found[role] !== undefined) continue;
    let chosen: { readonly fit: number; readonly attribute: Sent } | undefined;
    for (const each of best.get(role) ?? []) {
      if (!taken.has(fold(each.attribute.name)) && each.fit > (chosen?.fit ?? 0)) chosen = each;
    }
    if (chosen === undefined) continue;
    found[role] = chosen.attribute.name;
    taken.add(fold(chosen.attribute.name));
  }
  return found;
}
