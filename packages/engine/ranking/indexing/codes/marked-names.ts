import { foldText } from '../../../session/text/tokens.ts';

/**
 * Names of which a mark is a part, that words alone do not tell apart: a letter or two before "+" or "#" ("C++", "F#"), a
 * word behind a full stop (".NET"), and letters with "&" between them ("H&M", "B & W").
 */
const NAME =
  /(?<![\p{L}\p{N}&+#.])(?:\.\p{L}{2,}|\p{L}{1,2}(?:\+{1,2}|#)|\p{L}{1,2}(?: ?& ?\p{L}{1,2})+)(?![\p{L}\p{N}&+#])/gu;

/** Most texts have none of the marks, and need no further look. */
const MARK = /[+#.&]/;

/** Letters of no script that stand for the marks, as no tokeniser parts these from what stands beside them. */
const LETTERS: Readonly<Record<string, string>> = {
  '+': '\ua71c',
  '#': '\ua71d',
  '.': '\ua71e',
  '&': '\ua71f',
};

/** A name as what products are found by: its letters and marks, without blanks. */
const keyOf = (name: string): string =>
  foldText(name)
    .replaceAll(' ', '')
    .replace(/[+#.&]/g, (mark) => LETTERS[mark]);

/** A name in a text: what products are found by, and its place in UTF-16 units, the end behind its last. */
export interface MarkedName {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** The names with marks in a text, in its order. */
export const markedNamesIn = (text: string): readonly MarkedName[] =>
  MARK.test(text)
    ? Array.from(text.matchAll(NAME), ({ 0: name, index }) => ({
        key: keyOf(name),
        start: index,
        end: index + name.length,
      }))
    : [];

/** A text with each of its names with marks replaced. @param make of what products are found by, and what was typed */
export const withMarkedNames = (text: string, make: (key: string, typed: string) => string): string =>
  text.replace(NAME, (typed) => make(keyOf(typed), typed));
