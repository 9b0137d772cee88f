import { crc32 } from 'node:zlib';
import type { Pace } from '../../time-slices.ts';

/**
 * Plain data as one buffer that is used as it is. Typed arrays are views of it, so opening it reads a short header and copies
 * nothing; other threads share its memory.
 *
 *   0  magic and version, 8 bytes
 *   8  length of the header, then a CRC-32 of all that follows these 16 bytes: two little-endian numbers of 32 bits
 *  16  header, JSON: the sections (type, offset, length), and the tree that names them
 *      sections, each at a multiple of 8 bytes
 */
const MAGIC = Uint8Array.from('DCDFLAT1', (sign) => sign.charCodeAt(0));
const PREFIX = 16;

const TYPES = [Uint8Array, Uint16Array, Uint32Array, Int32Array, Float32Array, Float64Array] as const;
type Numbers = InstanceType<(typeof TYPES)[number]>;

/** Lists of more numbers, or of more texts, are sections. Set by hand. */
const LONG = 32;
/** Entries of a list in one section of JSON: parsed in a millisecond or two. Set by hand. */
const CHUNK = 2_000;
/** Bytes whose checksum is worked out between two turns of others: a millisecond. Set by hand. */
const CHECKED_AT_ONCE = 4 * 1024 * 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const aligned = (offset: number): number => Math.ceil(offset / 8) * 8;

/** The key of an object that stands for a value, such as a section or NaN. An object of the data never has it. */
const FORM = '$';
type Form =
  | { readonly [FORM]: 'array' | 'numbers'; readonly section: number }
  /** Entries of a list or a map, as JSON. */
  | { readonly [FORM]: 'list' | 'map'; readonly sections: readonly number[] }
  | { readonly [FORM]: 'number'; readonly text: string }
  | { readonly [FORM]: 'undefined' };

/** Whether JSON has the number. */
const isJson = (value: number): boolean => Number.isFinite(value) && !Object.is(value, -0);

type Section = readonly [type: number, offset: number, length: number];

interface Header {
  readonly sections: readonly Section[];
  readonly tree: unknown;
}

/** What a value is in the header; what is long goes to the sections. */
class TreeWriter {
  readonly sections: Numbers[] = [];
  /** An array that stands in several places is written once. */
  readonly #known = new Map<Numbers, number>();

  /** @throws TypeError for what is no plain data */
  form(value: unknown): unknown {
    if (value === undefined) return { [FORM]: 'undefined' };
    if (typeof value === 'number' && !isJson(value)) {
      return { [FORM]: 'number', text: value === 0 ? '-0' : `${value}` };
    }
    if (
      value === null ||
      typeof value === 'string' ||
      typeof value === 'number' ||
      typeof value === 'boolean'
    )
      return value;
    if (typeof value !== 'object') throw new TypeError(`No plain data: ${String(value)}.`);
    if (ArrayBuffer.isView(value)) return { [FORM]: 'array', section: this.#section(value as Numbers) };
    if (value instanceof Map) return { [FORM]: 'map', sections: this.#chunks([...value]) };
    if (Array.isArray(value)) return this.#list(value);
    if (Object.getPrototypeOf(value) !== Object.prototype || FORM in value)
      throw new TypeError(`No plain data: ${String(value)}.`);
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.form(inner)]));
  }

  #list(list: readonly unknown[]): unknown {
    if (list.length > LONG) {
      if (list.every((entry) => typeof entry === 'number'))
        return { [FORM]: 'numbers', section: this.#section(Float64Array.from(list)) };
      if (list.every((entry) => typeof entry === 'string'))
        return { [FORM]: 'list', sections: this.#chunks(list) };
    }
    return list.map((entry) => this.form(entry));
  }

  #chunks(list: readonly unknown[]): number[] {
    const sections: number[] = [];
    for (let from = 0; from < list.length; from += CHUNK) {
      sections.push(this.#section(encoder.encode(JSON.stringify(list.slice(from, from + CHUNK)))));
    }
    return sections;
  }

  #section(array: Numbers): number {
    let section = this.#known.get(array);
    if (section === undefined) {
      section = this.sections.push(array) - 1;
      this.#known.set(array, section);
    }
    return section;
  }
}

/**
 * Writes plain data: objects, lists, texts, numbers, typed arrays, and maps of JSON.
 *
 * @throws TypeError for other data
 */
