import { isRecorded } from '../../primitives/cell-counts.ts';
import { headerWords } from '../columns/header-names.ts';
import type { Attribute } from '../types.ts';
import { attributesCalled } from './column-attributes.ts';
import { SHELF_ATTRIBUTES } from './shelf-attributes.ts';
import { attributesOf, commonShelf, isWithin, SHELVES } from './shelves.ts';

/** Names of columns that tell a shelf: one of several words, or two of one. Set by hand. */
const MIN_TELLING = 1;
/** Share of the products that must have such a column. Set by hand. */
const MIN_FILLED = 0.3;
/** Of the products that are told otherwise, the share that must be told the same, where they are most. Set by hand. */
const MIN_ALIKE = 0.9;
/** Products below which columns are no evidence; set by hand. */
const MIN_PRODUCTS = 5;

const BOUND = new Set(SHELF_ATTRIBUTES.filter(({ bound }) => bound === true).map(({ id }) => id));

/**
 * The shelf that the columns of a file tell of the products of which nothing else tells it: the one that has most of those
 * attributes that only some shelves have, or what those have in common of which several have as many. Undefined where most
 * products are told.
 *
 * @param shelfOf per product the place of its shelf, -1 where nothing tells it
 */
export function shelfByColumns(attributes: readonly Attribute[], shelfOf: Int16Array): number | undefined {
  const open: number[] = [];
  shelfOf.forEach((shelf, product) => {
    if (shelf < 0) open.push(product);
  });
  if (open.length < MIN_PRODUCTS) return undefined;
  const called = attributes.flatMap(({ name, cell }) => {
    const own = attributesCalled(name).filter((id) => BOUND.has(id));
    if (own.length === 0) return [];
    const filled = open.reduce((count, product) => count + isRecorded(cell[product]), 0);
    // "Cocoa percent" is said of nothing else; "speed" is.
    const weight = headerWords(name).includes(' ') ? 1 : 0.5;
    return filled >= MIN_FILLED * open.length ? [{ own, weight }] : [];
  });
  const scores = SHELVES.map((_, shelf) => {
    const has = attributesOf(shelf);
    return called.reduce((sum, { own, weight }) => sum + (own.some((id) => has.has(id)) ? weight : 0), 0);
  });
  const most = Math.max(...scores);
  if (most < MIN_TELLING) return undefined;
  const best = scores.flatMap((score, shelf) => (score === most ? [shelf] : []));
  const told = commonShelf(best);
  if (told === undefined || 2 * open.length >= shelfOf.length) return told;
  // Most are told: the others are of the same, or of something else.
  const alike = shelfOf.filter((shelf) => shelf >= 0 && isWithin(shelf, told)).length;
  return alike >= MIN_ALIKE * (shelfOf.length - open.length) ? told : undefined;
}
