import { strength } from './decay.ts';
import { interestName } from './text.ts';
import { weighedProducts } from './touches.ts';
import type { Persona, PersonaEvidence, Profile, Shelf } from './types.ts';

type Kind = 'category' | 'brand' | 'attribute';

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

const SIGNALS: Readonly<Record<Kind, string>> = {
  category: 'category_view',
  brand: 'brand_view',
  attribute: 'attribute_filter',
};

function labelOf(kind: Kind, name: string): string {
  if (kind === 'attribute') return `Interested in ${name.replace('=', ': ')}`;
  return kind === 'brand' ? `Interested in the brand ${name}` : `Interested in ${name}`;
}

/**
 * Personas of what the shopper is after: categories, brands and attribute values that stand out in the session
 * against the shelf. Evidence is (a) what was asked for by name, × (1 − the share of the shelf that has it), so that
 * asking for what everything has says nothing; and (b) by how much the touched products have it more often than the
 * shelf does: `observed − share × all`, never below 0.
 */
export function interestPersonas(profile: Profile, now: number, shelf: Shelf | undefined): Persona[] {
  const standing = new Map<string, Standing>();
  const stand = (kind: Kind, name: string, label: string): Standing => {
    const key = `${kind}:${interestName(name)}`;
    let entry = standing.get(key);
    if (entry === undefined) {
      entry = { kind, name: interestName(name), label: labelOf(kind, label), evidence: [], updatedAt: 0 };
      standing.set(key, entry);
    }
    return entry;
  };

  for (const kind of ['category', 'brand', 'attribute'] as const) {
    for (const interest of profile.interests[kind]) {
      const known = shelf?.find(kind, interest.name);
      const weight = strength(interest, now, profile.step) * (1 - (known?.share ?? 0));
      if (!(weight > 0)) continue;
      const entry = stand(kind, known?.label ?? interest.name, known?.label ?? interest.name);
      entry.evidence.push({ signal: `${SIGNALS[kind]}:${interest.name}`, weight });
      entry.updatedAt = Math.max(entry.updatedAt, interest.at);
    }
  }
  if (shelf !== undefined) addTouched(profile, now, shelf, stand);

  return [...standing.values()]
    .map(({ kind, name, label, evidence, updatedAt }) => ({
      id: `${kind}:${name}`,
      label,
      kind: 'interest' as const,
      score: 1 - Math.exp(-evidence.reduce((sum, { weight }) => sum + weight, 0)),
      evidence,
      updatedAt,
    }))
    .filter((persona) => persona.evidence.length > 0)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_INTERESTS);
}

function addTouched(
  profile: Profile,
  now: number,
  shelf: Shelf,
  stand: (kind: Kind, name: string, label: string) => Standing,
): void {
  const totals = { category: 0, brand: 0, attribute: 0 };
  const seen = new Map<string, { kind: Kind; name: string; mass: number; count: number; at: number }>();
  const see = (kind: Kind, name: string, weight: number, at: number): void => {
    const key = `${kind}:${name}`;
    const known = seen.get(key) ?? { kind, name, mass: 0, count: 0, at: 0 };
    seen.set(key, {
      ...known,
      mass: known.mass + weight,
      count: known.count + 1,
      at: Math.max(known.at, at),
    });
  };
  for (const { product, weight } of weighedProducts(profile, now)) {
    const known = shelf.product(product.id);
    if (known === undefined) continue;
    for (const kind of ['category', 'brand'] as const) {
      const name = known[kind];
      if (name === undefined) continue;
      totals[kind] += weight;
      see(kind, name, weight, product.at);
    }
    totals.attribute += weight;
    for (const [attribute, value] of known.attributes) {
      see('attribute', `${attribute}=${value}`, weight, product.at);
    }
  }
  for (const { kind, name, mass, count, at } of seen.values()) {
    // A value that a single product has may be chance; only repetition makes an attribute stand out.
    if (kind === 'attribute' && count < 2) continue;
    const share = shelf.find(kind, interestName(name))?.share ?? 0;
    const excess = mass - share * totals[kind];
    if (!(excess > 0)) continue;
    const entry = stand(kind, name, name);
    const scale = kind === 'attribute' ? FROM_ATTRIBUTES : FROM_PRODUCTS;
    entry.evidence.push({ signal: `products:${count}`, weight: excess * scale });
    entry.updatedAt = Math.max(entry.updatedAt, at);
  }
}
