import { hash } from 'node:crypto';
import type { DisplayedColumn } from '../shops/displayed-attributes.ts';
import type { Shop } from '../shops/shop.ts';

/** Characters of a text, at most: small encoders read some 250 words. Set by hand. */
const MAX_TEXT = 1_000;
/** Products whose texts are made in one step: about a millisecond. Set by hand. */
const PER_STEP = 500;

/** The texts of the products of a shop that vectors are made of, and their digests. */
export interface ProductTexts {
  /** `[product]`: empty for one that says nothing. */
  readonly texts: readonly string[];
  /** `[product]`: 22 characters that tell texts apart. */
  readonly digests: readonly string[];
}

/**
 * What of the products of a shop is embedded, in steps: title, brand and category, of columns that shoppers may see. No other
 * column leaves the house.
 */
export function* productTexts({
  index,
  shown,
}: Pick<Shop, 'index' | 'shown'>): Generator<void, ProductTexts> {
  const { title, brand, category } = index.roles;
  const names = [title, brand, category].filter((name) => typeof name === 'string');
  const columns = names.flatMap((name) => shown.columns.filter((column) => column.name === name));
  const cells = columns.map(valuesOf);
  const texts: string[] = [];
  const digests: string[] = [];
  for (let product = 0; product < index.size; product++) {
    if (product % PER_STEP === PER_STEP - 1) yield;
    const parts = columns.map(({ cell }, k) => (cell[product] < 0 ? '' : cells[k](cell[product])));
    const text = parts
      .filter((part) => part !== '')
      .join('. ')
      .slice(0, MAX_TEXT);
    texts.push(text);
    digests.push(hash('sha256', text, 'base64url').slice(0, 22));
  }
  return { texts, digests };
}

/** Reads the cells of a column as text, each once. */
function valuesOf({ json, start, name }: DisplayedColumn): (cell: number) => string {
  const read: string[] = [];
  const colon = Buffer.byteLength(JSON.stringify(name)) + 1;
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  return (cell) => {
    read[cell] ??= [JSON.parse(bytes.toString('utf8', start[cell] + colon, start[cell + 1]))]
      .flat()
      .join(', ');
    return read[cell];
  };
}
