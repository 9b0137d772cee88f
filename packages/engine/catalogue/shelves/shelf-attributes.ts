import type { Language } from '../../languages/language-pack.ts';
import attributesData from './attributes.json' with { type: 'json' };

/** The kind of an attribute's values, as `attributes.schema.json` lists them. */
export type ValueKind =
  | 'audience'
  | 'brand'
  | 'choice'
  | 'code'
  | 'colour'
  | 'compatibility'
  | 'list'
  | 'material'
  | 'measure'
  | 'number'
  | 'size'
  | 'yes/no';

/** Names by language; of one thing the first is the usual one. */
export type Names = Readonly<Record<Language, readonly string[] | undefined>>;

/** What products of some shelf have. */
export interface ShelfAttribute {
  readonly id: string;
  readonly values: ValueKind;
  /** The usual unit of a measure. */
  readonly unit?: string;
  /** Only what stands on a shelf that names it can have it. */
  readonly bound?: boolean;
  /** Attributes that its values say, too. */
  readonly says?: readonly string[];
  readonly names: Names;
}

export const SHELF_ATTRIBUTES = attributesData.attributes as readonly ShelfAttribute[];

const attributeOf = new Map(SHELF_ATTRIBUTES.map((attribute) => [attribute.id, attribute]));

export const shelfAttribute = (id: string): ShelfAttribute => attributeOf.get(id)!;
