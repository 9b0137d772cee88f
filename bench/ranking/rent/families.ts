/** What is written otherwise in one file so that a rule does nothing. */
export interface Edit {
  /** Below `packages`. */
  readonly file: string;
  /** Stands there once. */
  readonly from: string;
  readonly to: string;
}

/** The edits that leave out a family of rules, by its name. */
export type Families = Readonly<Record<string, readonly Edit[]>>;

const RANKING = 'engine/ranking';
const MATCHES = `${RANKING}/query/matches`;
const WORDS = `${RANKING}/query/words`;
const TITLES = `${RANKING}/indexing/titles`;
const TEXT = 'engine/session/text';

const edit = (file: string, from: string, to: string): Edit => ({ file: `${file}.ts`, from, to });
/** A constant with another value. */
const set = (file: string, name: string, from: string, to: string): Edit =>
  edit(file, `const ${name} = ${from};`, `const ${name} = ${to};`);
/** A function that returns at once. */
const returns = (file: string, head: string, result: string): Edit =>
  edit(file, head, `${head} return ${result};`);

const TEXT_MATCHES = `${MATCHES}/text-matches`;

/** The families of rules of searches. */
export const FAMILIES: Families = {
  'words in fields (all attributes as titles)': [
    set(`${RANKING}/indexing/text-relevance`, 'TITLE_WEIGHT', '3', '1'),
  ],
  coverage: [set(TEXT_MATCHES, 'COVERAGE_POWER', '0.8', '0')],
  'other thing, other kind': [
    set(TEXT_MATCHES, 'OF_OTHER_THING', '0.1', '1'),
    set(TEXT_MATCHES, 'OF_OTHER_KIND', '0.2', '1'),
  ],
  'other thing beside other kind': [set(TEXT_MATCHES, 'OF_OTHER_THING', '0.1', '0.2')],
  'surely another thing': [
    edit(TEXT_MATCHES, 'isSold ? otherThing / OF_OTHER_KIND : ofOtherThing', 'ofOtherThing'),
  ],
  'heads and categories': [
    set(TEXT_MATCHES, 'HEAD_BONUS', '0.2', '0'),
    set(TEXT_MATCHES, 'CATEGORY_BONUS', '0.1', '0'),
    set(TEXT_MATCHES, 'LONE_HEAD_BONUS', '0.5', '0'),
    set(TEXT_MATCHES, 'LONE_CATEGORY_BONUS', '2', '0'),
  ],
  'lone-word heads': [
    set(TEXT_MATCHES, 'LONE_HEAD_BONUS', '0.5', '0.2'),
    set(TEXT_MATCHES, 'LONE_CATEGORY_BONUS', '2', '0.1'),
  ],
  'names of several words as lone words': [
    edit(TEXT_MATCHES, "|| isUsualName(saidWords.join(' '), terms)", ''),
  ],
  'searches for accessories': [
    returns(
      `${TEXT}/shop-language`,
      'export function accessoryStems(language: Language): ReadonlySet<string> {',
      'new Set()',
    ),
  ],
  'first word asked where more called (LEAST_CALLED)': [
    set(`${MATCHES}/asked-thing`, 'LEAST_CALLED', '0.15', '0'),
  ],
  'what a search says it is for': [set(TEXT_MATCHES, 'OF_WHAT_IT_IS_FOR', '0.001', '0.1')],
  'pairs of words': [
    set(TEXT_MATCHES, 'PAIR_BONUS', '0.15', '0'),
    set(TEXT_MATCHES, 'PAIR_BONUS_OF_OTHERS', '0.075', '0'),
  ],
  'pairs of other things apart': [set(TEXT_MATCHES, 'PAIR_BONUS_OF_OTHERS', '0.075', '0.15')],
  'other forms': [set(TEXT_MATCHES, 'OTHER_FORM', '0.4', '0')],
  'units of other numbers': [set(TEXT_MATCHES, 'OF_OTHER_NUMBER', '0.3', '1')],
  'stop words of titles': [set(TEXT_MATCHES, 'OF_STOP_WORD', '1.2', '0')],
  audiences: [set(TEXT_MATCHES, 'OF_OTHERS', '0.1', '1')],
  'names seldom called so': [set(`${MATCHES}/word-hits`, 'SELDOM_CALLED', '0.1', '-1')],
  'usual synonyms': [
    edit(`${RANKING}/query/usual-synonyms`, 'if (whole.table === undefined) return NONE;', 'return NONE;'),
  ],
  'usual names are spelt right': [
    edit(
      `${TEXT}/usual-names`,
      'export const isUsualName = (stems: string, shop: ShopLanguage): boolean => namesIn(shop).phrases.has(stems);',
      'export const isUsualName = (_stems: string, _shop: ShopLanguage): boolean => false;',
    ),
  ],
  'ambiguous synonyms': [
    edit(`${WORDS}/synonym-readings`, 'if (synonym.isAmbiguous && isBeforeNoun(words, to)) continue;', ''),
  ],
  'synonyms of words parted or joined': [
    edit(
      `${WORDS}/synonym-readings`,
      'to === from ? partsOf(words[from], terms) : wholesOf(words, from, to, terms)',
      'false ? [...partsOf(words[from], terms), ...wholesOf(words, from, to, terms)] : []',
    ),
  ],
  'synonyms of misspelt words': [
    edit(`${WORDS}/search-terms`, 'corrected.size === 0 ?', 'corrected.size >= 0 ?'),
  ],
  'names a shop uses by what is called so': [
    edit(`${RANKING}/query/usual-synonyms`, 'isTold ? usedBy(sure) : isUsed', 'isUsed'),
  ],
  'two words as one': [
    edit(`${WORDS}/search-terms`, 'if (!areNeighbours(k) || (NUMBER', 'if (k >= 0 || (NUMBER'),
  ],
  'two words as one alone': [
    edit(
      `${WORDS}/search-terms`,
      'if (whole === undefined || !isEnd) return false;',
      'if (k >= 0) return false;',
    ),
  ],
  'one word as two': [
    returns(
      `${WORDS}/compounds`,
      'export function compoundOf({ name, typed }: Word, terms: Terms): Compound | undefined {',
      'undefined',
    ),
  ],
  spelling: [
    edit(
      `${WORDS}/unknown-words`,
      '  const near = terms.near(name, edits, typed);',
      '  const near: readonly string[] = [];',
    ),
  ],
  'spelling of two edits': [
    edit(`${WORDS}/unknown-words`, 'lastNoun.length > 0 ? 1 : 2', 'lastNoun.length > 0 ? 1 : 1'),
  ],
  'the same sound': [
    edit(
      `${WORDS}/unknown-words`,
      'const alike = spelledAlike(name)',
      'const alike = [] as string[]; void spelledAlike; alike',
    ),
  ],
  'doubted corrections': [set(`${WORDS}/search-terms`, 'DOUBTED', '0.3', '1')],
  'half typed words': [
    edit(
      `${WORDS}/unknown-words`,
      'if (isKnown && (context.length',
      'if (isKnown || !isKnown || (context.length',
    ),
  ],
  'words hardly used': [
    edit(
      `${WORDS}/unknown-words`,
      'productCount(name, terms) <= FEWEST_USES && LETTERS',
      'productCount(name, terms) < 0 && LETTERS',
    ),
  ],
  'names with a dot': [
    edit(`${WORDS}/unknown-words`, 'if (dotted.length > 0) {', 'if (dotted.length < 0) {'),
  ],
  'numbers and letters as one word': [
    edit(`${WORDS}/search-terms`, 'if (amount?.every(knows))', 'if (amount?.every(() => false))'),
  ],
  'rounded sizes': [edit(`${WORDS}/rounded-sizes`, 'if (!WHOLE.test(number)) return [];', 'return [];')],
  'letters typed apart': [
    edit(
      `${WORDS}/parted-letters`,
      '  const catalogue = terms.whole ?? terms;',
      '  if (search.length >= 0) return search;\n  const catalogue = terms.whole ?? terms;',
    ),
  ],
  'closed compounds': [
    edit(`${TEXT}/shop-language`, 'OPAQUE_COMPOUNDS.get(language);', 'OPAQUE_COMPOUNDS.get("-" + language);'),
  ],
  'negators misspelt': [
    edit(`${TEXT}/misspelt-negators`, 'return meant?.[0] ?? typed;', 'return typed ?? meant;'),
  ],
  'excluded words misspelt': [
    edit(`${WORDS}/excluded-words`, 'if (name.length < LEAST_STEM ||', 'if (name.length > 0 ||'),
  ],
  'quantities in columns': [
    edit(`${RANKING}/query/measured-words`, 'if (!filters.some(', 'if (!false || !filters.some('),
  ],
  'values named by a search': [
    edit(`${RANKING}/query/named-values`, 'if (last === 0 ||', 'if (last >= 0 ||'),
  ],
  'values named by chance': [
    edit(`${RANKING}/query/disambiguation`, 'if (last === 0) return interests;', 'return interests;'),
    edit(
      `${RANKING}/query/disambiguation`,
      'const isNamed = (interest: NamedInterest): boolean => interest.step === step;\n',
      'const isNamed = (interest: NamedInterest): boolean => interest.step === step;\n  if (step >= 0) return interests;\n',
    ),
  ],
  'usual measures': [edit(`${TEXT}/amounts/measure-words`, 'if (!/\\d/.test(folded)) return', 'return')],
  participles: [
    edit(
      `${TEXT}/shop-language`,
      'return ending?.test(word) === true &&',
      'return ending?.test(word) === undefined &&',
    ),
  ],
  'phrasal verbs': [
    edit(`${TITLES}/noun-phrase`, 'if (next === undefined ||', 'if (at >= 0 || next === undefined ||'),
  ],
  'words with hyphens': [
    edit(`${TITLES}/noun-phrase`, "if (!phrase.includes('-') ||", "if (phrase !== '' ||"),
  ],
  media: [
    edit(`${TITLES}/noun-phrase`, 'if (phrases.length > 1 && isMedium', 'if (phrases.length < 1 && isMedium'),
  ],
  makers: [
    edit(
      `${TITLES}/noun-phrase`,
      'return maker.length === 0 || at < 0 ?',
      'return maker.length >= 0 || at < 0 ?',
    ),
  ],
  'words in brackets': [
    edit(
      `${TITLES}/title-parts`,
      "title.replace(BRACKETED, '').split(MARK)",
      'title.split(MARK) || BRACKETED',
    ),
  ],
  'measures in titles': [
    edit(`${TITLES}/noun-phrase`, "if (/\\d/.test(word)) return 'measure';", ''),
    edit(`${TITLES}/noun-phrase`, "if (before === 'measure' &&", 'if (before === undefined &&'),
  ],
  'conjunctions in titles': [
    edit(`${TITLES}/noun-phrase`, "if (isConjunction(word, language)) return 'conjunction';", ''),
  ],
  'purposes in titles': [
    edit(`${TITLES}/title-parts`, 'if (!isFirst && saysPurpose', 'if (false && !isFirst && saysPurpose'),
  ],
  'names of stop words': [
    edit(
      `${TITLES}/title-parts`,
      'if (terms.length === 0 || terms[0].at === 0) return terms;',
      'return terms;',
    ),
  ],
  'titles that begin accessories': [
    edit(
      `${TITLES}/title-words`,
      'accessories: new Set(accessories.map(([stem]) => stem)),',
      'accessories: new Set(),',
    ),
  ],
  'what other titles end with': [
    edit(
      `${TITLES}/title-words`,
      'return count !== undefined && count.last',
      'return count === undefined || count.last',
    ),
  ],
  'values of products in titles': [
    edit(
      `${RANKING}/indexing/inverted-index`,
      'if (!modifies || cell < 0) continue;',
      'if (modifies || !modifies || cell < 0) continue;',
    ),
  ],
  'categories of several kinds': [
    edit(`${RANKING}/indexing/inverted-index`, 'if (held.length > 1) {', 'if (held.length > 1e9) {'),
  ],
  'short texts beside bare names': [
    edit(
      `${TITLES}/naming-attribute`,
      'if (title === undefined || meanWords',
      'if (title === undefined || title || meanWords',
    ),
  ],
  'American spelling': [
    edit(
      'engine/languages/latin-script/english/american-spelling',
      'if (!MAY_BE_BRITISH.test(word)) return word;',
      'return word;',
    ),
  ],
  'irregular plurals': [
    edit(
      'engine/languages/latin-script/english/irregular-plurals',
      'MAY_BE_IRREGULAR.test(word)\n',
      'word === MAY_BE_IRREGULAR.source\n',
    ),
  ],
  'short words that end like plurals': [
    edit(
      'engine/languages/latin-script/english/irregular-plurals',
      'KEPT.has(word);',
      'KEPT.has("-" + word);',
    ),
  ],
  'few lead': [edit(`${MATCHES}/leading-matches`, 'if (highest === 0 || extent <= 0) return;', 'return;')],
  'without: silent on absence': [set(`${RANKING}/experts/keyword`, 'SILENT_ON_ABSENCE', '0.3', '1')],
};
