import { CatalogueError } from '@decidable/engine/catalogue';

/** What is wrong with an export or a sheet, for its owner; the message names the file. */
export class ExportFault extends Error {}

/** Does work on a file. Messages about it name the file. */
export function naming<Result>(name: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw asFault(error, name);
  }
}

/** The error as a fault of the file, where it is one. */
export const asFault = (error: unknown, name: string, remedy = ''): unknown =>
  error instanceof CatalogueError
    ? new ExportFault(`${error.messageIn(name)}${remedy}`, { cause: error })
    : error;
