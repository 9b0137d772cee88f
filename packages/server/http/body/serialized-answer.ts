import { isAscii } from 'node:buffer';

const END = Buffer.from('}');

/**
 * A part of up to so many bytes that is ASCII is sent as text: Node.js writes head and body of a text together, and those
 * of bytes one by one. Set by hand.
 */
const SHORT = 8 * 1024;

/** An answer that is JSON already: an object, as text. */
export class SerializedText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The answer as JSON, with additional fields. */
  json(more?: object): string {
    return more === undefined ? this.#text : `${this.#text.slice(0, -1)},${JSON.stringify(more).slice(1)}`;
  }
}

/**
 * An answer with one long part that is JSON already: it was written once to be hashed or stored, and the same bytes are
 * sent.
 */
export class SerializedAnswer<Answer extends object, Part extends keyof Answer & string> {
  readonly #rest: Omit<Answer, Part>;
  readonly #part: Part;
  readonly #json: Buffer;

  constructor(rest: Omit<Answer, Part>, part: Part, json: Buffer) {
    this.#rest = rest;
    this.#part = part;
    this.#json = json;
  }

  /** The answer as JSON, with additional fields. */
  json(more?: object): string | Buffer {
    const json = this.#json;
    const rest = JSON.stringify(more === undefined ? this.#rest : { ...this.#rest, ...more });
    const begin = `${rest.slice(0, -1)},${JSON.stringify(this.#part)}:`;
    if (json.length <= SHORT && isAscii(json)) return `${begin}${json.toString('latin1')}}`;
    return Buffer.concat([Buffer.from(begin), json, END]);
  }
}
