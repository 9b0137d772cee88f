import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Path of the first program of these names that is on `PATH`, or `undefined`. */
export function findInstalled(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
