import { attributesOf } from '../../catalogue/shelves/shelves.ts';
import { foldText } from '../../languages/fold-text.ts';
import { type CanonicalCatalogue, compare } from '../canonical-order.ts';
import type { Segmentation } from '../grade/applicability.ts';
import type { Candidate, Saying } from './candidate.ts';
import {
  COMPARED_CANDIDATES,
  EXAMPLE_CHARACTERS,
  FEWEST_PER_VALUE,
  FEWEST_SAYING,
  LARGEST_COMMON_SHARE,
  LEAST_BITS,
  MOST_EXAMPLES,
  MOST_FACTS,
  MOST_VALUES,
  READ_PRODUCTS,
  SAME_PLACES,
} from './constants.ts';
import { OtherColumns } from './held.ts';
import type { LackingFact } from './lacking-fact.ts';
import { restsOfMeasures } from './rests.ts';
import { saidWithLabels } from './said-labels.ts';
import { saidMeasures } from './said-measures.ts';
import { saidInSlots } from './said-slots.ts';
import { saidInStatements } from './said-statements.ts';
import { saidInWords } from './said-words.ts';
import { type SourceTexts, sourceTexts } from './source-texts.ts';
import { type Worth, worthOf } from './worth.ts';

/**
 * The facts that titles and descriptions say and no column holds, those first of which texts say most bits.
 *
 * @param shelfOf per product the place of its known shelf, -1 where there is none
 */
export function lackingFacts(
  shop: CanonicalCatalogue,
  segmentation: Pick<Segmentation, 'by' | 'segmentOf'>,
  idColumn?: string,
  shelfOf?: Int16Array,
): LackingFact[] {
  const sources = sourceTexts(shop, idColumn);
  const read = Math.min(shop.ids.length, READ_PRODUCTS);
  const said = [
    ...sources.flatMap((source) => candidatesIn(source).map((candidate) => ({ source, candidate }))),
    ...restsOfMeasures(shop.attributes, read),
  ]
    .filter(({ candidate }) => isFact(candidate, candidate.sayings))
    .sort(
      (left, right) =>
        right.candidate.sayings.length - left.candidate.sayings.length ||
        compare(left.candidate.key, right.candidate.key) ||
        compare(left.candidate.from, right.candidate.from),
    )
    .slice(0, COMPARED_CANDIDATES);
  if (said.length === 0) return [];
  const columns = new OtherColumns(shop.attributes, sources);
  const facts = new Map<string, Told>();
  for (const { source, candidate } of said) {
    const sayings = columns
      .notHeld(candidate)
      ?.filter(({ product }) => mayBeSaid(candidate, shelfOf?.[product]));
    if (sayings === undefined || !isFact(candidate, sayings)) continue;
    const worth = worthOf(candidate, sayings, source.texts.length, segmentation, shop.seed);
    if (worth.bits < LEAST_BITS || !isFact(candidate, worth.saying)) continue;
    const fact = factOf(candidate, worth, source, shop.ids);
    if (fact.products > (facts.get(candidate.key)?.fact.products ?? 0))
      facts.set(candidate.key, {
        fact,
        sayings: worth.saying,
        isLabelled: candidate.key.startsWith('label '),
      });
  }
  const told: Told[] = [];
  // What a text itself calls the fact comes before what its words seem to say.
  for (const each of [...facts.values()].sort(
    (left, right) => Number(right.isLabelled) - Number(left.isLabelled) || byEvidence(left.fact, right.fact),
  )) {
    if (!told.some((other) => saysTheSame(other, each))) told.push(each);
  }
  return told
    .map(({ fact }) => fact)
    .sort(byEvidence)
    .slice(0, MOST_FACTS);
}

/** The attributes of shelves of which words say a value. */
const SAID_BY_WORDS: Readonly<Record<string, readonly string[]>> = {
  colour: ['colour', 'shade'],
  material: ['material', 'fibre', 'upholstery', 'frame-material'],
  audience: ['gender', 'age-group'],
};

/** Whether a word can say it of a product on a known shelf: the gold of a perfume is its name, and no colour. */
function mayBeSaid({ key }: Candidate, shelf = -1): boolean {
  const attributes = SAID_BY_WORDS[key];
  return shelf < 0 || attributes === undefined || attributes.some((id) => attributesOf(shelf).has(id));
}

const byEvidence = (left: LackingFact, right: LackingFact): number =>
  evident(right) - evident(left) || compare(left.attribute, right.attribute);

/** A fact with the places that say it. */
interface Told {
  readonly fact: LackingFact;
  readonly sayings: readonly Saying[];
  readonly isLabelled: boolean;
}

