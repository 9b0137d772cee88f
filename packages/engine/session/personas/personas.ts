import { strength } from '../profile/decay.ts';
import { looksOf } from '../profile/interactions.ts';
import type { CatalogueTraits, Persona, Profile } from '../types.ts';
import { listInterests } from './interest-personas.ts';
import { MEASURES, type MeasureInput, type MeasureName } from './measures.ts';
import { PersonaTable } from './persona-table.ts';

/** Evidence for a persona: a kind of signal that the profile keeps, or a measure of the profile. */
export type EvidenceRule =
  | { readonly signal: string; readonly weight: number }
  | { readonly measure: MeasureName; readonly weight: number };

/** A way of shopping, declared as data. */
export interface PersonaDeclaration {
  readonly id: string;
  readonly label: string;
  readonly evidence: readonly EvidenceRule[];
}

/**
 * The personas that every organization has. Weights are evidence per undecayed signal, set by hand; score =
 * 1 − exp(−evidence).
 */
export const PERSONAS: readonly PersonaDeclaration[] = [
  {
    id: 'bargain_hunter',
    label: 'Bargain hunter',
    evidence: [
      { signal: 'sort:price_asc', weight: 0.9 },
      { signal: 'attribute_filter:sale', weight: 0.9 },
      { signal: 'search:sale', weight: 0.7 },
      { signal: 'price_filter:capped', weight: 0.4 },
      { measure: 'low_price_filter', weight: 0.6 },
      { measure: 'cheap_products', weight: 0.5 },
    ],
  },
  {
    id: 'premium_buyer',
    label: 'Premium buyer',
    evidence: [
      { signal: 'sort:price_desc', weight: 0.9 },
      { signal: 'search:premium', weight: 0.7 },
      { measure: 'high_price_filter', weight: 0.6 },
      { measure: 'dear_products', weight: 0.5 },
    ],
  },
  {
    id: 'researcher',
    label: 'Researcher',
    evidence: [
      { signal: 'compare', weight: 0.7 },
      { signal: 'dwell:long', weight: 0.4 },
      { signal: 'product_view:again', weight: 0.4 },
      { signal: 'search:research', weight: 0.6 },
      { signal: 'sort:rating', weight: 0.5 },
      { signal: 'attribute_filter', weight: 0.2 },
      { signal: 'product_view', weight: 0.06 },
    ],
  },
  {
    id: 'decisive_buyer',
    label: 'Decisive buyer',
    evidence: [
      { signal: 'cart_add:quick', weight: 0.8 },
      { signal: 'purchase:quick', weight: 0.8 },
      { signal: 'purchase', weight: 0.4 },
      { signal: 'cart_add', weight: 0.15 },
    ],
  },
  {
    id: 'explorer',
    label: 'Explorer',
    evidence: [
      { signal: 'category_view:another', weight: 0.5 },
      { signal: 'brand_view:another', weight: 0.3 },
      { signal: 'sort:newest', weight: 0.4 },
      { measure: 'spread_over_categories', weight: 0.6 },
    ],
  },
  {
    id: 'brand_loyal',
    label: 'Returns to one brand',
    evidence: [
      { measure: 'one_brand_page', weight: 0.7 },
      { measure: 'one_brand', weight: 0.7 },
    ],
  },
  {
    id: 'gift_shopper',
    label: 'Gift shopper',
    evidence: [{ signal: 'search:gift', weight: 1 }],
  },
  {
    id: 'returning_shopper',
    label: 'Returning shopper',
    evidence: [{ measure: 'earlier_visits', weight: 0.7 }],
  },
];

/** An organization's own personas. */
export interface PersonaSettings {
  /** Additional personas; one with the id of a shipped persona replaces it. */
  readonly personas?: readonly PersonaDeclaration[];
  /** Behaviours (`/track/behavior`) that are evidence for a persona, by slug. */
  readonly behaviours?: Readonly<Record<string, { readonly persona: string; readonly weight: number }>>;
}

/** Declarations, and the rules that turn signals and measures into evidence for them; personas by index. */
interface EvidenceIndex {
  readonly declarations: readonly PersonaDeclaration[];
  readonly bySignal: ReadonlyMap<string, readonly { readonly persona: number; readonly weight: number }[]>;
  readonly measured: readonly {
    readonly persona: number;
    readonly measure: MeasureName;
    readonly weight: number;
  }[];
}

function indexEvidence(declarations: readonly PersonaDeclaration[]): EvidenceIndex {
  const bySignal = new Map<string, { persona: number; weight: number }[]>();
  const measured: { persona: number; measure: MeasureName; weight: number }[] = [];
  for (const [persona, { evidence }] of declarations.entries()) {
    for (const rule of evidence) {
      if ('measure' in rule) measured.push({ persona, ...rule });
      else {
        const same = bySignal.get(rule.signal) ?? [];
        same.push({ persona, weight: rule.weight });
        bySignal.set(rule.signal, same);
      }
    }
  }
  return { declarations, bySignal, measured };
}

