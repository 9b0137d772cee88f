import { CatalogueError } from '../catalogue-error.ts';

export function emptyFile(): CatalogueError {
  return new CatalogueError(
    'empty_file',
    'The file is empty. It needs a first row with the names of the columns, then one row a product.',
  );
}
