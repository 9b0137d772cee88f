const END = Buffer.from('}');

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
  json(more?: object): Buffer {
    const rest = JSON.stringify({ ...this.#rest, ...more });
    const begin = Buffer.from(`${rest.slice(0, -1)},${JSON.stringify(this.#part)}:`);
    return Buffer.concat([begin, this.#json, END]);
  }
}
