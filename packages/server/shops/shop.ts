import {
  type CatalogueIndex,
  type Completions,
  type PackedIndex,
  readSynonyms,
  type SynonymRule,
  unpackIndex,
  usualSynonymsInSteps,
  withNamedSynonyms,
} from '@decidable/engine/ranking';
import type { CatalogueTraits, PersonaSettings, Phrases } from '@decidable/engine/session';
import type { Learned } from '../learning/learned-model.ts';
import type { OrganizationId } from '../storage/ports.ts';
import { inTurns } from '../time-slices.ts';
import { catalogueTraitsOf, type TraitCounts } from './catalogue-traits.ts';
import { DisplayedAttributes, type DisplayedColumn } from './displayed-attributes.ts';

/** A catalogue as the worker builds it: plain data and typed arrays. */
export interface BuiltCatalogue {
  readonly index: PackedIndex;
  /** What queries are completed to. */
  readonly completions: Completions;
  readonly counts: TraitCounts;
  readonly shown: readonly DisplayedColumn[];
  /** The values that searches may name. */
  readonly values: Phrases;
}

/** The data of one organization in memory. It is replaced as a whole, never in part. */
export interface Shop {
  /** `null` if the organization has no catalogue. */
  readonly catalogueVersion: string | null;
  readonly index: CatalogueIndex;
  readonly completions: Completions;
  readonly shown: DisplayedAttributes;
  /** The catalogue as personas see it. `undefined` without a catalogue: then every interest stands out. */
  readonly traits: CatalogueTraits | undefined;
  readonly learned: Learned;
  /** The organization's own personas. */
  readonly personas: PersonaSettings | undefined;
}

/**
 * The shop with the synonyms of its organization, read in the language of its catalogue, and the categories that they name;
 * the usual synonyms of the catalogue are found ahead of the first search. Other requests have turns in between.
 */
export async function withSynonyms(
  shop: Shop,
  rules: readonly SynonymRule[],
  owner: OrganizationId,
): Promise<Shop> {
  const { terms } = shop.index;
  await inTurns(usualSynonymsInSteps(terms), owner);
  if (rules.length === 0) return shop;
  const synonyms = await inTurns(readSynonyms(rules, terms), owner);
  const values = terms.values && withNamedSynonyms(terms.values, rules, terms);
  return { ...shop, index: { ...shop.index, terms: { ...terms, synonyms, values } } };
}

/** Assembles a shop from its built catalogue and its model. */
export function openShop(
  catalogueVersion: string | null,
  built: BuiltCatalogue,
  learned: Learned,
  personas: PersonaSettings | undefined,
): Shop {
  const unpacked = unpackIndex(built.index);
  const index = { ...unpacked, terms: { ...unpacked.terms, values: built.values } };
  return {
    catalogueVersion,
    index,
    completions: built.completions,
    shown: new DisplayedAttributes(built.shown),
    traits: index.size === 0 ? undefined : catalogueTraitsOf(index, built.counts),
    learned,
    personas,
  };
}
