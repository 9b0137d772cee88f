import { trimmed } from '../csv/column-reader.ts';
import { isPlaceholder } from '../csv/placeholders.ts';
import { unitOf } from '../numbers/units.ts';
import { cellAt } from '../rows/coded-rows.ts';
import type { FileRows, RawColumn, Table, WrittenIn } from '../types.ts';
import { attributeKey } from './attribute-key.ts';
import { entriesOf, withEntry } from './forms/index.ts';
import { isNothing } from './forms/nothing.ts';
import { isNoOption } from './numbered-options.ts';
import { type Replacement, withEntryReplaced, withReplaced } from './replacing.ts';
import { ValueRows } from './value-rows.ts';

/** The new text of one cell. */
export interface CellEdit {
  /** Index of the row among the rows as read: in the order of the file, the header excluded. */
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

export interface FoldOutcome {
  /** Empty where the file already says so, or the value was refused. */
  readonly edits: readonly CellEdit[];
  /**
   * Why no cell was written: the product has another value of this attribute; no pair of columns is free for it; or the
   * cell is in no form into which the value fits.
   */
  readonly refused?: 'recorded' | 'no_room' | 'unreadable';
}

type Pairs = WrittenIn & Required<Pick<WrittenIn, 'key' | 'nameColumns'>>;
type Pack = WrittenIn & Required<Pick<WrittenIn, 'key' | 'pack'>>;

type Measured = WrittenIn & Required<Pick<WrittenIn, 'units'>>;

const UNCHANGED: FoldOutcome = { edits: [] };

/**
 * Writes values into the cells of a file, in the form in which the file has them. Later values see what earlier ones
 * wrote, so that two attributes can go into one cell.
 *
 * @example
 * const folding = new Folding(readTable(csv, { forWriting: true }));
 * folding.foldValue('Color', 3, 'red').edits; // [{ row: 5, column: 8, text: 'red' }]
 */
export class Folding {
  readonly #file: FileRows;
  readonly #columns: ReadonlyMap<string, RawColumn>;
  readonly #places: ReadonlyMap<string, number>;
  readonly #rows: ValueRows;
  /** Whether the value that is written now replaces another. */
  #overwrite = false;
  /** The texts of edited cells, by row and column. */
  readonly #edited = new Map<string, CellEdit>();

  /** @param table read with `forWriting` */
  constructor(table: Table) {
    if (table.fileRows === undefined)
      throw new Error('Only a table that was read `forWriting` can be written.');
    this.#file = table.fileRows;
    this.#columns = new Map(table.columns.map((column) => [column.name, column]));
    this.#places = new Map(this.#file.names.map((name, column) => [name, column]));
    this.#rows = new ValueRows(this.#file, table.ids.length);
  }

