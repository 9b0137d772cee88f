/**
 * The words, phrases and endings of one language. Words and phrases stand in `packs/`, of which each file has this shape, so an
 * existing one is the template for a new one; stemmers in `stemmers.ts`. A field is left out if it does not apply to a language, or if its words have not been collected yet.
 *
 * Phrases are alternatives of a regular expression without capturing groups: `'less than|under'`. They are matched
 * against folded text: lower case, without the accents of European scripts, `ß` as `ss` (see `fold-text.ts`).
 */
export interface LanguagePack {
  /** ISO 639-3. Profiles and logs are stored with it. */
  readonly code: string;
  /** Words are written without spaces between them, so a phrase may begin or end next to a letter. */
  readonly unspaced?: boolean;
  readonly words?: WordForms;
  readonly negation?: Negation;
  readonly limits?: LimitPhrases;
  readonly money?: Money;
  readonly answers?: Answers;
  readonly availability?: AvailabilityPhrases;
  /** Whole values that fit every product, filled in where nobody looked at it: "other", "see description". */
  readonly catchAll?: string;
  /** Phrases that advertise and belong in no title: "free shipping", "20 % off". */
  readonly promotions?: string;
  readonly headers?: Headers;
  readonly facts?: Facts;
}

/** The stemmer and the stop words of a language. */
export interface WordForms {
  /** Stems a folded word. Without a stemmer, words in Latin letters are stemmed as English. */
  readonly stem?: (word: string) => string;
  /** The script of the words that `stem` applies to, in shops of all languages, if not Latin. */
  readonly stemsScript?: string;
  /** Stop words, as written. Texts are never recognised as a language without stop words. */
  readonly stopWords?: readonly string[];
  /** The stop words apply only in shops of this language: too many names contain the short ones. */
  readonly stopWordsInShopsOnly?: boolean;
  /** Stop words that are not words of any other language, so they apply to every text. */
  readonly particles?: readonly string[];
  /** Folded words of `stopWords` that are also product names; in shops of this language they are no stop words. */
  readonly productWords?: readonly string[];
  /** Folded stop words that are parts of names of people, places and makers. */
  readonly nameParticles?: readonly string[];
  /** Folded words between a thing and what it is for: "cover for armchair". */
  readonly purpose?: readonly string[];
  /**
   * Nouns that belong together are written as one word, of which the last says what it is: "Stoffschere" is a "Schere". Given are
   * folded words of which that is not true, though they end like one, without endings: a "Handschuh" is no "Schuh".
   */
  readonly closedCompounds?: { readonly opaque: readonly string[] };
  /** A noun stands before what modifies it: "funda negra para portátil". */
  readonly headFirst?: boolean;
  /** Elided words that are joined to the next word by an apostrophe, without it: `d|dell`. "l'" is left to names ("L'Oréal"). */
  readonly elided?: string;
  /** The folded word for inch, as which texts are read that write it as a mark: `27"`. */
  readonly inch?: string;
}

/** Negation of what a shopper does not want, or a product does not have. Words are folded. */
export interface Negation {
  /** Words that negate what follows. */
  readonly negators?: readonly string[];
  /** Those of `negators` that have another meaning in another language ("sin", "pas"). */
  readonly ambiguous?: readonly string[];
  /** Those of `negators` that are no negation before a number ("No. 5"). */
  readonly notBeforeNumbers?: readonly string[];
  /** Words that may stand between a negator and what it negates ("not in leather"). */
  readonly fillers?: readonly string[];
  /** Words that carry a negation on to the next ("not leather or suede"). */
  readonly alternatives?: readonly string[];
  /** Words that negate the word before them ("sugar free"). */
  readonly trailing?: readonly string[];
  /** Words after one of `trailing` that make it mean "without charge" ("free delivery"). */
  readonly givenAway?: readonly string[];
  /** Pairs of words that together are no negation, the second as an expression, and have a stem of their own: "pas cher" is cheap. */
  readonly idioms?: readonly { readonly word: string; readonly next: string; readonly stem: string }[];
  /** Expressions of spellings that the tokeniser would split, and the negator that replaces them. */
  readonly spellings?: readonly { readonly pattern: string; readonly word: string }[];
}

/** Phrases around a number that make it a limit. */
export interface LimitPhrases {
  readonly atMost?: string;
  /** Ambiguous phrases, which need a currency ("max 90"). */
  readonly atMostOfMoney?: string;
  readonly atLeast?: string;
  readonly atLeastOfMoney?: string;
  /** Phrases for a lower limit that apply to prices only: they are too common otherwise. */
  readonly atLeastOfPrices?: string;
  /** Turn a limit into its opposite. */
  readonly not?: string;
  readonly between?: string;
  /** Between the two numbers after `between`. */
  readonly and?: string;
  /** Between the two numbers of a range. */
  readonly to?: string;
  readonly around?: string;
  /** After a number with a currency. */
  readonly orMore?: string;
  readonly orLess?: string;
  /** Directly after a number, with or without a currency. */
  readonly atMostBehind?: string;
  readonly atLeastBehind?: string;
  /** Directly after a number with a currency. */
  readonly aroundBehind?: string;
}

