/**
 * All that the engine knows of one language. Every pack has this shape, so that a new one is written by looking at
 * another. A field that a language has no use for, or for which nobody has collected words, is left out.
 *
 * Phrases are alternatives of a regular expression without groups that capture: `'less than|under'`. They are held
 * against folded text: lower case, without the accents of European scripts, `ß` as `ss` (see `fold-text.ts`).
 */
export interface LanguagePack {
  /** ISO 639-3. Profiles and logs are stored with it. */
  readonly code: string;
  /** Words are written without spaces between them, so that a phrase may stand at a letter. */
  readonly unspaced?: true;
  readonly words?: WordForms;
  readonly negation?: Negation;
  readonly limits?: LimitPhrases;
  readonly money?: Money;
  readonly searches?: SearchWords;
  readonly answers?: Answers;
  readonly availability?: AvailabilityPhrases;
  readonly headers?: Headers;
}

/** How the words of a language are reduced, and which of them carry no meaning. */
export interface WordForms {
  /** Takes the ending off a folded word. Without one, words in Latin letters are stemmed as English ones. */
  readonly stem?: (word: string) => string;
  /** The script that `stem` reads, in shops of all languages, where it is not the Latin one. */
  readonly stemsScript?: 'Cyrillic';
  /** Words without meaning, as written. A language without them is never told of a text. */
  readonly stopWords?: readonly string[];
  /** Short stop words of the language are in too many names: they count only in shops that speak it. */
  readonly stopWordsInShopsOnly?: true;
  /** Stop words of which no other language has one: they carry no meaning in any text. */
  readonly particles?: readonly string[];
  /** Folded words of `stopWords` that products are called by; they stay in shops that speak the language. */
  readonly productWords?: readonly string[];
  /** Folded stop words that names of people, places and makers are made of. */
  readonly nameParticles?: readonly string[];
  /** What is elided and written at one with the next word, without its apostrophe: `d|dell`. */
  readonly elided?: string;
}

/** How a language says what is not wanted, or what a product does not have. Words are folded. */
export interface Negation {
  /** Words that negate what follows. */
  readonly negators?: readonly string[];
  /** Those of `negators` that are other words in other languages ("sin", "pas"). */
  readonly ambiguous?: readonly string[];
  /** Those of `negators` that negate nothing before a number ("No. 5"). */
  readonly notBeforeNumbers?: readonly string[];
  /** Words that may stand between a negator and what it negates ("not in leather"). */
  readonly fillers?: readonly string[];
  /** Words that carry a negation on to the next ("not leather or suede"). */
  readonly alternatives?: readonly string[];
  /** Words that negate what stands right before them ("sugar free"). */
  readonly trailing?: readonly string[];
  /** What is given away where one of `trailing` stands before it ("free delivery"). */
  readonly givenAway?: readonly string[];
  /** Two words that negate nothing together and have a stem of their own. */
  readonly idioms?: readonly { readonly word: string; readonly next: RegExp; readonly stem: string }[];
  /** Spellings that would not reach the reader as one word, and the negator that they are read as. */
  readonly spellings?: readonly { readonly pattern: RegExp; readonly word: string }[];
}

/** Phrases around a number that make a limit of it. */
export interface LimitPhrases {
  readonly atMost?: string;
  /** Have other uses ("max 90") and need a currency. */
  readonly atMostOfMoney?: string;
  readonly atLeast?: string;
  readonly atLeastOfMoney?: string;
  /** Phrases of least amounts that are read of prices only: they begin too much else. */
  readonly atLeastOfPrices?: string;
  /** Turn a limit into its opposite. */
  readonly not?: string;
  readonly between?: string;
  /** Between the two numbers after `between`. */
  readonly and?: string;
  /** Between the two numbers of a range. */
  readonly to?: string;
  readonly around?: string;
  /** Behind a number with a currency. */
  readonly orMore?: string;
  readonly orLess?: string;
  /** Right behind a number, with or without a currency. */
  readonly atMostBehind?: string;
  readonly atLeastBehind?: string;
  /** Right behind a number with a currency. */
  readonly aroundBehind?: string;
}

/** Names of money, beside the international signs and codes. */
export interface Money {
  /** Names of money and of nothing else. */
  readonly only?: string;
  /** Names that have other uses ("pounds"). */
  readonly also?: string;
}

/** Words of a search that tell what kind of shopper asks, folded. */
export type SearchKind = 'sale' | 'premium' | 'gift' | 'research';
export type SearchWords = { readonly [K in SearchKind]?: readonly string[] };

/** How a cell says yes or no; lower case, as written. */
export interface Answers {
  readonly yes?: readonly string[];
  readonly no?: readonly string[];
}

/** How a text says whether a product can be bought. */
export interface AvailabilityPhrases {
  /** "in stock" */
  readonly available?: string;
  /** "sold out" */
  readonly unavailable?: string;
  /** The whole text of a product that is not for sale, such as "draft". */
  readonly notForSale?: string;
  /** "backorder": it can be ordered although it is not there. */
  readonly orderable?: string;
  /** Names of what may be there or not, which claim nothing alone: "stock". */
  readonly stock?: string;
  /** Words that negate a claim, beside the negators and the answers of the language. */
  readonly not?: string;
  /** What is counted: "0 pcs". */
  readonly pieces?: string;
}

/** What the name of a column can say about it. */
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
  | 'operational';

/** Names of columns that say one thing, as lower-case words without accents. */
export interface HeaderPhrases {
  /** Whole words anywhere in the name. */
  readonly words?: string;
  /** The whole name. */
  readonly whole?: string;
  /** Whole words at the end of the name. */
  readonly last?: string;
  /** The whole name, also behind `qualifiers`. */
  readonly qualified?: string;
  /** The most usual names, which win over the others. */
  readonly usual?: string;
}

export type Headers = { readonly [K in Concept]?: HeaderPhrases } & {
  /** Words that may stand before a qualified name: "product", "display". */
  readonly qualifiers?: string;
  /** Names of a column of makers, which wins over other brands but the most usual ones. */
  readonly maker?: string;
  /** The whole name of a column that counts what is in stock. */
  readonly stock?: string;
};

/** ISO 639-3 code of a pack: the language whose endings and stop words a text has. */
export type Language = LanguagePack['code'];
