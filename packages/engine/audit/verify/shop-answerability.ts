import type { Catalogue } from '../../catalogue/types.ts';
import { toCanonical } from '../canonical-order.ts';
import type { Answerable } from '../grade/answerability.ts';
import { findSegmentation } from '../grade/applicability.ts';
import { segmentBits } from '../grade/imputed-segment.ts';
import { imputed, segmentsOf } from '../grade/segments.ts';

/**
 * What each attribute answers of a catalogue, by name: the figures of which an audit with trust 1 takes the
 * answerability, weighted by the share of the products that are asked. The audit's other figures are not computed.
 */
export function answerableByName(catalogue: Catalogue): ReadonlyMap<string, Answerable> {
  const shop = toCanonical(catalogue);
  const products = shop.ids.length;
  const byName = new Map<string, { now: number; certain: number }>();
  const segmentation = findSegmentation(shop.attributes, products, []);
  for (const segment of segmentsOf(shop, segmentation)) {
    const draws = imputed(segment, products, 1);
    const weight = segment.products.length / products;
    segment.attributes.forEach((attribute, index) => {
      const { name } = shop.attributes[attribute];
      const { now, certain } = segmentBits(draws, index, 1);
      const sum = byName.get(name) ?? { now: 0, certain: 0 };
      sum.now += now * weight;
      sum.certain += certain * weight;
      byName.set(name, sum);
    });
  }
  return byName;
}
