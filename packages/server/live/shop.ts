import { type CatalogueIndex, type PackedIndex, unpackIndex } from '@decidable/engine/ranking';
import type { CatalogueTraits, PersonaSettings, Vocabulary } from '@decidable/engine/session';
import { type ShelfCounts, shelfOf } from './catalogue-shelf.ts';
import type { Learned } from './learned.ts';
import { ShownAttributes, type ShownColumn } from './shown-attributes.ts';

/** What is read from a catalogue on the worker: plain data and typed arrays. */
export interface BuiltCatalogue {
  readonly index: PackedIndex;
  readonly counts: ShelfCounts;
  readonly shown: readonly ShownColumn[];
  readonly vocabulary: Vocabulary;
}

/** What the live half of the service holds of one organization. It is replaced as a whole, never half. */
export interface Shop {
  /** `null` where the organization has no catalogue. */
  readonly catalogueVersion: string | null;
  readonly index: CatalogueIndex;
  readonly shown: ShownAttributes;
  /** Absent without a catalogue: then every interest stands out. */
  readonly shelf: CatalogueTraits | undefined;
  readonly vocabulary: Vocabulary;
  readonly learned: Learned;
  /** The organization's own personas. */
  readonly personas: PersonaSettings | undefined;
}

/** Puts a shop together. */
export function openShop(
  catalogueVersion: string | null,
  built: BuiltCatalogue,
  learned: Learned,
  personas: PersonaSettings | undefined,
): Shop {
  const index = unpackIndex(built.index);
  return {
    catalogueVersion,
    index,
    shown: new ShownAttributes(built.shown),
    shelf: index.size === 0 ? undefined : shelfOf(index, built.counts),
    vocabulary: built.vocabulary,
    learned,
    personas,
  };
}
