import type { AttributeValue } from '@decidable/contract';
import { handleOf } from '@decidable/engine/session';
import { type JsonWriter, piece } from '../json/json-writer.ts';

/** One attribute as responses show it: the cell of each product, and the JSON of each distinct cell. */
export interface DisplayedColumn {
  readonly name: string;
  /** Cell of each product; -1 if it has no value. */
  readonly cell: Int32Array;
  /** UTF-8; cell c as a member of an object, `"colour":"red"`, is `json[start[c] .. start[c + 1]]`. */
  readonly json: Uint8Array;
  readonly start: Int32Array;
}

/** The value of a cell. */
export const cellValue = ({ json, start, name }: DisplayedColumn, cell: number): AttributeValue =>
  JSON.parse(`{${UTF_8.decode(json.subarray(start[cell], start[cell + 1]))}}`)[name];

const UTF_8 = new TextDecoder();

/**
 * Makes a column.
 *
 * @param cell cell of each product; -1 if it has no value
 * @param values value of each distinct cell
 */
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

const NONE: readonly DisplayedColumn[] = [];

/** The attributes of the products of a catalogue as responses show them. */
export class DisplayedAttributes {
  readonly columns: readonly DisplayedColumn[];
  /** In the order in which `JSON.stringify` writes the members of an object. */
  readonly #ordered: readonly DisplayedColumn[];
  /** The handles of their names, made when they are first needed: making one takes a µs or two. */
  #handles: readonly string[] | undefined;

  constructor(columns: readonly DisplayedColumn[]) {
    this.columns = columns;
    // Without a prototype, a column with the name `__proto__` is an ordinary member.
    const byName: Record<string, DisplayedColumn> = Object.create(null);
    for (const column of columns) byName[column.name] = column;
    this.#ordered = Object.values(byName);
  }

  /** The columns of some names, each once, in the order of all; names are compared by their handles. */
  named(names: readonly string[]): readonly DisplayedColumn[] {
    if (names.length === 0) return NONE;
    const wanted = new Set(names.map(handleOf));
    const handles = this.#handlesOfAll();
    return this.#ordered.filter((_, k) => wanted.has(handles[k]));
  }

  /** Whether there is a column of a name, as {@link named} compares it. */
  has(name: string): boolean {
    return this.#handlesOfAll().includes(handleOf(name));
  }

  #handlesOfAll(): readonly string[] {
    this.#handles ??= this.#ordered.map(({ name }) => handleOf(name));
    return this.#handles;
  }

  /** The cells of a product, by column. */
  *cellsOf(
    product: number,
    columns: readonly DisplayedColumn[] = this.#ordered,
  ): Generator<readonly [column: DisplayedColumn, cell: number]> {
    for (const column of columns) {
      const c = column.cell[product];
      if (c >= 0) yield [column, c];
    }
  }

  /**
   * Writes the attributes of a product by name, as JSON.
   *
   * @param columns those that are written; all when absent
   */
  write(product: number, out: JsonWriter, columns: readonly DisplayedColumn[] = this.#ordered): void {
    out.piece(BEGIN);
    let first = true;
    for (const { cell, json, start } of columns) {
      const c = cell[product];
      if (c < 0) continue;
      if (!first) out.piece(NEXT);
      first = false;
      out.part(json, start[c], start[c + 1]);
    }
    out.piece(END);
  }
}
