import { closeSync, openSync, writeSync } from 'node:fs';
import { below, type Chance, chance } from '../chance.ts';

/** Rows that are written at once, so that no export is in memory as a whole. */
const AT_ONCE = 5_000;
const KINDS = 20;
const WORDS =
  'red green blue cotton wool steel oak matt gloss round slim wide large small classic modern soft hard warm cold'.split(
    ' ',
  );

/**
 * Writes an export of products with a title, a kind, a price and attributes that depend on the kind: of ten six are
 * categories of up to some 80 values, three are numbers, one is a list; up to nine in ten cells of an attribute are empty.
 *
 * @param columns those before the attributes included
 */
export function writeGrowingExport(file: string, products: number, columns: number): void {
  const random = chance(1);
  const attributes = Array.from({ length: columns - 4 }, (_, at) => at);
  const open = openSync(file, 'w');
  try {
    let lines = [['id', 'title', 'category', 'price', ...attributes.map(nameOf)].join(',')];
    for (let product = 0; product < products; product++) {
      lines.push(lineOf(product, attributes, random));
      if (lines.length < AT_ONCE) continue;
      writeSync(open, `${lines.join('\n')}\n`);
      lines = [];
    }
    writeSync(open, lines.join('\n'));
  } finally {
    closeSync(open);
  }
}

const word = (at: number): string => WORDS[at % WORDS.length];

const nameOf = (attribute: number): string => `${word(attribute)} ${word(attribute * 7 + 3)} ${attribute}`;

function lineOf(product: number, attributes: readonly number[], random: Chance): string {
  const kind = Math.floor(KINDS * random() ** 2);
  const title = `${word(below(20, random))} ${word(below(20, random))} ${below(100_000, random)}, kind ${kind}`;
  const price = (5 + 200 * random()).toFixed(2);
  const cells = attributes.map((attribute) =>
    random() < ((attribute * 13) % 90) / 100 ? '' : cellOf(attribute, kind, random),
  );
  return `SKU${100_000 + product},"${title}",Kind ${kind},${price},${cells.join(',')}`;
}

function cellOf(attribute: number, kind: number, random: Chance): string {
  const sort = attribute % 10;
  if (sort === 9) return `${word(kind + attribute)}|${word(below(20, random))}`;
  if (sort > 5)
    return `${Math.round(10 + 7 * kind + 50 * random() * (1 + (attribute % 5)))}${attribute % 2 === 1 ? ' cm' : ''}`;
  const values = 2 + ((attribute * 37) % 80);
  const value = (random() < 0.6 ? 5 * kind + attribute : below(values, random)) % values;
  return value < 20 ? word(value) : `${word(value)} ${word(Math.floor(value / 20))}`;
}
