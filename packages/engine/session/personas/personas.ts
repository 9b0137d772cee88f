import { strength } from '../profile/decay.ts';
import { looksOf } from '../profile/interactions.ts';
import type { Persona, Profile, Shelf } from '../types.ts';
import { listInterests } from './interest-personas.ts';
import { MEASURES, type MeasureName, type Sight } from './measures.ts';
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

/** The personas that every organization has. Weights are evidence per undecayed signal; score = 1 − exp(−evidence). */
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
    label: 'Brand loyal',
    evidence: [
      { signal: 'brand_view:again', weight: 0.7 },
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

/** What an organization says about its own shoppers. */
export interface PersonaSettings {
  /** Personas of its own; one with the id of a shipped persona takes its place. */
  readonly personas?: readonly PersonaDeclaration[];
  /** Behaviours (`/track/behavior`) that speak for a persona, by the behaviour's slug. */
  readonly behaviours?: Readonly<Record<string, { readonly persona: string; readonly weight: number }>>;
}

/** Declarations, and which of them each kept kind of signal and each measure speaks for, by number. */
interface Ways {
  readonly declarations: readonly PersonaDeclaration[];
  readonly bySignal: ReadonlyMap<string, readonly { readonly persona: number; readonly weight: number }[]>;
  readonly measured: readonly {
    readonly persona: number;
    readonly measure: MeasureName;
    readonly weight: number;
  }[];
}

function waysIn(declarations: readonly PersonaDeclaration[]): Ways {
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

const SHIPPED = waysIn(PERSONAS);
const ofSettings = new WeakMap<PersonaSettings, Ways>();

/** The shipped declarations with an organization's own in their place or behind them. */
function waysOf(settings: PersonaSettings | undefined): Ways {
  const own = settings?.personas;
  if (settings === undefined || own === undefined || own.length === 0) return SHIPPED;
  let ways = ofSettings.get(settings);
  if (ways === undefined) {
    const kept = PERSONAS.filter((shipped) => !own.some((persona) => persona.id === shipped.id));
    ways = waysIn([...kept, ...own]);
    ofSettings.set(settings, ways);
  }
  return ways;
}

/** The row of each declaration in the table that is being filled, by number; -1 where nothing speaks for it. */
const rowOf: number[] = [];

/** Adds evidence to a declared persona, the heaviest first. */
function addEvidence(
  table: PersonaTable,
  { declarations }: Ways,
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

/** Lists the ways of shopping that a session shows. */
function listWays(table: PersonaTable, sight: Sight, settings: PersonaSettings | undefined): void {
  const { profile, now } = sight;
  const ways = waysOf(settings);
  const { declarations, bySignal, measured } = ways;
  for (let persona = 0; persona < declarations.length; persona++) rowOf[persona] = -1;
  for (const interest of profile.evidence) {
    const spoken = bySignal.get(interest.name);
    if (spoken === undefined) continue;
    const worth = strength(interest, now, profile.step);
    for (const { persona, weight } of spoken) {
      addEvidence(table, ways, persona, interest.name, weight * worth, interest.at);
    }
  }
  for (const { persona, measure, weight } of measured) {
    const result = MEASURES[measure](sight);
    if (result) addEvidence(table, ways, persona, result.signal, weight * result.amount, result.at);
  }
  if (settings?.behaviours !== undefined) {
    for (const behaviour of profile.behaviours) {
      if (!Object.hasOwn(settings.behaviours, behaviour.name)) continue;
      const mapped = settings.behaviours[behaviour.name];
      const persona = declarations.findIndex(({ id }) => id === mapped.persona);
      if (persona < 0) continue;
      const weight = mapped.weight * strength(behaviour, now, profile.step);
      addEvidence(table, ways, persona, `behavior:${behaviour.name}`, weight, behaviour.at);
    }
  }
  for (let persona = 0; persona < declarations.length; persona++) {
    if (rowOf[persona] >= 0) table.list(rowOf[persona]);
  }
}

const sightOf = (profile: Profile, now: number, shelf: Shelf | undefined): Sight => ({
  profile,
  now,
  shelf,
  looks: looksOf(profile, now, shelf),
});

const table = new PersonaTable();

/**
 * The personas of a session as of `now`, best first: ways of shopping, and what stands out of its interests. They stand
 * in the one table that there is, until it is asked again.
 *
 * @param shelf the organization's catalogue; without one, what was signalled stands out against nothing.
 */
export function personaTable(
  profile: Profile,
  now: number,
  shelf?: Shelf,
  settings?: PersonaSettings,
): PersonaTable {
  const sight = sightOf(profile, now, shelf);
  table.clear();
  listInterests(table, sight);
  listWays(table, sight, settings);
  return table;
}

/** The same, to be kept. */
export function personasOf(
  profile: Profile,
  now: number,
  shelf?: Shelf,
  settings?: PersonaSettings,
): readonly Persona[] {
  return personaTable(profile, now, shelf, settings).personas();
}

/** Of the personas of a session only the ways of shopping, which is all that rankings ask. */
export function waysOfShopping(
  profile: Profile,
  now: number,
  shelf?: Shelf,
  settings?: PersonaSettings,
): readonly Persona[] {
  table.clear();
  listWays(table, sightOf(profile, now, shelf), settings);
  return table.personas();
}
