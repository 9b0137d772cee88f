import { type JsonWriter, piece } from '../json/json-writer.ts';

/** One attribute as answers show it: a product's cell, and what each distinct cell holds. */
export interface DisplayedColumn {
  readonly name: string;
  /** Per product its cell; -1 where nothing is recorded. */
  readonly cell: Int32Array;
  /** What an object has of cell c, `"colour":"red"` in UTF-8: `json[start[c] .. start[c + 1]]`. */
  readonly json: Uint8Array;
  readonly start: Int32Array;
}

/** A column of which the value of each distinct cell is given. */
export function shownColumn(
  name: string,
  cell: Int32Array,
  values: readonly (string | number | readonly string[])[],
): DisplayedColumn {
  const pieces = values.map((value) => piece(`${JSON.stringify(name)}:${JSON.stringify(value)}`));
  const start = new Int32Array(pieces.length + 1);
  pieces.forEach(({ length }, c) => {
    start[c + 1] = start[c] + length;
  });
  const json = new Uint8Array(start.at(-1)!);
  pieces.forEach((bytes, c) => {
    json.set(bytes, start[c]);
  });
  return { name, cell, json, start };
}

const BEGIN = piece('{');
const NEXT = piece(',');
const END = piece('}');

/** The attributes of the products of a catalogue as answers show them. */
export class DisplayedAttributes {
  readonly columns: readonly DisplayedColumn[];
  /** In the order in which JSON has the names of an object. */
  readonly #ordered: readonly DisplayedColumn[];

  constructor(columns: readonly DisplayedColumn[]) {
    this.columns = columns;
    // Without a prototype, a column that is called `__proto__` is one like any other.
    const byName: Record<string, DisplayedColumn> = Object.create(null);
    for (const column of columns) byName[column.name] = column;
    this.#ordered = Object.values(byName);
  }

  /** Writes the attributes of a product by name, as JSON. */
  write(product: number, out: JsonWriter): void {
    out.piece(BEGIN);
    let first = true;
    for (const { cell, json, start } of this.#ordered) {
      const c = cell[product];
      if (c < 0) continue;
      if (!first) out.piece(NEXT);
      first = false;
      out.part(json, start[c], start[c + 1]);
    }
    out.piece(END);
  }
}
