import type {
  AuditedAttribute,
  AuditResult,
  GradedClaim,
  Source,
  VerifyResult,
} from '@decidable/engine/audit';

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });
const upToOne = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });

/** The last part of a path, of whichever system. */
export const fileName = (path: string): string => /[^/\\]*$/.exec(path.replace(/[/\\]+$/, ''))?.[0] || path;

export const count = (value: number): string => whole.format(value);

/** `1 product`, `812 products`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** Bits with two decimals; smaller values that are not zero are marked as such. */
export function bits(value: number): string {
  if (value > 0 && value < 0.005) return '<0.01';
  return value.toFixed(2);
}

/** The answered share of a comparison as it stands wherever it is told. */
export interface AnsweredShown {
  /** `68.4 %`; the two differ by what is told of the change. */
  readonly before: string;
  readonly after: string;
  /** `9.9 points`; undefined where nothing moved. */
  readonly points: string | undefined;
}

/** The one way in which the answered share of a comparison is told: the change is that of the answer, in points. */
export function answeredShown({
  after,
  moved: by,
}: {
  readonly after: number;
  readonly moved: number;
}): AnsweredShown {
  const points = Math.round(Math.abs(by) * 1000);
  const later = by > 0 ? Math.max(points, inTenths(after)) : inTenths(after);
  return {
    before: tenths(Math.min(1000, later - Math.sign(by) * points)),
    after: tenths(later),
    points: by === 0 ? undefined : `${points === 0 ? 'less than 0.1' : (points / 10).toFixed(1)} points`,
  };
}

/** A comparison in a list: `78.3 % answered, 9.9 points more`. */
export function comparisonInList(share: { readonly after: number; readonly moved: number }): string {
  return `${answeredShown(share).after} answered, ${pointsMoved(share) ?? 'as before'}`;
}

/** `9.9 points more`; undefined where nothing moved. */
export function pointsMoved(share: { readonly after: number; readonly moved: number }): string | undefined {
  const { points } = answeredShown(share);
  return points === undefined ? undefined : `${points} ${share.moved > 0 ? 'more' : 'less'}`;
}

/** `1 of them follows from fabric`, `40 of them follow from fabric`. */
export const follows = (products: number, from: string): string =>
  `${count(products)} of them ${products === 1 ? 'follows' : 'follow'} from ${from}`;

/** `Colour holds the same, for 8 products that have no Color: merge the two.` */
export function repeated({ attribute, repeatedBy }: AuditedAttribute): string | undefined {
  if (repeatedBy === undefined) return undefined;
  const names = listed(repeatedBy.map((column) => column.attribute));
  const hold = repeatedBy.length === 1 ? 'holds' : 'hold';
  const filled = repeatedBy.reduce((sum, column) => sum + column.filled, 0);
  const merge = repeatedBy.length === 1 ? 'merge the two columns' : 'merge the columns';
  return filled === 0
    ? `${names} ${hold} the same: ${merge}.`
    : `${names} ${hold} the same, for ${counted(filled, 'product')} without ${attribute}: ${merge}.`;
}

/** A difference in bits, with its sign. */
export function moved(value: number): string {
  if (value === 0) return '0.00';
  const sign = value > 0 ? '+' : '−';
  const size = Math.abs(value);
  return size < 0.005 ? `${value > 0 ? '' : '−'}<0.01` : `${sign}${size.toFixed(2)}`;
}

export const percent = (share: number): string => {
  const value = share * 100;
  // Shares close to 100 % or 0 % are not rounded to them.
  if (value > 99 && value < 100) return `${(Math.floor(value * 10) / 10).toFixed(1)} %`;
  if (value > 0 && value < 1) return `${Math.max(0.1, value).toFixed(1)} %`;
  return `${whole.format(value)} %`;
};

/** Answerability with one decimal, never rounded up: 89.97 % does not reach the 90 % of an A. */
export function answered(share: number): string {
  return tenths(inTenths(share));
}

const inTenths = (share: number): number => Math.floor(share * 1000 + 1e-9);

const tenths = (value: number): string => `${value % 10 === 0 ? value / 10 : (value / 10).toFixed(1)} %`;

/** The factor by which a question divides the candidates: `4.9-fold`, `31-fold`. */
export function fold(factor: number): string {
  const shown =
    factor < 9.95 ? factor.toFixed(1) : factor < 1000 ? upToOne.format(Math.round(factor)) : count(factor);
  return `${shown}-fold`;
}

/** `a`, `a and b`, `a, b and c`, `a, b, c and 9 more`. */
export function listed(names: readonly string[], most = 3, joined: 'and' | 'or' = 'and'): string {
  if (names.length === 0) return '';
  const shown = names.slice(0, most);
  const rest = names.length - shown.length;
  const last = rest > 0 ? `${count(rest)} more` : shown.pop();
  return shown.length === 0 ? `${last}` : `${shown.join(', ')} ${joined} ${last}`;
}

export function narrowing(attribute: AuditedAttribute, products: number): string {
  const asked = products - (attribute.notApplicable ?? 0);
  const { now, complete } = attribute.narrowing;
  const shelf = `a shelf of ${count(asked)}`;
  if (attribute.missing === 0 || fold(now) === fold(complete))
    return `${shelf} shrinks ${fold(now)} when a shopper asks`;
  if (now < 1.05) return `${shelf} hardly shrinks today, ${fold(complete)} once complete`;
  return `${shelf} shrinks ${fold(now)} today, ${fold(complete)} once complete`;
}

export const trusted: Readonly<Record<Source, string>> = {
  merchant: 'declared by the merchant',
  extracted: 'extracted from other text',
  enriched: 'enriched by a service',
  inferred: 'inferred',
};

