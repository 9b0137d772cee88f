import { CatalogueError } from '@decidable/engine/catalogue';
import type { SaxesParser } from 'saxes';
import type { ReadingBudget } from './reading-budget.ts';
import type { Entry } from './unpack.ts';

/** What a part of a workbook is read with. Names are without their namespace, those of attributes with it. */
export interface PartReader {
  open(name: string, attributes: Readonly<Record<string, string>>, isEmpty: boolean): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Attributes of one element; feeds and workbooks have a dozen. */
const MAX_ATTRIBUTES = 1_000;

/** Elements around one in a part of a workbook, which has ten or so. */
const MAX_DEPTH = 100;

/** Has a parser stop at an element with more attributes than elements have: it keeps them until the element is whole. */
export function limitAttributes(parser: SaxesParser, refuse: (why: string) => never): void {
  let attributes = 0;
  parser.on('opentagstart', () => {
    attributes = 0;
  });
  parser.on('attribute', () => {
    attributes++;
    if (attributes > MAX_ATTRIBUTES)
      refuse(`an element has more than ${MAX_ATTRIBUTES.toLocaleString('en-GB')} attributes`);
  });
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads an XML part of a workbook as a stream, piece by piece as it is unpacked.
 *
 * @throws CatalogueError `broken_workbook`; what the reader and the budget throw
 */
export async function readPart(part: Entry, budget: ReadingBudget, reader: PartReader): Promise<void> {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser();
  limitAttributes(parser, (why) => {
    throw brokenWorkbook(`${part.name}: ${why}`);
  });
  let depth = 0;
  parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
    if (++depth > MAX_DEPTH) throw brokenWorkbook(`${part.name}: its elements are nested too deep`);
    reader.open(localName(name), attributes as Record<string, string>, isSelfClosing);
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    reader.close?.(localName(name));
  });
  parser.on('text', (text) => reader.text?.(text));
  parser.on('cdata', (text) => reader.text?.(text));
  parser.on('error', ({ message }) => {
    throw brokenWorkbook(`${part.name}: ${message}`);
  });
  const decoder = new TextDecoder();
  for await (const piece of part.pieces(budget)) parser.write(decoder.decode(piece, { stream: true }));
  parser.write(decoder.decode()).close();
}

export const brokenWorkbook = (why: string): CatalogueError =>
  new CatalogueError(
    'broken_workbook',
    `The workbook cannot be read (${why}). Open it in a spreadsheet program and save it again, without a password, or as "CSV UTF-8".`,
  );