  /** All edits so far, each cell once, in the order of rows and columns. */
  get edits(): readonly CellEdit[] {
    return [...this.#edited.values()].sort((a, b) => a.row - b.row || a.column - b.column);
  }

  /**
   * Writes a value of a product where it has none. A placeholder is no value.
   *
   * @param attribute the name of a column of the table
   * @param product index into the table's ids
   * @param text the value as a cell of its own would hold it
   * @param overwrite whether it replaces another value
   * @throws RangeError for an attribute that the table lacks
   */
  foldValue(attribute: string, product: number, text: string, { overwrite = false } = {}): FoldOutcome {
    const column = this.#columns.get(attribute);
    if (column === undefined) throw new RangeError(`The table has no column "${attribute}".`);
    const value = trimmed(text);
    this.#overwrite = overwrite;
    if (isNothing(value) || product < 0 || product >= column.cell.length) return UNCHANGED;
    const { writtenIn } = column;
    if (writtenIn?.nameColumns !== undefined) return this.#intoPair(column, product, value);
    if (writtenIn?.pack !== undefined) return this.#intoPack(writtenIn as Pack, product, value);
    if (writtenIn?.units !== undefined) return this.#intoMeasure(writtenIn as Measured, product, value);
    return this.#intoCells(this.#places.get(column.name)!, product, value);
  }

  /**
   * Writes a value of a product in place of one that it has: in each row and list that has it, that part alone.
   *
   * @returns no edits where the product does not have the value
   * @throws RangeError for an attribute that the table lacks
   */
  replaceValue(attribute: string, product: number, replacement: Replacement): readonly CellEdit[] {
    const column = this.#columns.get(attribute);
    if (column === undefined) throw new RangeError(`The table has no column "${attribute}".`);
    if (product < 0 || product >= column.cell.length) return [];
    const { writtenIn } = column;
    const edits = this.#rows
      .all(product)
      .flatMap((row) => this.#placesIn(row, column.name, writtenIn).map((place) => ({ row, column: place })))
      .flatMap((cell): CellEdit[] => {
        const before = this.#text(cell.row, cell.column);
        const text =
          writtenIn?.pack === undefined
            ? withReplaced(before, replacement)
            : withEntryReplaced(before, writtenIn.pack, (writtenIn as Pack).key, replacement);
        return text === undefined ? [] : [{ ...cell, text }];
      });
    return this.#write(edits).edits;
  }

  /** The columns that hold an attribute in a row; of numbered pairs those that the row, or its product, gives the name. */
  #placesIn(row: number, name: string, writtenIn: WrittenIn | undefined): readonly number[] {
    if (writtenIn === undefined) return [this.#places.get(name)!];
    const { columns, nameColumns, key, keys = [attributeKey(key ?? name)] } = writtenIn;
    const product = this.#file.productOfRow[row];
    return columns.flatMap((column, pair) => {
      if (nameColumns === undefined) return [this.#places.get(column)!];
      const naming = this.#places.get(nameColumns[pair])!;
      const own = this.#heldIn(row, naming);
      const names = own.length > 0 ? own : this.#held(product, naming).slice(0, 1);
      return names.some((each) => keys.includes(attributeKey(each))) ? [this.#places.get(column)!] : [];
    });
  }

  /** A column of its own: the cells of the rows that state such facts. */
  #intoCells(column: number, product: number, value: string): FoldOutcome {
    const held = this.#held(product, column);
    if (held.length > 0 && held.every((own) => own === value)) return UNCHANGED;
    if (held.length > 0 && !this.#overwrite) return { edits: [], refused: 'recorded' };
    const rows =
      held.length === 0
        ? this.#rows.of(product, column)
        : this.#rows.all(product).filter((row) => trimmed(this.#text(row, column)) !== '');
    return this.#write(rows.map((row) => ({ row, column, text: value })));
  }

  #intoRows(rows: readonly number[], column: number, value: string): FoldOutcome {
    const held = rows.flatMap((row) => this.#heldIn(row, column));
    if (held.length > 0)
      return held.every((own) => own === value) ? UNCHANGED : { edits: [], refused: 'recorded' };
    return this.#write(rows.map((row) => ({ row, column, text: value })));
  }

  /** A numbered pair: the one that has the name, or else the first that is free, whose name is written too. */
  #intoPair({ writtenIn }: RawColumn, product: number, value: string): FoldOutcome {
    const { columns, nameColumns, key, keys = [attributeKey(key)] } = writtenIn as Pairs;
    const pairs = columns.map((name, pair) => ({
      name: this.#places.get(nameColumns[pair])!,
      value: this.#places.get(name)!,
    }));
    const named = pairs.find((pair) =>
      this.#held(product, pair.name).some((own) => keys.includes(attributeKey(own))),
    );
    if (named !== undefined) {
      const rows = this.#rows.all(product);
      // Where each attribute has a row of its own, that row alone.
      const own = rows.filter((row) => keys.includes(attributeKey(this.#text(row, named.name))));
      const isOneARow = rows.some((row) => trimmed(this.#text(row, named.name)) !== '' && !own.includes(row));
      return isOneARow
        ? this.#intoRows(own, named.value, value)
        : this.#intoCells(named.value, product, value);
    }
    const free = pairs.find((pair) => {
      const [name] = this.#held(product, pair.name);
      const [own] = this.#held(product, pair.value);
      return name === undefined ? own === undefined : isNoOption(name, own);
    });
    if (free === undefined) return { edits: [], refused: 'no_room' };
    return this.#write([
      ...this.#rows.of(product, free.name).map((row) => ({ row, column: free.name, text: key })),
      ...this.#rows.of(product, free.value).map((row) => ({ row, column: free.value, text: value })),
    ]);
  }

  /** A number and the column of its unit. The unit is written as the file writes it, or the usual one. */
  #intoMeasure({ usual, units }: Measured, product: number, value: string): FoldOutcome {
    const unitColumn = this.#places.get(units.column)!;
    const held = this.#held(product, unitColumn);
    const [, number, written] = /^(.*\d)\s*(\D*)$/.exec(value) ?? [undefined, value, ''];
    const unit = written === '' ? (held[0] ?? units.usual) : asIn(units.all, written);
    const others = held.filter((own) => own !== unit);
    // A unit without a number says how the shop measures; a number in another one would be wrong.
    if (others.length > 0) return { edits: [], refused: 'recorded' };
    const column = this.#places.get(usual)!;
    const outcome = this.#intoCells(column, product, number);
    if (outcome.edits.length === 0 || held.length > 0) return outcome;
    const edits = outcome.edits.map(({ row }) => ({ row, column: unitColumn, text: unit }));
    return { edits: [...outcome.edits, ...this.#write(edits).edits] };
  }

  /** A cell that holds several attributes: an entry more. */
  #intoPack({ usual, pack, key, section }: Pack, product: number, value: string): FoldOutcome {
    const column = this.#places.get(usual)!;
    const held = this.#rows
      .all(product)
      .flatMap((row) =>
        (entriesOf(this.#text(row, column), pack) ?? []).flatMap((entry) =>
          attributeKey(entry.key) === attributeKey(key) && !isNothing(entry.value) ? [entry.value] : [],
        ),
      );
    if (held.length > 0)
      return held.every((own) => own === value) ? UNCHANGED : { edits: [], refused: 'recorded' };
    const edits: CellEdit[] = [];
    for (const row of this.#rows.of(product, column)) {
      const before = this.#text(row, column);
      const own = trimmed(before);
      const text = withEntry(own !== '' && isPlaceholder(own) ? '' : before, pack, { key, value }, section);
      if (text === undefined) return { edits: [], refused: 'unreadable' };
      edits.push({ row, column, text });
    }
    return this.#write(edits);
  }

  /** The values of a product in a column of the file. */
  #held(product: number, column: number): string[] {
    return this.#rows.all(product).flatMap((row) => this.#heldIn(row, column));
  }

  #heldIn(row: number, column: number): string[] {
    const text = trimmed(this.#text(row, column));
    return text === '' || isPlaceholder(text) ? [] : [text];
  }

  #text(row: number, column: number): string {
    return this.#edited.get(`${row} ${column}`)?.text ?? cellAt(this.#file.rows, row, column);
  }

  #write(edits: readonly CellEdit[]): FoldOutcome {
    for (const edit of edits) this.#edited.set(`${edit.row} ${edit.column}`, edit);
    return { edits };
  }
}

/** A unit as the file spells it; as it is where the file has no such unit. */
function asIn(all: readonly string[], written: string): string {
  const own = unitOf(written);
  return all.find((unit) => unitOf(unit)?.name === own?.name) ?? written.trim();
}
