import type { AuditedAttribute, AuditResult } from '@decidable/engine/audit';
import {
  answered,
  bits,
  count,
  counted,
  isHardlyWorthIt,
  listed,
  paysAfter,
  percent,
  worthOf,
} from './wording.ts';

/** Products to which an attribute applies. */
export const askedOf = ({ notApplicable }: AuditedAttribute, products: number): number =>
  products - (notApplicable ?? 0);

/**
 * `361 of 1,413 products lack it; 12 of those cells hold a placeholder`. Where the attribute applies to some products
 * only, their number stands in `askedWhere`.
 */
export function lacking({ missing, placeholders, appliesTo }: AuditedAttribute, products: number): string {
  const who =
    appliesTo === undefined
      ? `${count(missing)} of ${counted(products, 'product')}`
      : counted(missing, 'product');
  const lack = `${who} ${missing === 1 ? 'lacks' : 'lack'} it`;
  if (placeholders === 0) return lack;
  if (placeholders >= missing)
    return `${lack}: ${missing === 1 ? 'its cell holds' : 'their cells hold'} a placeholder`;
  return `${lack}; ${count(placeholders)} of those cells ${placeholders === 1 ? 'holds' : 'hold'} a placeholder`;
}

/** `Asked where category is keyboard or mouse (420 products).` */
export function askedWhere(attribute: AuditedAttribute, products: number, most = 3): string | undefined {
  const { appliesTo } = attribute;
  if (appliesTo === undefined) return undefined;
  const where = `Asked where ${appliesTo.attribute} is ${listed(appliesTo.values, most, 'or')}`;
  return `${where} (${counted(askedOf(attribute, products), 'product')}).`;
}

/** What an answer leaves of a round number of products, today and once the column is complete. */
export interface Left {
  readonly of: number;
  readonly now: number;
  readonly complete: number;
}

/** `leaves 13 of 100`, of a column without gaps. */
export function leavesOf({ narrowing }: AuditedAttribute): string {
  const { of, now } = left(narrowing);
  return now === of ? 'tells nothing apart' : `leaves ${count(now)} of ${count(of)}`;
}

/** Of 100 products, or of as many more as it takes for one to remain. */
export function left({ now, complete }: AuditedAttribute['narrowing']): Left {
  let of = 100;
  while (of / complete < 0.95) of *= 10;
  const remain = (factor: number) => Math.min(of, Math.max(1, Math.round(of / factor)));
  return { of, now: remain(now), complete: remain(complete) };
}

/** `Of 100 products an answer leaves 23 today, and 4 once all are recorded.` */
export function leftInWords({ narrowing, missing }: AuditedAttribute): string {
  const { of, now, complete } = left(narrowing);
  const leaves = (many: number) => (many === of ? 'all' : count(many));
  const shelf = `Of ${count(of)} products an answer leaves`;
  if (missing === 0) return `${shelf} ${leaves(now)}.`;
  return now === complete
    ? `${shelf} ${leaves(now)}, today as well as once all are recorded.`
    : `${shelf} ${leaves(now)} today, and ${leaves(complete)} once all are recorded.`;
}

/** Products left: whole ones from ten on, otherwise with one decimal; never less than one. */
export function productsLeft(left: number): string {
  return left >= 9.95 ? count(left) : Math.max(1, Number(left.toFixed(1))).toString();
}

/**
 * What three answers leave, in one sentence: `After three answers a shopper is left with 11 of 2,410 products; with
 * everything recorded, with 5.8.` Undefined where the result does not have it, or too little is recorded for a grade.
 */
export function leftAfterThree({ remaining, grade, shelves }: AuditResult): string | undefined {
  if (remaining === undefined || grade === null) return undefined;
  const { of, now, complete } = remaining;
  const [today, later] = [productsLeft(now), productsLeft(complete)];
  const shelf =
    (shelves?.values.length ?? 0) > 1
      ? `On a typical shelf of ${count(of)} products, three answers leave a shopper with ${today}`
      : `After three answers a shopper is left with ${today} of ${counted(of, 'product')}`;
  return today === later
    ? `${shelf}, and with about as many once everything is recorded.`
    : `${shelf}; with everything recorded, with ${later}.`;
}

/** The share of bits that is answered, in one sentence. */
export const answeredInWords = ({ answerability }: AuditResult): string =>
  answerability === null
    ? 'There is nothing to grade.'
    : `Shoppers' questions get ${answered(answerability)} of the answer that a complete shelf would give.`;

/**
 * The share that the grade follows, today and with all recorded, and what it is a share of; undefined without a grade,
 * where any share would look like one.
 */