/**
 * Whether two facts are one that was found in two ways: most places that say the second say the first too, half as many where
 * they share a value, or it is the same measure of the same products in another unit ("108 x 46 mm (4.3 x 1.8 in)").
 */
function saysTheSame(first: Told, second: Told): boolean {
  if (first.fact.from !== second.fact.from) return false;
  const isMeasure = named(first.fact) === named(second.fact);
  const places = new Map(first.sayings.map((saying) => [saying.product, saying]));
  const common = second.sayings.filter(({ product, start, end }) => {
    const other = places.get(product);
    return other !== undefined && (isMeasure || (start < other.end && other.start < end));
  });
  const values = new Set(first.fact.values.map(({ value }) => foldText(value)));
  const shareValue = !isMeasure && second.fact.values.some(({ value }) => values.has(foldText(value)));
  return common.length >= (shareValue ? SAME_PLACES / 2 : SAME_PLACES) * second.sayings.length;
}

/** The name of a fact without its unit. */
const named = ({ attribute }: LackingFact): string => attribute.replace(/ \([^()]*\)$/, '');

/** The bits of a fact as far as the texts say them: what few products say is less certain to be a fact of all. */
const evident = ({ bits, products, of }: LackingFact): number => (bits * products) / of;

/** What is said in a column of texts, each way of saying it by itself. */
function candidatesIn(source: SourceTexts): Candidate[] {
  return [
    ...saidWithLabels(source),
    ...saidMeasures(source),
    ...saidInWords(source),
    ...saidInSlots(source),
    ...saidInStatements(source),
  ];
}

/** Whether enough products say it, in values that repeat and differ. */
function isFact({ values, isFeature, isOfWords }: Candidate, sayings: readonly Saying[]): boolean {
  if (sayings.length < FEWEST_SAYING) return false;
  if (isFeature) return true;
  const counts = countsOf(values.length, sayings);
  const repeated = counts.filter((count) => count >= (isOfWords ? 1 : FEWEST_PER_VALUE));
  if (repeated.length < 2) return false;
  return Math.max(...counts) < LARGEST_COMMON_SHARE * sayings.length;
}

function countsOf(values: number, sayings: readonly Saying[]): Int32Array {
  const counts = new Int32Array(values);
  for (const { values: said } of sayings) for (const value of said) counts[value]++;
  return counts;
}

function factOf(
  { name, from, values }: Candidate,
  { bits, applicable, saying }: Worth,
  source: SourceTexts,
  ids: readonly string[],
): LackingFact {
  const counts = countsOf(values.length, saying);
  const counted = values
    .map(({ label }, at) => ({ value: label, products: counts[at] }))
    .filter(({ products }) => products > 0)
    .sort((left, right) => right.products - left.products || compare(left.value, right.value));
  return {
    attribute: name,
    from,
    products: saying.length,
    of: applicable,
    values: counted.slice(0, MOST_VALUES),
    distinct: counted.length,
    examples: examplesOf(saying, source, ids),
    bits,
  };
}

/** Products that say different values, the first of the canonical order. */
function examplesOf(
  sayings: readonly Saying[],
  { texts }: SourceTexts,
  ids: readonly string[],
): LackingFact['examples'] {
  const shown = new Set<number>();
  return [...sayings]
    .sort((left, right) => left.product - right.product)
    .filter(({ values: [value] }) => shown.size < MOST_EXAMPLES && !shown.has(value) && shown.add(value))
    .map(({ product, start, end }) => ({ product: ids[product], text: around(texts[product]!, start, end) }));
}

/** The text around a place, cut between words. */
function around(text: string, start: number, end: number): string {
  const rest = Math.max(0, EXAMPLE_CHARACTERS - (end - start)) >> 1;
  let from = Math.max(0, start - rest);
  let to = Math.min(text.length, end + rest);
  const [lineFrom, lineTo] = [text.lastIndexOf('\n', start - 1) + 1, text.indexOf('\n', end)];
  from = Math.max(from, lineFrom);
  if (lineTo >= 0) to = Math.min(to, lineTo);
  while (from > lineFrom && from < start && /[^\s]/.test(text[from - 1])) from++;
  while (to < text.length && to > end && /[^\s]/.test(text[to])) to--;
  const cut = text.slice(from, to).replace(/\s+/g, ' ').trim();
  return `${from > lineFrom ? '… ' : ''}${cut}${to < (lineTo < 0 ? text.length : lineTo) ? ' …' : ''}`;
}
