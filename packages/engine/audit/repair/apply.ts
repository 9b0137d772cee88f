import { interpret } from '../../catalogue/columns/interpreter.ts';
import { trimmed } from '../../catalogue/csv/column-reader.ts';
import { withoutApostrophe } from '../../catalogue/csv/csv-writer.ts';
import { isPlaceholder } from '../../catalogue/csv/placeholders.ts';
import { ROW_JOINER } from '../../catalogue/csv/row-joiner.ts';
import { type ReadingOptions, readTable } from '../../catalogue/csv/table-reader.ts';
import { editCsv } from '../../catalogue/editing/edit-csv.ts';
import type { KindChoices } from '../../catalogue/kinds/kind-choices.ts';
import { type CellEdit, Folding } from '../../catalogue/packed/folding.ts';
import type { Table } from '../../catalogue/types.ts';
import { AnswerCheck, type Doubt } from './answer-check.ts';
import {
  type Answer,
  type FilledSheet,
  filledBy,
  readSheet,
  type SheetReadingOptions,
} from './sheet-reader.ts';

export interface FillingOptions {
  /** Whether an answer replaces another value that the product has meanwhile. */
  readonly overwrite?: boolean;
  /** How columns are read where that is not recognised. */
  readonly kinds?: KindChoices;
}

export interface ApplyOptions
  extends FillingOptions,
    SheetReadingOptions,
    Pick<ReadingOptions, 'id' | 'ignore' | 'tolerant'> {
  /** Write UTF-8 instead of the encoding of the export. */
  readonly encoding?: 'utf-8';
}

/** Why an answer was not written. */
export type SkippedReason =
  /** The export has no product of this id. */
  | 'no_product'
  /** The export has no such attribute. */
  | 'no_column'
  /** The product has another value by now. */
  | 'recorded'
  /** The sheet gives the product another value in an earlier row. */
  | 'answered_twice'
  /** The product does not have the value that the answer replaces. */
  | 'changed'
  /** The value means "not recorded". */
  | 'placeholder'
  /** No pair of columns for options is free. */
  | 'no_room'
  /** The cell holds a form into which the value does not fit. */
  | 'unreadable';

export interface SkippedAnswer {
  readonly reason: SkippedReason;
  /** The row of the sheet; its header is row 1. */
  readonly row: number;
  readonly id: string;
  readonly attribute: string;
  readonly value: string;
  /** What the product has, where that is the reason. */
  readonly held?: string;
}

/** What became of a sheet. */
export interface SheetOutcome {
  /** Cells of the file that were written; an answer may take several, in the rows of variants. */
  readonly cells: number;
  readonly products: number;
  /** The attributes that were written, with the products of each; in the order of the file. */
  readonly attributes: readonly { readonly attribute: string; readonly products: number }[];
  /** Products whose value was written in another spelling. */
  readonly respelled: number;
  /** Answers that the export holds already. */
  readonly unchanged: number;
  /** Rows of the sheet without a value. */
  readonly open: number;
  readonly skipped: readonly SkippedAnswer[];
  /** Values that were written all the same, and may be slips. */
  readonly doubts: readonly Doubt[];
  /** Numbers whose decimal sign was written as the column writes it. */
  readonly rewritten: number;
}

/**
 * Writes the answers of a sheet into the export that it was made from, in the form of the export: only the cells that
 * were filled in change. Applied once more, it changes nothing.
 *
 * @param csv the export; `readTable` says what it may be
 * @param sheet CSV, or what was read of it
 * @returns the repaired export, as text for a text and as bytes for bytes, and what was done
 * @throws CatalogueError that of the readers, `no_repair_sheet`, or `not_encodable` where the encoding of the export
 *   lacks a character of an answer
 *
 * @example
 * applySheet('id,colour\r\nA1,\r\n', 'product_id,attribute,value\nA1,colour,red\n').csv; // 'id,colour\r\nA1,red\r\n'
 */
export function applySheet<File extends string | Uint8Array>(
  csv: File,
  sheet: string | Uint8Array | FilledSheet,
  options: ApplyOptions = {},
): SheetOutcome & { readonly csv: File extends string ? string : Uint8Array<ArrayBuffer> } {
  const { id, ignore, tolerant = false, encoding } = options;
  const filled = typeof sheet === 'string' || sheet instanceof Uint8Array ? readSheet(sheet, options) : sheet;
  const table = readTable(csv, { id, ignore, tolerant, filled: filledBy(filled), forWriting: true });
  const { edits, ...outcome } = fillIn(table, filled, options);
  const rows = tolerant ? { rows: table.fileRows!.rows.length } : {};
  const written =
    typeof csv === 'string'
      ? editCsv(csv, edits, rows)
      : editCsv(csv, edits, {
          ...rows,
          ...(encoding === undefined ? {} : { encoding: { name: encoding, mark: false } }),
        });
  return { ...outcome, csv: written as File extends string ? string : Uint8Array<ArrayBuffer> };
}

/**
 * The cells of a file that change by the answers of a sheet.
 *
 * @param table read with `forWriting`
 */
