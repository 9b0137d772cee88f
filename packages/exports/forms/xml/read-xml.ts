import { CatalogueError, cellTooLong, type ExportRows, isNamed, TEXT_KEY } from '@decidable/engine/catalogue';
import type { ReadingBudget } from '../reading-budget.ts';
import { RecordRows } from '../records.ts';
import { limitAttributes } from '../xml-part.ts';
import { NamesById } from './names-by-id.ts';
import { withReferences } from './references.ts';

/** An element with what it holds. */
interface Element {
  readonly name: string;
  readonly line: number;
  readonly attributes: Readonly<Record<string, string>>;
  children: Element[];
  text: string;
}

/** Characters that are handed to the parser at a time: it copies them. */
const PIECE = 1 << 16;

/** Shared by elements that have none. */
const NONE: Element[] = [];
const NO_ATTRIBUTES = {};

/**
 * Reads a feed: RSS or Atom with the names of merchant centres, or any document whose products are elements of one name.
 * Entities that a document declares itself are not expanded, and nothing outside of it is read.
 *
 * @throws CatalogueError with line and column of what is no XML, or `no_records`
 */
export async function readXml(bytes: Uint8Array, budget: ReadingBudget): Promise<ExportRows> {
  const { text, warnings } = withReferences(decodeXml(bytes));
  const root = await treeOf(text, budget);
  const names = new NamesById(root, budget.limits.depth);
  const found = recordsOf(root, names);
  if (found.length === 0) {
    throw new CatalogueError(
      'no_records',
      `This is XML without a list of products: no element of <${root.name}> stands there again. Export the catalogue as CSV, or as a feed with one element a product.`,
    );
  }
  const records = new RecordRows(budget);
  for (const element of found) {
    const fields = fieldsOf(element);
    for (const [key, value] of Object.entries(fields)) {
      const [name, text] = names.of(key, value) ?? [];
      if (name !== undefined && text !== undefined && fields[name] === undefined) fields[name] = text;
    }
    // A record has no field around it by whose name its own text would be found.
    if (fields[TEXT_KEY] !== undefined) fields[localName(element.name)] ??= fields[TEXT_KEY];
    records.add(fields, element.line);
  }
  return records.finished(warnings);
}

async function treeOf(text: string, budget: ReadingBudget): Promise<Element> {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser({ position: true });
  limitAttributes(parser, (why) => {
    throw new CatalogueError(
      'too_large',
      `This is no feed of products: ${why}. Export the catalogue as CSV.`,
      {
        line: parser.line,
      },
    );
  });
  const document: Element = { name: '', line: 0, attributes: {}, children: NONE, text: '' };
  const open = [document];
  // Records stand two or three elements deep in a document.
  const most = budget.limits.depth + 4;
  parser.on('opentag', ({ name, attributes }) => {
    budget.nodes(1, { line: parser.line });
    if (open.length > most) {
      throw new CatalogueError('too_deep', `Its elements are nested too deep at <${name.slice(0, 100)}>.`, {
        line: parser.line,
      });
    }
    const element: Element = {
      name,
      line: parser.line,
      attributes: hasKeys(attributes) ? (attributes as Record<string, string>) : NO_ATTRIBUTES,
      children: NONE,
      text: '',
    };
    const parent = open[open.length - 1];
    if (parent.children === NONE) parent.children = [element];
    else parent.children.push(element);
    open.push(element);
  });
  const addText = (more: string): void => {
    const element = open[open.length - 1];
    element.text += more;
    if (element.text.length > budget.limits.cellLength)
      throw cellTooLong(budget.limits.cellLength, { line: parser.line });
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    open.pop();
  });
  parser.on('error', (error) => {
    throw new CatalogueError(
      'broken_xml',
      `This is not well-formed XML (${error.message.replace(/^\d+:\d+: /, '')}). Export the feed again; it may be cut off.`,
      { line: parser.line, column: parser.column + 1 },
    );
  });
  for (let at = 0; at < text.length; at += PIECE) parser.write(text.slice(at, at + PIECE));
  parser.close();
  return document.children[0];
}