export function meterOf({
  remaining,
  grade,
}: AuditResult): { readonly now: number; readonly complete: number; readonly what: string } | undefined {
  if (remaining === undefined || grade === null) return undefined;
  const { of, best, reach } = remaining;
  return {
    now: reach.now,
    complete: reach.complete,
    what: `of the way from ${counted(of, 'product')} to the ${productsLeft(best)} that the best recorded shelves leave`,
  };
}

/** Why a shelf has nothing to record first. */
export const nothingFirst = (grade: AuditResult['grade']): string =>
  grade === null ? 'too little recorded to tell' : 'nothing worth recording';

/** What bits take away: `29 % fewer`, since a bit halves what is left. */
export const fewer = (worth: number): string => `${percent(1 - 2 ** -worth)} fewer`;

/** The bits of an attribute alone, and in the list, for shoppers to whose product it applies. */
function worthWhereAsked(attribute: AuditedAttribute): { readonly alone: number; readonly listed: number } {
  const { bits, recorded, missing, notApplicable = 0 } = attribute;
  const asked = recorded + missing;
  const alone = bits.recoverable;
  // Worth is a mean over all products, so that of an attribute of some products it is spread over those.
  return { alone, listed: asked === 0 ? 0 : (worthOf(attribute) * (asked + notApplicable)) / asked };
}

/**
 * What an attribute's worth means to a shopper: `A shopper who asks about it is left with about 29 % fewer products.`
 * Where those above it tell a part of it, of a shopper who has their answers.
 */
export function worthInWords(attribute: AuditedAttribute): string {
  const { alone, listed: worth } = worthWhereAsked(attribute);
  const where = (attribute.notApplicable ?? 0) > 0 ? 'Where it applies, a' : 'A';
  return `${where} shopper ${whoAsks(attribute, alone, worth)} is left with about ${fewer(worth)} products.`;
}

function whoAsks({ threeQuestionGain }: AuditedAttribute, alone: number, worth: number): string {
  if (threeQuestionGain === undefined) return 'who asks about it and two other attributes';
  return worth < 0.99 * alone
    ? 'who has the answers of those above it and asks about it'
    : 'who asks about it';
}

/** From this overlap on another attribute answers the same question. */
const SAME_QUESTION = 0.9;

/**
 * The attribute whose answer tells nearly all that this one would; undefined where there is none, or where it stands
 * below this one in the list.
 */
export function toldBy(attribute: AuditedAttribute): string | undefined {
  const { bestSubstitute, threeQuestionGain } = attribute;
  if (bestSubstitute === undefined || bestSubstitute.overlap < SAME_QUESTION) return undefined;
  const { alone, listed: worth } = worthWhereAsked(attribute);
  return threeQuestionGain === undefined || worth <= (1 - SAME_QUESTION) * alone
    ? bestSubstitute.attribute
    : undefined;
}

/**
 * What the figures of the list bring together, and why the second of two equal columns is worth little; undefined of
 * results that do not have it.
 */
export function togetherInWords(result: AuditResult): string | undefined {
  const adding = result.attributes.filter(
    (each) => each.threeQuestionGain !== undefined && worthOf(each) > 0,
  );
  if (adding.length === 0) return undefined;
  const all = adding.reduce((sum, each) => sum + worthOf(each), 0);
  const other = ofBestThree(result, all, adding.length === 1 ? 'it' : 'them');
  if (adding.length === 1) return `Recording ${adding[0].attribute} brings ${bits(all)} bits.${other}`;
  return (
    `Each figure is what recording adds to the attributes above, so that all together bring ${bits(all)} bits: ` +
    `of two columns that say the same, only the first is worth much.${other}`
  );
}

/** What those gain who ask about other attributes, where that is less than half of some bits: both figures stand in a report. */
function ofBestThree({ remaining, grade }: AuditResult, all: number, about: string): string {
  if (remaining === undefined || grade === null) return '';
  const { now, complete } = remaining;
  if (all < 2 * Math.log2(now / complete)) return '';
  const [today, later] = [productsLeft(now), productsLeft(complete)];
  const left = today === later ? `${today} either way` : `${today} today, and with ${later} then`;
  return ` Shoppers who ask about ${about} gain that; a shopper who asks the three questions that narrow most is left with ${left}.`;
}

/** Whether the attributes above one in the list tell nearly all that it would. */
function isToldAbove(attribute: AuditedAttribute): boolean {
  const { alone, listed: worth } = worthWhereAsked(attribute);
  return (
    attribute.missing > 0 && attribute.threeQuestionGain !== undefined && worth <= (1 - SAME_QUESTION) * alone
  );
}

/** Why an attribute that narrows a choice adds little in the list; undefined where it adds more. */
export const toldAbove = (attribute: AuditedAttribute): string | undefined =>
  isToldAbove(attribute) ? 'The attributes above tell nearly all that it would.' : undefined;

