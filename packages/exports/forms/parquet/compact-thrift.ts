/** A struct by the numbers of its fields. */
export type Struct = ReadonlyMap<number, Value>;
export type Value = number | boolean | Uint8Array | readonly Value[] | Struct;

const MAX_DEPTH = 24;
/** Structs and texts of a description, beyond some: those that say something take four bytes each and more. */
const NODES_A_BYTE = 1 / 4;
const FREE_NODES = 1_000;

const [STOP, TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, STRUCT] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12,
];

/**
 * Reads structs of Thrift's compact protocol, which Parquet describes itself in. No length or count is believed that
 * exceeds the bytes that are there.
 */
export class CompactThrift {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  offset: number;
  #nodes: number;

  constructor(bytes: Uint8Array, offset: number, end: number) {
    this.#bytes = bytes;
    this.offset = offset;
    this.#end = end;
    this.#nodes = FREE_NODES + NODES_A_BYTE * (end - offset);
  }

  /** @throws RangeError for what is no struct */
  struct(depth = 0): Struct {
    if (depth > MAX_DEPTH) throw new RangeError('its description is nested too deep');
    this.#count();
    const fields = new Map<number, Value>();
    for (let field = 0; ; ) {
      const head = this.#byte();
      const type = head & 15;
      if (type === STOP) return fields;
      field = head >> 4 === 0 ? this.#signed() : field + (head >> 4);
      fields.set(field, this.#value(type, depth));
    }
  }

  #value(type: number, depth: number): Value {
    switch (type) {
      case TRUE:
      case FALSE:
        return type === TRUE;
      case BYTE:
        return this.#byte();
      case I16:
      case I32:
      case I64:
        return this.#signed();
      case DOUBLE:
        return this.#taken(8);
      case BINARY:
        this.#count();
        return this.#taken(this.#unsigned());
      case LIST:
        return this.#list(depth);
      case STRUCT:
        return this.struct(depth + 1);
      default:
        throw new RangeError(`its description has a value of the unknown type ${type}`);
    }
  }

  #list(depth: number): Value[] {
    if (depth > MAX_DEPTH) throw new RangeError('its description is nested too deep');
    const head = this.#byte();
    const size = head >> 4 === 15 ? this.#unsigned() : head >> 4;
    if (size > this.#end - this.offset)
      throw new RangeError(`it claims a list of ${size}, which is not there`);
    const type = head & 15;
    const values: Value[] = [];
    for (let at = 0; at < size; at++)
      values.push(type === TRUE || type === FALSE ? this.#byte() === TRUE : this.#value(type, depth + 1));
    return values;
  }

  #taken(length: number): Uint8Array {
    if (length > this.#end - this.offset)
      throw new RangeError(`it claims a value of ${length} bytes, which are not there`);
    this.offset += length;
    return this.#bytes.subarray(this.offset - length, this.offset);
  }

  #count(): void {
    this.#nodes--;
    if (this.#nodes < 0) throw new RangeError('its description has more parts than such a file has');
  }

  #byte(): number {
    if (this.offset >= this.#end) throw new RangeError('it is cut off');
    return this.#bytes[this.offset++];
  }

  #unsigned(): number {
    let value = 0;
    for (let factor = 1; factor < 2 ** 70; factor *= 128) {
      const byte = this.#byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    throw new RangeError('it has a number of more than 64 bits');
  }

  #signed(): number {
    const value = this.#unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