/** Why a column is not asked, in plain words. */
export const leftOut: Readonly<Record<string, string>> = {
  identifier: 'different for nearly every product, as names, numbers and pictures are',
  text: 'running text',
  constant: 'the same for every product that has it',
  operational: 'for running the shop, tells shoppers nothing',
  price: 'money: set by the shop, no fact to look up',
  feedback: 'comes from shoppers and sales, cannot be recorded',
  merchandising: 'set by merchandising or operations, no fact of the product',
  name: 'a name of the product or of a variant',
  code: 'numbers or codes that name something',
  link: 'links and files',
  date: 'a date in the life of the record, not of the product',
  unnamed: 'has a code for a name: call the column what it holds',
  repeats: 'each says what the other says: merge the two, and keep one',
};

/** The same in few words, of columns. */
export const leftOutColumns: Readonly<Record<string, string>> = {
  identifier: 'Names, numbers and pictures',
  text: 'Running text',
  constant: 'The same everywhere',
  operational: 'Running the shop',
  price: 'Money',
  feedback: 'Feedback and sales',
  merchandising: 'Merchandising',
  name: 'Names',
  code: 'Codes',
  link: 'Links and files',
  date: 'Dates of the record',
  unnamed: 'Codes for names',
  repeats: 'Repeats of other columns',
};

export const action: Readonly<Record<NonNullable<AuditedAttribute['action']>, string>> = {
  record: 'record it',
  derive: 'derive it',
  ask: 'ask in the session instead',
  leave: 'leave it',
};

/** What recording an attribute is worth in the list, in bits. */
export const worthOf = ({ priority }: AuditedAttribute): number => priority ?? 0;

/** Bits for a shopper who asks about an attribute and two others. Kept results of a first release have them as the priority. */
export const ofThree = ({ threeQuestionGain, priority }: AuditedAttribute): number =>
  threeQuestionGain ?? priority ?? 0;

/** Attributes that are worth less in bits get no line of their own. Set by hand. */
const HARDLY = 0.005;

/** Whether recording an attribute adds hardly anything, by itself or to those above it in the list. */
export const isHardlyWorthIt = (attribute: AuditedAttribute): boolean =>
  Math.min(ofThree(attribute), worthOf(attribute)) < HARDLY;

/** The number of sessions after which recording pays off, where the action depends on it. */
export function paysAfter({
  action: advice,
  breakEvenSessions,
  missing,
}: AuditedAttribute): string | undefined {
  if (breakEvenSessions === undefined || missing === 0 || advice === 'leave' || advice === 'derive')
    return undefined;
  return counted(Math.ceil(breakEvenSessions), 'session');
}

/** Bits before and after, rounded so that their difference matches the change that is shown. */
export function beforeAndAfter({
  before,
  moved: by,
}: VerifyResult['attributes'][number]['bits']): readonly [string, string] {
  const hundredths = Math.round(before * 100) + Math.sign(by) * Math.round(Math.abs(by) * 100);
  return [bits(before), bits(hundredths > 0 ? hundredths / 100 : Math.max(0, before + by))];
}

/**
 * Groups the attributes of an audit for the reader: those to record, those that are complete, those of which an empty
 * cell may mean no, those that cannot be ranked.
 */
export function sorted(result: AuditResult) {
  const worth: AuditedAttribute[] = [];
  const little: AuditedAttribute[] = [];
  const complete: AuditedAttribute[] = [];
  const yesOnly: AuditedAttribute[] = [];
  const abstained: AuditedAttribute[] = [];
  for (const attribute of result.attributes) {
    if ((attribute.emptyMayMeanNo?.threeQuestionGain ?? 0) >= HARDLY) yesOnly.push(attribute);
    else if (attribute.priority === null) abstained.push(attribute);
    else if (attribute.missing === 0) complete.push(attribute);
    else if (isHardlyWorthIt(attribute)) little.push(attribute);
    else worth.push(attribute);
  }
  yesOnly.sort(
    (left, right) => right.emptyMayMeanNo!.threeQuestionGain - left.emptyMayMeanNo!.threeQuestionGain,
  );
  return { worth, little, complete, yesOnly, abstained };
}

/** Columns that are not questions, grouped by reason in order of first appearance. */
export function notQuestionsByReason(result: AuditResult): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...Map.groupBy(result.notQuestions, ({ reason }) => reason)].map(([reason, columns]) => [
      reason,
      columns.map(({ attribute, of }) => (of === undefined ? attribute : `${attribute} = ${of}`)),
    ]),
  );
}

/** The figures of a claim beside its bits: hours and method. */
export function claimFigures(claim: GradedClaim): string[] {
  const { actualHours, estimatedHours, bitsPerHour, method } = claim;
  const figures: string[] = [];
  if (actualHours !== undefined) figures.push(`${hours(actualHours)} spent`);
  if (estimatedHours !== undefined) figures.push(`${hours(estimatedHours)} estimated`);
  if (bitsPerHour !== undefined) figures.push(`${bits(bitsPerHour)} bits an hour`);
  if (method !== undefined) figures.push(method);
  return figures;
}

const hours = (value: number): string => `${upToOne.format(value)} h`;

/** The reason why two exports have no answerability to compare. */
export function nothingCompared({ products: { before, after, common } }: VerifyResult): string {
  if (before === 0 && after === 0)
    return 'There are no products in these exports: nothing stands below their headers.';
  if (before === 0 || after === 0)
    return `There are no products in the ${before === 0 ? 'first' : 'second'} export: nothing stands below its header.`;
  return common === 0
    ? 'No product is in both exports, so there is nothing to compare.'
    : 'There is nothing to grade in these exports: no question that a shopper could ask.';
}
