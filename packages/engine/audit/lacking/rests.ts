import { isRecordable } from '../../catalogue/columns/recordability.ts';
import { readMeasure } from '../../catalogue/numbers/measure-text.ts';
import { measureOf } from '../../catalogue/numbers/units.ts';
import type { Attribute } from '../../catalogue/types.ts';
import { type Candidate, Sayings } from './candidate.ts';
import { FEWEST_SAYING } from './constants.ts';
import { columnTexts, type SourceTexts } from './source-texts.ts';

/** Distinct texts of a column that tell whether it holds measures, and the share of them that must. Set by hand. */
const SAMPLED_VALUES = 100;
const LEAST_MEASURES = 0.5;
/** Least share of the products with a measure that say something beside it; set by hand. */
const LEAST_SAYING = 0.2;
/** Words of a rest: more are a sentence. Set by hand. */
const MOST_WORDS = 3;
const SHORTEST_WORD = 3;
const NAMED_VALUES = 3;

/** What is said beside the measures of one column, with the texts that say it. */
export interface Rest {
  readonly source: SourceTexts;
  readonly candidate: Candidate;
}

/**
 * What columns of measures say beside the measure: "Li-Ion 4000 mAh" has a chemistry, "Large 455 mm" a size. Of values
 * that are equal as numbers the most frequent text is read.
 *
 * @param read products that are read, the first of the canonical order
 */
export function restsOfMeasures(attributes: readonly Attribute[], read: number): Rest[] {
  return attributes.filter(holdsMeasures).flatMap((attribute) => {
    const source = columnTexts(attribute, read);
    const sayings = new Sayings();
    const rests = new Map<string, string>();
    let recorded = 0;
    source.texts.forEach((text, product) => {
      if (text === undefined) return;
      recorded++;
      for (const line of text.split('\n')) {
        let rest = rests.get(line);
        if (rest === undefined) {
          rest = restOf(line);
          rests.set(line, rest);
        }
        if (rest === '') continue;
        const start = text.indexOf(line);
        const label = rest;
        sayings.add(product, rest, () => ({ label }), start, start + line.length);
      }
    });
    const found = sayings.sayings;
    if (found.length < Math.max(FEWEST_SAYING, LEAST_SAYING * recorded)) return [];
    const counts = new Int32Array(sayings.values.length);
    for (const { values } of found) for (const value of values) counts[value]++;
    const usual = sayings.values
      .map(({ label }, at) => ({ label, products: counts[at] }))
      .sort((left, right) => right.products - left.products || (left.label < right.label ? -1 : 1))
      .slice(0, NAMED_VALUES);
    return [
      {
        source,
        candidate: {
          key: `rest ${attribute.name}`,
          name: usual.map(({ label }) => label).join(' / '),
          names: [],
          from: attribute.name,
          values: sayings.values,
          sayings: found,
        },
      },
    ];
  });
}

function holdsMeasures(attribute: Attribute): boolean {
  const { kind, values } = attribute;
  if (!isRecordable(attribute) || (kind !== 'category' && kind !== 'list' && kind !== 'number')) return false;
  const step = Math.max(1, Math.floor(values.length / SAMPLED_VALUES));
  let sampled = 0;
  let measures = 0;
  let rests = 0;
  for (let at = 0; at < values.length; at += step) {
    sampled++;
    const measure = readMeasure(values[at].label);
    if (measure?.number.unit === undefined) continue;
    measures++;
    if (measure.rest !== '') rests++;
  }
  return rests > 1 && measures >= LEAST_MEASURES * sampled;
}

/** The words beside the measure of a text, without units and what may be one. */
function restOf(text: string): string {
  const words = (readMeasure(text)?.rest ?? '')
    .split(' ')
    .filter((word) => word.length > 1 && measureOf(word) === undefined);
  const says = words.some((word) => word.length >= SHORTEST_WORD);
  return says && words.length <= MOST_WORDS ? [...new Set(words)].join(' ') : '';
}
