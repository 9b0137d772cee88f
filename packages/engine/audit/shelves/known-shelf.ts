import type { Teller } from '../../catalogue/shelves/recognised-shelves.ts';
import type { ValueKind } from '../../catalogue/shelves/shelf-attributes.ts';
import type { Degree } from '../../catalogue/shelves/shelves.ts';

/** An attribute that such shelves have, and of which the export holds nothing. */
export interface LackedAttribute {
  /** Its id among the attributes of shelves. */
  readonly attribute: string;
  readonly name: string;
  readonly degree: Exclude<Degree, 'possible'>;
  readonly values: ValueKind;
  /** Bits that an answer usually gives on such a shelf: an expectation, not measured in this export. */
  readonly usualBits: number;
  /** The column of texts that say it of some products. */
  readonly saidIn?: string;
}

/** What three answers are expected to leave of a shelf once what it lacks is recorded. */
export interface ExpectedLeft {
  /** The attributes that are asked, by their names. */
  readonly asked: readonly string[];
  /** Products left, and the bounds between which four of five such shelves lie. */
  readonly left: number;
  readonly low: number;
  readonly high: number;
}

/** The products of one kind that the export has, and what such shelves usually have and this one lacks. */
export interface KnownShelf {
  readonly shelf: string;
  /** The shelf before it of which it is a part: what that one lacks is not repeated. */
  readonly within?: string;
  readonly name: string;
  readonly products: number;
  /** What told it of most products. */
  readonly toldBy: Teller;
  readonly lacks: readonly LackedAttribute[];
  readonly expected?: ExpectedLeft;
  /** What marketplaces ask of such products and no column holds. */
  readonly marketplaces: readonly {
    readonly marketplace: string;
    readonly required: readonly string[];
    readonly recommended: readonly string[];
  }[];
}

export interface KnownShelves {
  /** Products of which nothing tells the shelf. */
  readonly unknown: number;
  /** The largest first, each with the parts of it behind it. */
  readonly values: readonly KnownShelf[];
}
