/** One fact in a cell that holds several. */
export interface Entry {
  readonly key: string;
  /** Several values are joined by `ROW_JOINER`. */
  readonly value: string;
  /** Only in forms with sections. */
  readonly section?: string;
}

/** `a=b,c=d`; `Material: wool; Fit: slim`; `Width:10:1,Depth:20:2`; `General:Width:10 cm`. */
export interface DelimitedStyle {
  readonly form: 'delimited';
  /** Between two entries, spaces included. */
  readonly between: string;
  /** Between key and value, spaces included. */
  readonly behindKey: string;
  /** What else each entry holds: a number behind its value, or a section before its key. */
  readonly beside?: 'position' | 'section';
}

/** The values of one attribute as JSON: `["red","blue"]`, `{"value":2.5,"unit":"cm"}`; lists as Python writes them, too. */
export interface ValueStyle {
  readonly form: 'value';
  /** The properties of a measure; absent for a list. */
  readonly measure?: readonly [amount: string, unit: string];
  /** Whether texts stand in single quotation marks, as Python writes them. */
  readonly isPython?: boolean;
}

/** `{"color":"red"}`; `[{"name":"color","value":"red"}]`. */
export interface JsonStyle {
  readonly form: 'json';
  /** The properties that hold key and value; absent where the keys are the names of properties. */
  readonly named?: readonly [key: string, value: string];
}

/** Entries in the markup of a text: items of lists, rows of tables, terms with descriptions, lines with a bold key. */
export interface MarkupStyle {
  readonly form: 'markup';
  readonly as: 'item' | 'row' | 'term' | 'line';
}

/** How the cells of a column hold several facts. Plain data, which threads can send each other. */
export type PackStyle = DelimitedStyle | JsonStyle | MarkupStyle | ValueStyle;

/** Characters of a key, and its words; set by hand. "Number of players (recommended)" has five. */
const LONGEST_KEY = 60;
const MOST_KEY_WORDS = 6;

/** Whether a text can name an attribute. */
export function isKey(text: string): boolean {
  return (
    text.length > 0 &&
    text.length <= LONGEST_KEY &&
    /\p{L}/u.test(text) &&
    !/[<>{}"\\]|:\/\/|\bhttps?$|[.!?] /.test(text) &&
    text.split(/\s+/).length <= MOST_KEY_WORDS
  );
}