export function writeFlatFile(data: unknown): Uint8Array<SharedArrayBuffer> {
  const writer = new TreeWriter();
  const tree = writer.form(data);
  const places: Section[] = [];
  let end = 0;
  for (const array of writer.sections) {
    const type = TYPES.findIndex((known) => array instanceof known);
    if (type < 0) throw new TypeError('An array is of a type that has no section.');
    places.push([type, end, array.length]);
    end = aligned(end + array.byteLength);
  }
  const header = encoder.encode(JSON.stringify({ sections: places, tree } satisfies Header));
  const body = aligned(PREFIX + header.length);
  const file = new Uint8Array(new SharedArrayBuffer(body + end));
  file.set(MAGIC);
  file.set(header, PREFIX);
  writer.sections.forEach((array, k) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    file.set(bytes, body + places[k][1]);
  });
  const prefix = new DataView(file.buffer);
  prefix.setUint32(8, header.length, true);
  prefix.setUint32(12, crc32(file.subarray(PREFIX)), true);
  return file;
}

/**
 * Opens what {@link writeFlatFile} wrote, with turns for other requests in between. Its arrays are views of the bytes.
 *
 * @param file at a multiple of 8 bytes of its buffer
 * @throws Error for other bytes, and for those that are damaged
 */
export async function openFlatFile(file: Uint8Array, pace: Pace): Promise<unknown> {
  if (MAGIC.some((byte, k) => file[k] !== byte)) throw new Error('These bytes are no flat file.');
  const prefix = new DataView(file.buffer, file.byteOffset, PREFIX);
  let checked = 0;
  for (let from = PREFIX; from < file.length; from += CHECKED_AT_ONCE) {
    checked = crc32(file.subarray(from, from + CHECKED_AT_ONCE), checked);
    await pace.rest();
  }
  if (checked !== prefix.getUint32(12, true)) throw new Error('The flat file is damaged.');
  const length = prefix.getUint32(8, true);
  const { sections, tree } = parsed(file.subarray(PREFIX, PREFIX + length)) as Header;
  const reader = new TreeReader(file, aligned(PREFIX + length), sections);
  const data = reader.value(tree);
  for (const fill of reader.toFill) {
    await pace.rest();
    fill();
  }
  return data;
}

const parsed = (json: Uint8Array): unknown => JSON.parse(decoder.decode(json));

class TreeReader {
  readonly #file: Uint8Array;
  readonly #body: number;
  readonly #sections: readonly Section[];
  readonly #arrays: Numbers[] = [];
  /** Each puts some entries of a list or a map into it. */
  readonly toFill: (() => void)[] = [];

  constructor(file: Uint8Array, body: number, sections: readonly Section[]) {
    this.#file = file;
    this.#body = body;
    this.#sections = sections;
  }

  value(node: unknown): unknown {
    if (node === null || typeof node !== 'object') return node;
    if (Array.isArray(node)) return node.map((entry) => this.value(entry));
    if (FORM in node) return this.#formed(node as Form);
    return Object.fromEntries(Object.entries(node).map(([name, inner]) => [name, this.value(inner)]));
  }

  #formed(form: Form): unknown {
    switch (form[FORM]) {
      case 'array':
        return this.#array(form.section);
      case 'numbers':
        return Array.from(this.#array(form.section));
      case 'number':
        return Number(form.text);
      case 'undefined':
        return undefined;
      case 'list': {
        const list: unknown[] = [];
        this.#entries<unknown>(form.sections, (entry) => list.push(entry));
        return list;
      }
      case 'map': {
        const map = new Map<unknown, unknown>();
        this.#entries<readonly [unknown, unknown]>(form.sections, ([key, entry]) => map.set(key, entry));
        return map;
      }
    }
  }

  #array(section: number): Numbers {
    const [type, offset, length] = this.#sections[section];
    const at = this.#file.byteOffset + this.#body + offset;
    this.#arrays[section] ??= new TYPES[type](this.#file.buffer as ArrayBuffer, at, length);
    return this.#arrays[section];
  }

  #entries<T>(sections: readonly number[], put: (entry: T) => void): void {
    for (const section of sections) {
      this.toFill.push(() => {
        for (const entry of parsed(this.#array(section) as Uint8Array) as T[]) put(entry);
      });
    }
  }
}