/** Stands for an organization without settings. */
const SHIPPED: PersonaSettings = {};
/** Stands for the choice of all personas. */
const ALL: ReadonlySet<string> = new Set();
const indexes = new WeakMap<PersonaSettings, Map<ReadonlySet<string>, EvidenceIndex>>();

/**
 * The shipped declarations, replaced or followed by those of the organization.
 *
 * @param chosen the ids of those that are needed: one of the few sets that callers keep
 */
function evidenceIndexOf(
  settings: PersonaSettings = SHIPPED,
  chosen: ReadonlySet<string> = ALL,
): EvidenceIndex {
  let byChoice = indexes.get(settings);
  if (byChoice === undefined) {
    byChoice = new Map();
    indexes.set(settings, byChoice);
  }
  let index = byChoice.get(chosen);
  if (index === undefined) {
    const { personas: own = [] } = settings;
    const kept = PERSONAS.filter((shipped) => !own.some((persona) => persona.id === shipped.id));
    index = indexEvidence([...kept, ...own].filter(({ id }) => chosen === ALL || chosen.has(id)));
    byChoice.set(chosen, index);
  }
  return index;
}

/** The row of each declaration in the table that is being filled; -1 while it has no evidence. */
const rowOf: number[] = [];

/** Adds evidence to a declared persona, ordered by weight. */
function addEvidence(
  table: PersonaTable,
  { declarations }: EvidenceIndex,
  persona: number,
  signal: string,
  weight: number,
  at: number,
): void {
  if (!(weight > 0)) return;
  let row = rowOf[persona];
  if (row < 0) {
    const { id, label } = declarations[persona];
    row = table.open(id, label, 'behaviour');
    rowOf[persona] = row;
  }
  table.insert(row, signal, weight, at);
}

/** Lists the behavioural personas of a session. */
function listBehaviours(
  table: PersonaTable,
  input: MeasureInput,
  settings: PersonaSettings | undefined,
  chosen?: ReadonlySet<string>,
): void {
  const { profile, now } = input;
  const index = evidenceIndexOf(settings, chosen);
  const { declarations, bySignal, measured } = index;
  for (let persona = 0; persona < declarations.length; persona++) rowOf[persona] = -1;
  for (const interest of profile.evidence) {
    const rules = bySignal.get(interest.name);
    if (rules === undefined) continue;
    const worth = strength(interest, now, profile.step);
    for (const { persona, weight } of rules) {
      addEvidence(table, index, persona, interest.name, weight * worth, interest.at);
    }
  }
  for (const { persona, measure, weight } of measured) {
    const result = MEASURES[measure](input);
    if (result) addEvidence(table, index, persona, result.signal, weight * result.amount, result.at);
  }
  if (settings?.behaviours !== undefined) {
    for (const behaviour of profile.behaviours) {
      if (!Object.hasOwn(settings.behaviours, behaviour.name)) continue;
      const mapped = settings.behaviours[behaviour.name];
      const persona = declarations.findIndex(({ id }) => id === mapped.persona);
      if (persona < 0) continue;
      const weight = mapped.weight * strength(behaviour, now, profile.step);
      addEvidence(table, index, persona, `behavior:${behaviour.name}`, weight, behaviour.at);
    }
  }
  for (let persona = 0; persona < declarations.length; persona++) {
    if (rowOf[persona] >= 0) table.list(rowOf[persona]);
  }
}

const measureInputOf = (
  profile: Profile,
  now: number,
  catalogue: CatalogueTraits | undefined,
): MeasureInput => ({
  profile,
  now,
  catalogue,
  looks: looksOf(profile, now, catalogue),
});

const table = new PersonaTable();

/**
 * The behavioural and interest personas of a session as of `now`, best first. There is one table: the next call
 * overwrites it.
 *
 * @param catalogue the organization's catalogue; without one, the share of every value counts as 0.
 */
export function personaTable(
  profile: Profile,
  now: number,
  catalogue?: CatalogueTraits,
  settings?: PersonaSettings,
): PersonaTable {
  const input = measureInputOf(profile, now, catalogue);
  table.clear();
  listInterests(table, input);
  listBehaviours(table, input, settings);
  return table;
}

/** The same, as objects that the next call does not overwrite. */
export function personasOf(
  profile: Profile,
  now: number,
  catalogue?: CatalogueTraits,
  settings?: PersonaSettings,
): readonly Persona[] {
  return personaTable(profile, now, catalogue, settings).personas();
}

/**
 * Only the behavioural personas of a session: rankings read no others.
 *
 * @param chosen the ids of those that are wanted, a set that the caller keeps; all when absent
 */
export function waysOfShopping(
  profile: Profile,
  now: number,
  catalogue?: CatalogueTraits,
  settings?: PersonaSettings,
  chosen?: ReadonlySet<string>,
): readonly Persona[] {
  table.clear();
  listBehaviours(table, measureInputOf(profile, now, catalogue), settings, chosen);
  return table.personas();
}
