/**
 * An answer of which one long part is JSON already: it was written once to be hashed or kept, and goes out as those
 * very bytes.
 */
export class WrittenAnswer<Answer extends object, Part extends keyof Answer & string> {
  readonly #rest: Omit<Answer, Part>;
  readonly #part: Part;
  readonly #json: string;

  constructor(rest: Omit<Answer, Part>, part: Part, json: string) {
    this.#rest = rest;
    this.#part = part;
    this.#json = json;
  }

  /** The answer as JSON, with some more fields. */
  json(more: object): string {
    const rest = JSON.stringify({ ...this.#rest, ...more });
    return `${rest.slice(0, -1)},${JSON.stringify(this.#part)}:${this.#json}}`;
  }
}
