import { LRUCache } from 'lru-cache';
import { saysAvailability } from '../../catalogue/availability.ts';
import { columnName, nameFit, ROLES, type Role } from '../../catalogue/columns/role-names.ts';
import { isAffirmed, isDenied } from '../../catalogue/columns/type-inference.ts';
import { numberIn } from '../../catalogue/numbers/lone-number.ts';
import type { InlineValue, Roles } from '../types.ts';
import { fold, labelsOf, type SentAttribute } from './candidate-columns.ts';

/** How well a name fits each role; roles that it does not fit are left out. */
type Fits = ReadonlyMap<Role, number>;

/** Role fits by attribute name, kept because every list brings the same names; the bound is set by hand. */
const fitsByName = new LRUCache<string, Fits>({ max: 2_000 });
const NO_FITS: Fits = new Map();

function fitsOf(name: string): Fits {
  let fits = fitsByName.get(name);
  if (fits === undefined) {
    const words = columnName(name);
    let found: Map<Role, number> | undefined;
    for (const role of ROLES) {
      const fit = nameFit(role, words);
      if (fit > 0) found = (found ?? new Map<Role, number>()).set(role, fit);
    }
    fits = found ?? NO_FITS;
    fitsByName.set(name, fits);
  }
  return fits;
}

/** Whether an attribute with this name can have a role. */
export const mayPlayRole = (name: string): boolean => fitsOf(name).size > 0;

type Value = NonNullable<InlineValue>;

const isPlain = (label: string): boolean =>
  Number.isFinite(Number(label)) || isAffirmed(label) || isDenied(label);

/** For roles with a required format: whether a value has it. One such value is enough. */
const HAS_FORMAT: Readonly<Partial<Record<Role, (value: Value) => boolean>>> = {
  price: (value) => labelsOf(value).some((label) => !Number.isNaN(numberIn(label))),
  availability: (value) => labelsOf(value).some((label) => isPlain(label) || saysAvailability(label)),
};
/** Values of an attribute that are checked for the format. Set by hand. */
const VALUES_CHECKED = 100;
/** Names checked between two yields. Set by hand. */
const NAMES_PER_STEP = 500;

const hasFormat = (role: Role, { cells }: SentAttribute): boolean => {
  const fits = HAS_FORMAT[role];
  return fits === undefined || cells.slice(0, VALUES_CHECKED).some(([, value]) => fits(value));
};

/**
 * The roles of a candidate list: those of the catalogue, and for each role that the catalogue does not have the sent
 * attribute whose name fits best; of equal fits, the first.
 *
 * @param sent sent attributes by folded name
 */
export function* candidateRoles(
  roles: Roles,
  sent: ReadonlyMap<string, SentAttribute>,
): Generator<void, Roles> {
  const found: { -readonly [K in Role]?: Roles[K] } = { ...roles };
  const best = new Map<Role, { readonly fit: number; readonly attribute: SentAttribute }[]>();
  let checked = 0;
  for (const attribute of sent.values()) {
    for (const [role, fit] of fitsOf(attribute.name)) {
      if (found[role] !== undefined || !hasFormat(role, attribute)) continue;
      const candidates = best.get(role) ?? [];
      best.set(role, candidates);
      candidates.push({ fit, attribute });
    }
    if (++checked % NAMES_PER_STEP === 0) yield;
  }
  const taken = new Set(ROLES.map((role) => fold(found[role])));
  for (const role of ROLES) {
    if (found[role] !== undefined) continue;
    let chosen: { readonly fit: number; readonly attribute: SentAttribute } | undefined;
    for (const candidate of best.get(role) ?? []) {
      if (!taken.has(fold(candidate.attribute.name)) && candidate.fit > (chosen?.fit ?? 0))
        chosen = candidate;
    }
    if (chosen === undefined) continue;
    found[role] = chosen.attribute.name;
    taken.add(fold(chosen.attribute.name));
  }
  return found;
}