/** Names of currencies, in addition to the international signs and codes. */
export interface Money {
  /** Names without another meaning. */
  readonly only?: string;
  /** Names with another meaning ("pounds"). */
  readonly also?: string;
}

/** The texts of boolean cells; lower case, as written. */
export interface Answers {
  readonly yes?: readonly string[];
  readonly no?: readonly string[];
}

/** Phrases about the availability of a product. */
export interface AvailabilityPhrases {
  /** "in stock" */
  readonly available?: string;
  /** "sold out" */
  readonly unavailable?: string;
  /** The whole text of a product that is not for sale, such as "draft". */
  readonly notForSale?: string;
  /** "backorder": the product can be ordered although it is not in stock. */
  readonly orderable?: string;
  /** Nouns that claim nothing alone: "stock". */
  readonly stock?: string;
  /** Words that negate a claim, in addition to the negators and the answers of the language. */
  readonly not?: string;
  /** Units of a count: "0 pcs". */
  readonly pieces?: string;
}

/**
 * What the name of a column can mean. `operational` columns are kept from ranking too; from `money` on, the concepts say
 * what is no advice to record, and nothing about ranking. A `fact` is what shoppers ask of products in any shop, such as a
 * colour: its values are answers however rarely they repeat.
 */
export type Concept =
  | 'identifier'
  | 'reference'
  | 'title'
  | 'link'
  | 'image'
  | 'price'
  | 'brand'
  | 'category'
  | 'availability'
  | 'text'
  | 'measure'
  | 'list'
  | 'operational'
  | 'money'
  | 'feedback'
  | 'merchandising'
  | 'quantity'
  | 'picture'
  | 'grouping'
  | 'name'
  | 'released'
  | 'fact';

/**
 * Why a column is for the shop alone: what the shop pays for a product, what it earns with it, from whom it buys it, and
 * what it notes for itself.
 */
export const PRIVATE_REASONS = ['cost', 'margin', 'supplier', 'internal'] as const;
export type PrivateReason = (typeof PRIVATE_REASONS)[number];

/** Names of columns for one concept, as lower-case words without accents. */
export interface HeaderPhrases {
  /** Whole words anywhere in the name. */
  readonly words?: string;
  /** The whole name. */
  readonly whole?: string;
  /** Whole words at the end of the name. */
  readonly last?: string;
  /** The whole name, also after `qualifiers`. */
  readonly qualified?: string;
  /** The most usual names, which take precedence over the others. */
  readonly usual?: string;
}

export type Headers = { readonly [K in Concept]?: HeaderPhrases } & {
  /** The whole names of the id of a product: "item number". */
  readonly productId?: string;
  /** Names of a column of trade item numbers: "EAN". */
  readonly tradeNumber?: string;
  /** What a row that sums up those above it begins with: "grand total". Lower case, without accents. */
  readonly totals?: string;
  /** Words that may stand before a qualified name: "product", "display". */
  readonly qualifiers?: string;
  /** Words that make a price the one that is paid for now: "sale price". */
  readonly reduced?: string;
  /** Names of a column of makers, which takes precedence over all brands but the most usual names. */
  readonly maker?: string;
  /** The whole name of a column with the quantity in stock. */
  readonly stock?: string;
  /** In the names of columns that belong together: "Option1 Name" and "Option1 Value"; "weight" and "weight-unit". */
  readonly pairs?: { readonly names: string; readonly values: string; readonly units: string };
  /** The whole names of columns that say for what a product is made: what does not fit is of no use. */
  readonly constraints?: string;
  /** The whole names of columns that no shopper may see, by the reason (see `catalogue/columns/private-columns.ts`). */
  readonly private?: { readonly [K in PrivateReason]?: string };
};

/** Words with which titles say one fact, folded. */
export interface FactWords {
  /** Names of a column that holds it, with a bar between them; the first is the usual one. */
  readonly names: string;
  /** Values with a comma between them, and the forms of one value with a bar. */
  readonly values: string;
}

/** The facts that are told by words: what texts say of products where no column does (see `audit/lacking`). */
export interface Facts {
  readonly colour?: FactWords;
  readonly material?: FactWords;
  /** First what is for men, for women and for all, then what is for children. */
  readonly audience?: FactWords & {
    /** Further words with which searches ask for the first of these, and which mean other things in texts: "Spider-Man". */
    readonly asked?: string;
  };
  /** Features that a product has or lacks, written as values are. */
  readonly features?: string;
}

/** ISO 639-3 code of a pack. */
export type Language = LanguagePack['code'];
