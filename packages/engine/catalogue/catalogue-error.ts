/**
 * An input that cannot be read. `line`, `record` and `column` count from 1. `file` is that of several. The message
 * names the fault and how to fix it, without the position, which `messageIn` adds.
 */
export class CatalogueError extends Error {
  readonly code: string;
  readonly line?: number;
  readonly column?: number;
  readonly record?: number;
  readonly file?: string;
  constructor(
    code: string,
    message: string,
    at?: { line?: number; column?: number; record?: number; file?: string },
  ) {
    super(message);
    this.name = 'CatalogueError';
    this.code = code;
    if (at?.line !== undefined) this.line = at.line;
    if (at?.column !== undefined) this.column = at.column;
    if (at?.record !== undefined) this.record = at.record;
    if (at?.file !== undefined) this.file = at.file;
  }

  /** The message after its position in an export of this name: `catalogue.csv, line 3, column 5: …`. */
  messageIn(name: string): string {
    const place = [
      this.file ?? name,
      ...(this.line === undefined ? [] : [`line ${this.line}`]),
      ...(this.record === undefined || this.line !== undefined ? [] : [`record ${this.record}`]),
      ...(this.column === undefined ? [] : [`column ${this.column}`]),
    ];
    return `${place.join(', ')}: ${this.message}`;
  }
}