export function fillIn(
  table: Table,
  { answers, open }: FilledSheet,
  { overwrite = false, kinds }: FillingOptions = {},
): SheetOutcome & { readonly edits: readonly CellEdit[] } {
  const folding = new Folding(table);
  const columns = new Columns(table);
  const products = new Products(table.ids);
  const check = new AnswerCheck(interpret(table, kinds).attributes);
  const productsOf = new Map<string, Set<number>>();
  const answered = new Set<string>();
  const skipped: SkippedAnswer[] = [];
  let unchanged = 0;
  let respelled = 0;
  for (const answer of answers) {
    const { row, id } = answer;
    const attribute = columns.named(answer);
    const product = products.of(id);
    const text = attribute === undefined ? `${answer.value}` : check.inNotation(attribute, answer.value);
    const skip = (reason: SkippedReason, held?: string) =>
      skipped.push({
        reason,
        row,
        id,
        attribute: attribute ?? (answer.attribute || answer.column),
        value: text,
        ...(held === undefined ? {} : { held }),
      });
    if (attribute === undefined) {
      skip('no_column');
      continue;
    }
    if (product === undefined) {
      skip('no_product');
      continue;
    }
    if (isPlaceholder(trimmed(text))) {
      skip('placeholder');
      continue;
    }
    const written = () => {
      check.note(attribute, answer.value, text);
      const own = productsOf.get(attribute) ?? new Set();
      productsOf.set(attribute, own.add(product));
    };
    if (answer.current !== undefined) {
      const from = withoutApostrophe(answer.current);
      const separator = check.separatorOf(attribute);
      if (folding.replaceValue(attribute, product, { from, to: text, separator }).length > 0) {
        respelled++;
        written();
      } else if (columns.has(attribute, product, text, separator)) unchanged++;
      else skip('changed', columns.held(attribute, product));
      continue;
    }
    const cell = `${product} ${attribute}`;
    const { edits, refused } = folding.foldValue(attribute, product, text, {
      overwrite: (overwrite || check.recordsNothing(attribute, product)) && !answered.has(cell),
    });
    if (refused === 'recorded' && columns.holdsAll(attribute, product, text)) {
      unchanged++;
      continue;
    }
    if (refused === 'recorded') {
      if (answered.has(cell)) skip('answered_twice');
      else skip('recorded', columns.held(attribute, product));
      continue;
    }
    if (refused !== undefined) {
      skip(refused);
      continue;
    }
    answered.add(cell);
    if (edits.length === 0) {
      unchanged++;
      continue;
    }
    written();
  }
  return {
    edits: folding.edits,
    cells: folding.edits.length,
    products: new Set([...productsOf.values()].flatMap((own) => [...own])).size,
    attributes: table.columns.flatMap(({ name }) => {
      const own = productsOf.get(name);
      return own === undefined ? [] : [{ attribute: name, products: own.size }];
    }),
    respelled,
    unchanged,
    open,
    skipped,
    doubts: check.doubts,
    rewritten: check.rewritten,
  };
}

/** The attributes of a table by the names that a sheet has for them. */
class Columns {
  readonly #table: Table;
  readonly #names: ReadonlySet<string>;

  constructor(table: Table) {
    this.#table = table;
    this.#names = new Set(table.columns.map(({ name }) => name));
  }

  /** By the name of the attribute, else of the column; with or without the apostrophe of `writeCsv`. */
  named({ attribute, column }: Answer): string | undefined {
    return [attribute, withoutApostrophe(attribute), column, withoutApostrophe(column)].find((name) =>
      this.#names.has(name),
    );
  }

  /** Whether the values of an answer, as sheets list them, are those of the rows or lists of a product. */
  holdsAll(attribute: string, product: number, answer: string): boolean {
    const held = this.held(attribute, product).split(' | ');
    const given = new Set(answer.split('|').map((value) => value.trim()));
    return held.length > 1 && held.length === given.size && held.every((value) => given.has(value));
  }

  /** Whether a product has a value, in a list or alone. */
  has(attribute: string, product: number, value: string, separator: string | undefined): boolean {
    const column = this.#table.columns.find(({ name }) => name === attribute);
    const cells = column?.texts[column.cell[product]]?.split(ROW_JOINER) ?? [];
    const parts =
      separator === undefined ? [] : cells.flatMap((cell) => cell.split(separator.trim() || separator));
    return [...cells, ...parts].some((part) => part.trim() === value);
  }

  /** What a product has, for the eye. */
  held(attribute: string, product: number): string {
    const column = this.#table.columns.find(({ name }) => name === attribute);
    return column?.texts[column.cell[product]]?.replaceAll(ROW_JOINER, ' | ') ?? '';
  }
}

/** Products by the ids that a sheet has for them. */
class Products {
  readonly #exact: ReadonlyMap<string, number>;
  /** Without zeros in front, which spreadsheet programs drop; -1 where several products share what is left. */
  readonly #short = new Map<string, number>();

  constructor(ids: readonly string[]) {
    this.#exact = new Map(ids.map((id, product) => [id, product]));
    ids.forEach((id, product) => {
      const short = withoutZeros(id);
      this.#short.set(short, this.#short.has(short) ? -1 : product);
    });
  }

  of(id: string): number | undefined {
    const exact = this.#exact.get(id) ?? this.#exact.get(withoutApostrophe(id));
    if (exact !== undefined) return exact;
    const product = /^\d+$/.test(id) ? this.#short.get(withoutZeros(id)) : undefined;
    return product === -1 ? undefined : product;
  }
}

const withoutZeros = (id: string): string => (/^\d+$/.test(id) ? id.replace(/^0+(?=\d)/, '') : id);
