import { strength } from './decay.ts';
import type { Sight } from './measures.ts';
import { bestFirst, scoreOfEvidence } from './scoring.ts';
import type { Look } from './touches.ts';
import type { Persona, PersonaEvidence, Trait } from './types.ts';

type Kind = Trait['kind'];

/** What a product's own value adds beside what was asked for by name: looking is a weaker word than asking. */
const FROM_PRODUCTS = 0.5;
/** Attributes of one product are many; each says less. */
const FROM_ATTRIBUTES = 0.25;
/** More interests than this are no longer a person. */
const MOST_INTERESTS = 20;

interface Standing {
  readonly kind: Kind;
  readonly name: string;
  readonly label: string;
  readonly evidence: PersonaEvidence[];
  updatedAt: number;
}

const KINDS = ['category', 'brand', 'attribute'] as const satisfies readonly Kind[];
const SIGNALS: Readonly<Record<Kind, string>> = {
  category: 'category_view',
  brand: 'brand_view',
  attribute: 'attribute_filter',
};

function labelOf(kind: Kind, name: string): string {
  if (kind === 'attribute') return `Interested in ${name.replace('=', ': ')}`;
  return kind === 'brand' ? `Interested in the brand ${name}` : `Interested in ${name}`;
}

/** What stands out, by kind and name; each is made once. */
class Standings {
  readonly all = new Map<string, Standing>();

  of(kind: Kind, name: string, label: string): Standing {
    const key = `${kind}:${name}`;
    let standing = this.all.get(key);
    if (standing === undefined) {
      standing = { kind, name, label, evidence: [], updatedAt: 0 };
      this.all.set(key, standing);
    }
    return standing;
  }
}

/**
 * Personas of what the shopper is after: categories, brands and attribute values that stand out in the session
 * against the shelf. Evidence is (a) what was asked for by name, × (1 − the share of the shelf that has it), so that
 * asking for what everything has says nothing; and (b) by how much the touched products have it more often than the
 * shelf does: `observed − share × all`, never below 0. The best of them, in no order.
 */
export function interestPersonas({ profile, now, shelf, looks }: Sight): Persona[] {
  const standings = new Standings();
  for (const kind of KINDS) {
    for (const interest of profile.interests[kind]) {
      const trait = shelf?.find(kind, interest.name);
      const weight = strength(interest, now, profile.step) * (1 - (trait?.share ?? 0));
      if (!(weight > 0)) continue;
      // A filter may name a category or a brand: "brand=acme".
      const standing = standings.of(
        trait?.kind ?? kind,
        trait?.name ?? interest.name,
        trait?.label ?? interest.name,
      );
      standing.evidence.push({ signal: `${SIGNALS[kind]}:${interest.name}`, weight });
      standing.updatedAt = Math.max(standing.updatedAt, interest.at);
    }
  }
  if (looks.length > 0) addTouched(looks, standings);
  const personas: Persona[] = [];
  for (const { kind, name, label, evidence, updatedAt } of standings.all.values()) {
    personas.push({
      id: `${kind}:${name}`,
      label: labelOf(kind, label),
      kind: 'interest',
      score: scoreOfEvidence(evidence),
      evidence,
      updatedAt,
    });
  }
  if (personas.length <= MOST_INTERESTS) return personas;
  return personas.sort(bestFirst).slice(0, MOST_INTERESTS);
}

function addTouched(looks: readonly Look[], standings: Standings): void {
  const totals = { category: 0, brand: 0, attribute: 0 };
  const seen = new Map<Trait, { mass: number; count: number; at: number }>();
  const products = new Set<string>();
  for (const { touched, weight, product } of looks) {
    const another = products.has(touched.id) ? 0 : 1;
    products.add(touched.id);
    totals.attribute += weight;
    for (const trait of product.traits) {
      if (trait.kind !== 'attribute') totals[trait.kind] += weight;
      const sum = seen.get(trait);
      if (sum === undefined) seen.set(trait, { mass: weight, count: 1, at: touched.at });
      else {
        sum.mass += weight;
        sum.count += another;
        sum.at = Math.max(sum.at, touched.at);
      }
    }
  }
  for (const [trait, { mass, count, at }] of seen) {
    // A value that a single product has may be chance, however often that one is looked at.
    if (trait.kind === 'attribute' && count < 2) continue;
    const excess = mass - trait.share * totals[trait.kind];
    if (!(excess > 0)) continue;
    const standing = standings.of(trait.kind, trait.name, trait.label);
    const scale = trait.kind === 'attribute' ? FROM_ATTRIBUTES : FROM_PRODUCTS;
    standing.evidence.push({ signal: `products:${count}`, weight: excess * scale });
    standing.updatedAt = Math.max(standing.updatedAt, at);
  }
}
