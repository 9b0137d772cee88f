import { type AttributeValue, type LeftOut, limits, type Warning } from '@decidable/contract';
import { nearestName } from '@decidable/engine/catalogue';
import { nestedValue } from './nested-values.ts';

/** The endpoints that rank a list of the caller's, with its field. */
const LISTS: ReadonlyMap<string, string> = new Map([
  ['/search', 'products'],
  ['/rerank', 'results'],
]);

/** Fields of an answer of this service that are no attributes of the product. */
const ANSWERED = new Set(['rank', 'previousRank', 'score', 'scoreBreakdown', 'why', 'variants']);
/** Fields of a result of `/rerank` that are no attributes. */
const OWN = ['id', 'score', 'attributes'];

/** Fields that one answer names as ignored. */
const MAX_NAMED = 10;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const count = (value: number) => value.toLocaleString('en');

/** Whether a text has at most so many code points. */
const isWithin = (text: string, most: number): boolean =>
  text.length <= most || (text.length <= 2 * most && [...text].length <= most);

const isScalar = (value: unknown): value is string | number | boolean =>
  Number.isFinite(value) ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && isWithin(value, limits.attributeValue));

const isPlain = (value: unknown): value is AttributeValue =>
  isScalar(value) || (Array.isArray(value) && value.length <= limits.attributes && value.every(isScalar));

/** What is told of a list: entries that are left out, and fields that are ignored, each name once. */
class Told {
  readonly #list: string;
  readonly #warnings: Warning[];
  readonly #ignored = new Set<string>();
  readonly leftOut: LeftOut[] = [];

  constructor(list: string, warnings: Warning[]) {
    this.#list = list;
    this.#warnings = warnings;
  }

  ignored(index: number, name: string): void {
    if (this.#ignored.has(name) || this.#ignored.size >= MAX_NAMED) return;
    this.#ignored.add(name);
    const shown = isWithin(name, limits.attributeName)
      ? name
      : `${name.slice(0, limits.attributeName).toWellFormed()}…`;
    const field = `${this.#list}[${index}].${shown}`;
    this.#warnings.push({
      code: 'no_attribute',
      field,
      message: `${field} is no attribute and was ignored, as is the same field of other entries: send a text of at most ${count(limits.attributeValue)} characters, a number, true or false, or a list of them, at most ${limits.attributes} an entry.`,
    });
  }

  leave(index: number, id: unknown, reason: string): void {
    const isText = typeof id === 'string' || typeof id === 'number';
    this.leftOut.push({ index, ...(isText && id !== '' && { id: String(id) }), reason });
  }

  /** One warning stands for all entries that are left out. */
  end(): void {
    const [first, ...more] = this.leftOut;
    if (first === undefined) return;
    const field = `${this.#list}[${first.index}]`;
    const others = more.length === 0 ? '' : ` So were ${count(more.length)} more: see left_out.`;
    this.#warnings.push({
      code: 'entry_left_out',
      field,
      message: `${field} was left out: ${first.reason}${others}`,
    });
  }
}

/** The id of an entry as text, or what is wrong with it. */
function idOf(id: unknown): { readonly id: string } | { readonly fault: string } {
  if (typeof id === 'number' && Number.isSafeInteger(id)) return { id: String(id) };
  if (id === undefined || id === null || id === '') return { fault: 'it has no id. Send one.' };
  if (typeof id !== 'string') return { fault: 'its id is no text and no whole number. Send one.' };
  if (!isWithin(id, limits.itemId))
    return { fault: `its id has over ${limits.itemId} characters. Shorten it.` };
  return { id };
}

/**
 * The attributes that some fields say, read into `attributes`; what is none is told. A field wins over one read before
 * it; what a container such as `priceRange` says wins over nothing.
 */
function readAttributes(
  fields: Fields,
  attributes: Map<string, AttributeValue>,
  index: number,
  told: Told,
): void {
  const contained: [name: string, value: AttributeValue][] = [];
  for (const name in fields) {
    const sent = fields[name];
    if (sent === null || sent === undefined) continue;
    const [key, value] = (!isPlain(sent) && typeof sent === 'object' && nestedValue(name, sent)) || [
      name,
      sent,
    ];
    const fits = attributes.has(key) || attributes.size < limits.attributes;
    if (!isPlain(value) || !isWithin(name, limits.attributeName) || !fits) told.ignored(index, name);
    else if (key === name) attributes.set(key, value);
    else contained.push([key, value]);
  }
  for (const [key, value] of contained)
    if (!attributes.has(key) && attributes.size < limits.attributes) attributes.set(key, value);
}

