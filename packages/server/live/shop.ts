import { type CatalogueIndex, type Model, type PackedIndex, unpackIndex } from '@decidable/engine/ranking';
import { type Shelf, type Vocabulary, vocabularyOf } from '@decidable/engine/session';
import type { OrganizationId } from '../storage/ports.ts';
import { phrasesOf, shelfOf } from './catalogue-shelf.ts';

/** One attribute as answers show it: a product's cell, and what each distinct cell holds. */
export interface ShownColumn {
  readonly name: string;
  readonly cell: Int32Array;
  readonly values: readonly (string | number | readonly string[])[];
}

/** What is read from a catalogue on the worker: plain data and typed arrays, ready to be handed over. */
export interface BuiltCatalogue {
  readonly index: PackedIndex;
  readonly shown: readonly ShownColumn[];
}

/** A model and the name under which it is stored; `revision` counts its small updates. */
export interface NamedModel {
  readonly version: string;
  readonly model: Model;
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
  readonly modelVersion: string;
  readonly model: Model;
}

/** Puts a shop together. The vocabulary and the shelf are made once a catalogue and shared by its models. */
export function openShop(
  organizationId: OrganizationId,
  catalogueVersion: string | null,
  built: BuiltCatalogue,
  { version, model }: NamedModel,
): Shop {
  const index = unpackIndex(built.index);
  return {
    organizationId,
    catalogueVersion,
    index,
    shown: built.shown,
    shelf: index.size === 0 ? undefined : shelfOf(index),
    vocabulary: vocabularyOf(phrasesOf(index)),
    modelVersion: version,
    model,
  };
}

/** The same shop with another model. */
export function withModel(shop: Shop, { version, model }: NamedModel): Shop {
  return { ...shop, modelVersion: version, model };
}

/** The attributes of a product as answers show them. */
export function attributesOf(
  shop: Shop,
  product: number,
): Record<string, string | number | readonly string[]> {
  const attributes: Record<string, string | number | readonly string[]> = {};
  for (const { name, cell, values } of shop.shown) {
    const at = cell[product]!;
    if (at >= 0) attributes[name] = values[at]!;
  }
  return attributes;
}
