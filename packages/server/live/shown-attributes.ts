import { piece } from './json-bytes.ts';

/** One attribute as answers show it: a product's cell, and what each distinct cell holds. */
export interface ShownColumn {
  readonly name: string;
  readonly cell: Int32Array;
  readonly values: readonly (string | number | readonly string[])[];
}

/** Bytes of JSON that are remembered of one catalogue. */
const MOST_REMEMBERED = 8 * 1024 * 1024;

/**
 * The attributes of the products of a catalogue as answers show them. What is ranked first is so again and again: its
 * JSON is remembered, and all of it forgotten when it becomes too much.
 */
export class ShownAttributes {
  readonly columns: readonly ShownColumn[];
  readonly #remembered = new Map<number, Uint8Array>();
  readonly #most: number;
  #bytes = 0;

  constructor(columns: readonly ShownColumn[], most = MOST_REMEMBERED) {
    this.columns = columns;
    this.#most = most;
  }

  /** Bytes that are remembered now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The attributes of a product by name, as JSON. */
  json(product: number): Uint8Array {
    let json = this.#remembered.get(product);
    if (json === undefined) {
      json = piece(JSON.stringify(this.#read(product)));
      if (this.#bytes + json.length > this.#most) {
        this.#remembered.clear();
        this.#bytes = 0;
      }
      this.#remembered.set(product, json);
      this.#bytes += json.length;
    }
    return json;
  }

  #read(product: number): Record<string, ShownColumn['values'][number]> {
    // Without a prototype, a column that is called `__proto__` is one like any other.
    const attributes: Record<string, ShownColumn['values'][number]> = Object.create(null);
    for (const { name, cell, values } of this.columns) {
      const at = cell[product]!;
      if (at >= 0) attributes[name] = values[at]!;
    }
    return attributes;
  }
}