/** Whether an entry is an item of an answer of this service. */
const isAnswered = ({ rank, score }: Fields): boolean =>
  typeof rank === 'number' && typeof score === 'number';

/** Whether a name is an attribute's beside an id: a misspelt field of the request is none, and is warned of as such. */
function freeNames(): (name: string) => boolean {
  const names = new Map<string, boolean>(OWN.map((name) => [name, false]));
  return (name) => {
    let free = names.get(name);
    if (free === undefined) {
      free = nearestName(name, OWN) === undefined;
      names.set(name, free);
    }
    return free;
  };
}

/** The fields of an entry that may be attributes, those beside its id before those in `attributes`, which win. */
function* attributesOf(entry: Fields, isFree: (name: string) => boolean): Generator<Fields> {
  const beside: Record<string, unknown> = Object.create(null);
  const answered = isAnswered(entry);
  for (const name in entry) {
    if (!isFree(name) || (answered && ANSWERED.has(name))) continue;
    beside[name] = entry[name];
  }
  yield beside;
  if (isFields(entry.attributes)) yield entry.attributes;
}

/**
 * Makes of the list of a body what can be ranked: each entry with an id and attributes that are texts, numbers, true or
 * false, or lists of these. Prices, images, brands and categories are read as shops nest them, and items of this
 * service's own answers are taken. What is no attribute is ignored, and an entry without a usable id, or with one that
 * was there before, is left out: both are told in `warnings`, and the list is ranked all the same.
 *
 * @param body of any shape; what is no list, or a longer one than may be, is left to the check of the fields
 * @returns the entries that are left out, in the order of the list
 */
export function readUsableEntries(path: string, body: unknown, warnings: Warning[]): readonly LeftOut[] {
  const list = LISTS.get(path);
  if (list === undefined || !isFields(body)) return [];
  const sent = body[list];
  if (!Array.isArray(sent) || sent.length > limits.items) return [];
  const told = new Told(list, warnings);
  const isResults = list === 'results';
  const isFree = isResults ? freeNames() : (name: string) => name !== 'id' && name !== 'attributes';
  const places = new Map<string, number>();
  const usable: unknown[] = [];
  for (const [index, entry] of sent.entries()) {
    const read = isFields(entry) ? entry : isResults || typeof entry !== 'object' ? { id: entry } : undefined;
    const found = read === undefined ? { fault: 'it is no object with an id.' } : idOf(read.id);
    if ('fault' in found) {
      told.leave(index, read?.id, found.fault);
      continue;
    }
    const name = found.id.normalize();
    const before = places.get(name);
    if (before !== undefined) {
      told.leave(index, found.id, `${list}[${before}] has the same id. Send every product once.`);
      continue;
    }
    places.set(name, index);
    const attributes = new Map<string, AttributeValue>();
    for (const fields of attributesOf(read!, isFree)) readAttributes(fields, attributes, index, told);
    usable.push(
      isResults
        ? resultOf(found.id, read!, attributes, entry, isFree)
        : { ...Object.fromEntries(attributes), id: found.id },
    );
  }
  told.end();
  (body as Record<string, unknown>)[list] = usable;
  return told.leftOut;
}

/** A result as the check of the fields takes it: misspelt fields stay, as they are named by it. */
function resultOf(
  id: string,
  sent: Fields,
  attributes: ReadonlyMap<string, AttributeValue>,
  entry: unknown,
  isFree: (name: string) => boolean,
): unknown {
  if (!isFields(entry)) return id;
  const { score } = sent;
  const misspelt = Object.entries(sent).filter(([name]) => !OWN.includes(name) && !isFree(name));
  return {
    ...Object.fromEntries(misspelt),
    id,
    ...(typeof score === 'number' && { score }),
    ...(attributes.size > 0 && { attributes: Object.fromEntries(attributes) }),
  };
}