function hasKeys(attributes: object): boolean {
  for (const _ in attributes) return true;
  return false;
}

/** Decodes by the byte-order mark, else by the encoding that the declaration names, else as UTF-8. */
function decodeXml(bytes: Uint8Array): string {
  const declared = /^(?:\ufeff)?<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/i.exec(
    new TextDecoder('latin1').decode(bytes.subarray(0, 200)),
  )?.[1];
  const wide =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : undefined;
  const encoding = wide ?? declared ?? 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes).replace(/^\ufeff/, '');
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    throw new CatalogueError(
      'broken_encoding',
      `The feed is not in the encoding that it names (${encoding}). Export it again as UTF-8.`,
    );
  }
}

/** Elements that are products where a document has only one. */
const SINGLE = /^(?:item|entry|product|offer|article|artikel|produkt|produit|producto|prodotto)$/i;

/**
 * The elements of one path that hold most values: products hold more than the lists within them. What others state by id,
 * such as the thousand categories beside five products, is taken only where nothing else is.
 */
function recordsOf(root: Element, names: NamesById): Element[] {
  let best: Element[] = [];
  let most = 0;
  let isStated = true;
  // Paths are followed and never written: a name may be as long as the document.
  const visit = (parents: readonly Element[]): void => {
    for (const group of groupsIn(parents)) {
      const values = group.reduce((sum, element) => sum + valuesIn(element), 0);
      const isSeveral = group.length > 1 || SINGLE.test(localName(group[0].name));
      const hasFields = group.some(
        ({ children, attributes }) => children.length + Object.keys(attributes).length > 1,
      );
      const areStated = names.areStated(group);
      const isBetter = areStated === isStated ? values > most : isStated && values > 0;
      if (isSeveral && hasFields && isBetter) {
        best = group;
        most = values;
        isStated = areStated;
      }
      visit(group);
    }
  };
  visit([root]);
  return best;
}

/** What elements hold, by name. */
function groupsIn(parents: readonly Element[]): Iterable<Element[]> {
  const groups = new Map<string, Element[]>();
  for (const { children } of parents) {
    for (const child of children) {
      const group = groups.get(child.name);
      if (group === undefined) groups.set(child.name, [child]);
      else group.push(child);
    }
  }
  return groups.values();
}

const valuesIn = (element: Element): number =>
  Object.keys(element.attributes).length +
  (element.children.length === 0
    ? Number(element.text.trim() !== '')
    : element.children.reduce((sum, child) => sum + valuesIn(child), 0));

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

type Field = string | Field[] | { [key: string]: Field };

/** An element as an object: attributes and elements by their names without namespace, what stands again as a list. */
function fieldsOf(element: Element): { [key: string]: Field } {
  const fields: { [key: string]: Field } = Object.create(null);
  for (const [name, text] of Object.entries(element.attributes)) {
    if (!/^xmlns(?::|$)/.test(name)) fields[localName(name)] = text;
  }
  const prefixes = new Map<string, string>();
  for (const child of element.children) {
    const local = localName(child.name);
    // `title` beside `g:title` is the same fact for another reader.
    const prefix = prefixes.get(local);
    if (prefix === undefined) prefixes.set(local, child.name);
    const key = prefix === undefined || prefix === child.name ? local : child.name;
    const value = fieldOf(child);
    const before = fields[key];
    if (Array.isArray(before)) before.push(value);
    else fields[key] = before === undefined ? value : [before, value];
  }
  const text = element.text.trim();
  if (text !== '') fields[TEXT_KEY] = text;
  for (const [key, value] of Object.entries(fields)) if (isNamed(value)) fields[key] = [value];
  return fields;
}

function fieldOf(element: Element): Field {
  const isText = element.children.length === 0 && Object.keys(element.attributes).length === 0;
  return isText ? element.text.trim() : fieldsOf(element);
}
