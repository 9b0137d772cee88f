import {
  type Attribute,
  type Catalogue,
  interpret,
  readTable,
  recogniseRoles,
} from '@decidable/engine/catalogue';
import { buildIndex, packIndex } from '@decidable/engine/ranking';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { BuiltCatalogue, ShownColumn } from './shop.ts';

export interface BuildRequest {
  readonly csv: Uint8Array;
  /** Columns by role where the owner said so; they win over what is recognised. */
  readonly roles: Readonly<Record<string, string>> | undefined;
}

/** What one distinct cell holds, as answers show it. */
function shownCell(attribute: Attribute, cell: readonly number[]): string | number | readonly string[] {
  const values = cell.map((value) => attribute.values[value]!);
  if (values.length !== 1) return values.map(({ label }) => label);
  const { number, label } = values[0]!;
  return attribute.kind === 'number' && attribute.unit === undefined && number !== undefined ? number : label;
}

function shownColumns(catalogue: Catalogue): ShownColumn[] {
  return catalogue.attributes.map((attribute) => ({
    name: attribute.name,
    cell: attribute.cell,
    values: attribute.cells.map((cell) => shownCell(attribute, cell)),
  }));
}

/** Every buffer of what is handed over, each once: they move to the other thread instead of being copied. */
function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (Array.isArray(value)) {
    if (typeof value[0] === 'object') for (const inner of value) buffersOf(inner, found);
  } else if (value !== null && typeof value === 'object' && !(value instanceof Map)) {
    for (const inner of Object.values(value)) buffersOf(inner, found);
  }
  return found;
}

/** Reads a catalogue into an index, off the thread that serves. */
export default function build({ csv, roles }: BuildRequest): ReturnType<typeof move> {
  const catalogue = interpret(readTable(csv));
  const built: BuiltCatalogue = {
    index: packIndex(buildIndex(catalogue, recogniseRoles(catalogue, roles))),
    shown: shownColumns(catalogue),
  };
  return move({ [transferableSymbol]: [...buffersOf(built)], [valueSymbol]: built });
}
