import type { Attribute } from '../catalogue/types.ts';
import type { Pair } from './verify-pairing.ts';

/** Characters of a product's texts that are looked at. */
const CHARACTERS = 2_000;

/** What the later export says in words, put together once for all claims of a call. */
export class Wording {
  /** Titles, links and descriptions. */
  readonly #written: readonly Attribute[];
  readonly #texts: (string | undefined)[] = [];
  readonly #keys = new Map<Attribute, readonly string[]>();

  constructor({ attributes }: Pair) {
    this.#written = attributes.flatMap(({ after }) =>
      after.notQuestion === 'identifier' || after.notQuestion === 'text' ? [after] : [],
    );
  }

  get isWritten(): boolean {
    return this.#written.length > 0;
  }

  /** Everything that titles and descriptions say of a product, in lower case. */
  textOf(product: number): string {
    let text = this.#texts[product];
    if (text === undefined) {
      text = this.#put(product);
      this.#texts[product] = text;
    }
    return text;
  }

  #put(product: number): string {
    let text = '';
    for (const { cell, cells, values } of this.#written) {
      if (cell[product] < 0) continue;
      for (const value of cells[cell[product]]) text += ` ${values[value].label}`;
      if (text.length > CHARACTERS) break;
    }
    return text.slice(0, CHARACTERS).toLowerCase();
  }

  /** For each cell of an attribute a text that equals that of the same cell in any other attribute. */
  keysOf(attribute: Attribute): readonly string[] {
    let keys = this.#keys.get(attribute);
    if (keys === undefined) {
      const { cells, values } = attribute;
      const spelled = values.map(({ number, label }) => (number ?? label.toLowerCase()).toString());
      keys = cells.map((cell) => cell.map((value) => spelled[value]).join('|'));
      this.#keys.set(attribute, keys);
    }
    return keys;
  }
}
