/**
 * An input that cannot be read. `line` and `column` count from 1. The message names the fault and how to fix it,
 * without the position, which `messageIn` adds.
 */
export class CatalogueError extends Error {
  readonly code: string;
  readonly line?: number;
  readonly column?: number;
  constructor(code: string, message: string, at?: { line?: number; column?: number }) {
    super(message);
    this.name = 'CatalogueError';
    this.code = code;
    if (at?.line !== undefined) this.line = at.line;
    if (at?.column !== undefined) this.column = at.column;
  }

  /** The message after its position in an export of this name: `catalogue.csv, line 3, column 5: …`. */
  messageIn(name: string): string {
    const place = [
      name,
      ...(this.line === undefined ? [] : [`line ${this.line}`]),
      ...(this.column === undefined ? [] : [`column ${this.column}`]),
    ];
    return `${place.join(', ')}: ${this.message}`;
  }
}
