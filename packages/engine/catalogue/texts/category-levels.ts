import { plainText } from './plain-text.ts';

/** Stands between the levels of a path in the labels of an index and in answers: "Clothing > Hoodies". */
export const LEVEL_SIGN = ' > ';

/**
 * Signs that stand between levels and hardly elsewhere: one path is enough. Arrows are one sign. What begins a label, or has an
 * equals sign behind it, is a limit: "> 3 years", ">= 5 kg".
 */
const SIGNS = /(?<![-=])[-=]*[>›»](?<=[^\s=-]\s*[-=]*[>›»])(?!=)/;

/**
 * Signs that names have, too: "TV/Audio", "Dr. Martens". They stand between levels where most labels have them. Spaced slashes
 * come before bare ones, which are then parts of names; a dot stands between handles ("computers.notebook").
 */
const SHARED_SIGNS = [/\|/, /::/, /\\/, /\s\/\s/, /\//, /(?<=[\p{L}\d_])\.(?=\p{L})/u];

/** Share of the labels that are paths where a sign of names stands between levels. Set by hand. */
const PATHS_SHARE = 0.6;
/** Paths of as few beginnings share their first levels: at least this many a beginning. Set by hand. */
const PATHS_A_BEGINNING = 2;

/** What shop systems call the category that holds all others, and one that says nothing. */
const NO_CATEGORY =
  /^(?:default category|root(?: catalog(?:ue)?)?|all(?: products)?|home ?page|home|uncategori[sz]ed|misc(?:ellaneous)?|others?|none|general|products?|catalog(?:ue)?)$/i;

/** Whether a category says nothing of what it holds: "Default Category". */
export const saysNothing = (category: string): boolean => NO_CATEGORY.test(category);

/**
 * The levels of the labels of a column that holds paths, such as ["Men", "Tops"] of "Men/Tops", "Men > Tops" or
 * "men.tops": the sign between them is that of most paths. `undefined` where there are no paths.
 */
export function levelsOf(labels: readonly string[]): string[][] | undefined {
  const split = (sign: RegExp): string[][] =>
    labels.map((label) =>
      label
        .split(sign)
        .map((level) => level.trim())
        .filter((level) => level !== ''),
    );
  const withSign = (sign: RegExp): number => labels.filter((label) => sign.test(label)).length;
  const sure = withSign(SIGNS);
  for (const sign of SHARED_SIGNS) {
    // In "Media > TV/Audio" the slash is part of a name, beside "Men/Tops" the sign of "Offers > 50 %" is.
    if (withSign(sign) <= Math.max(sure, PATHS_SHARE * labels.length)) continue;
    const levels = split(sign);
    const paths = levels.filter(({ length }) => length > 1);
    const beginnings = new Set(paths.map(([first]) => first));
    const arePaths = paths.length > PATHS_SHARE * labels.length;
    if (arePaths && PATHS_A_BEGINNING * beginnings.size <= paths.length) return levels;
  }
  return sure === 0 ? undefined : split(SIGNS);
}

/** Roots that labels leave out at most: nobody stacks more. Set by hand. */
const MOST_ROOTS = 4;

/** Categories as an index holds them. */
export interface CategoryLabels {
  /** Per category its label: of a path the levels with {@link LEVEL_SIGN} between them, without the root. */
  readonly labels: readonly string[];
  /** The first levels that all have and that say nothing: "Default Category". */
  readonly roots: readonly string[];
}

/** The sign between the levels of a label of an index: {@link LEVEL_SIGN}, or in other columns than the category what the shop writes. */
const signIn = (label: string): RegExp => (label.includes(LEVEL_SIGN) ? IN_LABELS : SIGNS);
const IN_LABELS = new RegExp(LEVEL_SIGN);

/** Whether a label of an index is a path. */
export const isPath = (label: string): boolean => signIn(label).test(label);

/** The levels of a label of an index. */
export const levelsIn = (label: string): string[] => label.split(signIn(label)).map((level) => level.trim());

/** The last level of a label of an index, by which a category is called. */
export const lastLevel = (label: string): string => levelsIn(label).at(-1)!;

/** The labels of categories with their levels marked in one way, whatever the shop system writes. */
export function categoryLabels(written: readonly string[]): CategoryLabels {
  const texts = written.map(plainText);
  const paths = levelsOf(texts);
  if (paths === undefined) return { labels: texts, roots: [] };
  const roots: string[] = [];
  let levels = paths;
  while (roots.length < MOST_ROOTS) {
    const [[first = ''] = []] = levels;
    const isRoot = saysNothing(first) && levels.every(([level]) => level === first);
    if (!isRoot || levels.every(({ length }) => length === 1)) break;
    roots.push(first);
    levels = levels.map((each) => (each.length > 1 ? each.slice(1) : each));
  }
  // A label of signs alone stays.
  const labels = levels.map((each, k) => (each.length === 0 ? texts[k] : each.join(LEVEL_SIGN)));
  return { labels, roots };
}