/** What an attribute still adds once another one with this overlap is answered: `50 % less`, `nothing`. */
export const stillAdds = (overlap: number): string =>
  overlap >= 0.995 ? 'nothing' : `${percent(overlap)} less`;

/** What to do about an attribute, in one sentence; undefined where nothing is missing. */
export function advice(attribute: AuditedAttribute): string | undefined {
  const { missing, derivable, repeatedBy, action } = attribute;
  if (missing === 0) return undefined;
  const free = derivable?.products ?? 0;
  const from = derivable?.from ?? '';
  const sessions = paysAfter(attribute);
  const pays = sessions === undefined ? '' : `; recording pays after ${sessions}`;
  const isFree = free > 0 && (free === missing || action === 'derive');
  if (action === 'leave' || (isHardlyWorthIt(attribute) && !isFree))
    return 'Leave it: beside the other attributes it would hardly help a shopper.';
  if (action === 'ask') return `Ask the shopper in the session instead${pays}.`;
  if (isFree) return `Fill it from ${from} for ${counted(free, 'product')}, without asking anybody.`;
  const rest = missing - free;
  if (free > 0) return `Fill ${count(free)} from ${from}, then look up the other ${count(rest)}${pays}.`;
  const unmerged = repeatedBy?.find(({ filled }) => filled > 0);
  if (unmerged !== undefined) return `Merge it with ${unmerged.attribute}, then look up the rest${pays}.`;
  const same = toldBy(attribute);
  if (same !== undefined) return `Look it up last, if at all: ${same} answers the same question${pays}.`;
  if (isToldAbove(attribute))
    return `Look it up last, if at all: the attributes above tell nearly all that it would${pays}.`;
  return `Look it up, the most useful products first${pays}.`;
}

/** Characters of a title or of an id within a sentence. Set by hand. */
const NAMED_LENGTH = 48;

/** The products that a sentence names, with their titles where they are known. */
export function namedProducts({ examples, affectedProducts }: AuditedAttribute, most: number): string[] {
  const titles = new Map(examples?.map(({ id, title }) => [id, title]));
  return affectedProducts.slice(0, most).map((id) => {
    const title = titles.get(id);
    return title === undefined ? cut(id) : `${cut(title)} (${cut(id)})`;
  });
}

function cut(text: string): string {
  const characters = [...text];
  if (characters.length <= NAMED_LENGTH) return text;
  return `${characters
    .slice(0, NAMED_LENGTH - 1)
    .join('')
    .trimEnd()}…`;
}

/** How each figure of the report came about, one sentence each. */
export const explanations = (result: AuditResult): readonly (readonly [figure: string, how: string])[] => [
  ...(result.remaining === undefined || result.grade === null
    ? []
    : ([
        [
          'three answers',
          'The products that fit after a shopper answered the three questions that narrow the shelf most. Of several shelves the geometric mean over their products.',
        ],
        [
          'grade',
          `How far these answers lead from the whole shelf to what the best recorded shelves leave (${productsLeft(result.remaining.best)} products), in bits: A from 90 %, B from 75 %, C from 50 %, D from 25 %.`,
        ],
      ] as const)),
  [
    'answered',
    `The bits that the recorded values give, divided by those that the shelf would give with every value recorded and certain${result.answerability === null ? '' : `: ${answered(result.answerability)} here`}.`,
  ],
  [
    'a bit',
    'Halves the choice: an answer of one bit leaves 50 of 100 products, one of two bits 25, one of three bits 12 or 13.',
  ],
  [
    'worth',
    'The bits that recording the missing values adds for a shopper who has the answers of the attributes above, on average over all products of the file. The list is ordered by it, and the figures add up to what recording everything brings.',
  ],
  [
    'of 100 products',
    'An answer rules out the products with another value. Products without a value can never be ruled out, so they stay.',
  ],
  [
    'once recorded',
    'Missing values are estimated from similar products; values that nobody has recorded so far are expected at the rate at which new ones appeared.',
  ],
  [
    'lack it',
    'Products to which the question applies and whose cell is empty or holds a placeholder such as "n/a".',
  ],
  ...(result.attributes.some(({ appliesTo }) => appliesTo !== undefined)
    ? ([
        [
          'asked where',
          'Elsewhere the attribute is hardly ever recorded, so that it does not count as missing there.',
        ],
      ] as const)
    : []),
  [
    'follows from',
    'Another column implies the value, and was right for at least 95 % of the products that have both.',
  ],
  [
    'adds less',
    'A shopper who has answered the other column is left with few products already: so much less of what recording adds remains.',
  ],
  ['values', 'The number of products with each recorded value, where the question applies.'],
];
