import type { CatalogueError } from '@decidable/engine/catalogue';

/** What is wrong with a file, and where: `catalogue.csv, line 3, column 5: …`. */
export function refusalOf(error: CatalogueError, name: string): string {
  const place = [
    ...(error.line === undefined ? [] : [`line ${error.line}`]),
    ...(error.column === undefined ? [] : [`column ${error.column}`]),
  ];
  return `${[name, ...place].join(', ')}: ${error.message}`;
}
