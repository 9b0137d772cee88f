import { type CatalogueIndex, type PackedIndex, unpackIndex } from '@decidable/engine/ranking';
import type { PersonaSettings, Shelf, Vocabulary } from '@decidable/engine/session';
import type { OrganizationId } from '../storage/ports.ts';
import { shelfOf } from './catalogue-shelf.ts';
import type { Learned } from './learned.ts';

/** One attribute as answers show it: a product's cell, and what each distinct cell holds. */
export interface ShownColumn {
  readonly name: string;
  readonly cell: Int32Array;
  readonly values: readonly (string | number | readonly string[])[];
}

/** What is read from a catalogue on the worker: plain data and typed arrays. */
export interface BuiltCatalogue {
  readonly index: PackedIndex;
  readonly shown: readonly ShownColumn[];
  readonly vocabulary: Vocabulary;
}

/** What the live half of the service holds of one organization. It is replaced as a whole, never half. */
export interface Shop {
  readonly organizationId: OrganizationId;
  /** `null` where the organization has no catalogue. */
  readonly catalogueVersion: string | null;
  readonly index: CatalogueIndex;
  readonly shown: readonly ShownColumn[];
  /** Absent without a catalogue: then every interest stands out. */
  readonly shelf: Shelf | undefined;
  readonly vocabulary: Vocabulary;
  readonly learned: Learned;
  /** The organization's own personas. */
  readonly personas: PersonaSettings | undefined;
}

/** Puts a shop together. */
export function openShop(
  organizationId: OrganizationId,
  catalogueVersion: string | null,
  built: BuiltCatalogue,
  learned: Learned,
  personas: PersonaSettings | undefined,
): Shop {
  const index = unpackIndex(built.index);
  return {
    organizationId,
    catalogueVersion,
    index,
    shown: built.shown,
    shelf: index.size === 0 ? undefined : shelfOf(index),
    vocabulary: built.vocabulary,
    learned,
    personas,
  };
}

/** The attributes of a product as answers show them. */
export function attributesOf(
  shop: Shop,
  product: number,
): Record<string, string | number | readonly string[]> {
  // Without a prototype, a column that is called `__proto__` is one like any other.
  const attributes: Record<string, string | number | readonly string[]> = Object.create(null);
  for (const { name, cell, values } of shop.shown) {
    const at = cell[product]!;
    if (at >= 0) attributes[name] = values[at]!;
  }
  return attributes;
}
