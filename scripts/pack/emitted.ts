import { dirname, join, relative } from 'node:path';
import { ADDRESSED } from './reachable.ts';

const RELATIVE_TYPES = /((?:\bfrom|\bimport|\bimport\()\s*['"]\.[^'"]+)\.tsx?(['"])/g;

const slashed = (path: string) => path.replaceAll('\\', '/');

/** The compiler writes `.js` in the imports of scripts, but leaves those of declarations. */
export const declarationAsEmitted = (text: string) => text.replace(RELATIVE_TYPES, '$1.js$2');

/** Imports of plain JavaScript, which the compiler does not see. */
export const scriptAsEmitted = declarationAsEmitted;

/**
 * A script with the addresses that hold in the package: of the emitted worker in place of its source, and of the copy
 * that the package brings in place of what lies outside of it.
 *
 * @param source the path of the script's source
 * @param brought the path that stands in the package for a path outside of it
 */
export function addressesInPackage(
  text: string,
  source: string,
  folder: string,
  brought: (outside: string) => string,
): string {
  return text.replace(ADDRESSED, (call, _quote, path: string) => {
    const target = join(dirname(source), path);
    const inside = target.startsWith(join(folder, '/'));
    const place = (inside ? target : brought(target)).replace(/\.ts$/, '.js');
    const held = slashed(relative(dirname(source), place)) + (path.endsWith('/') ? '/' : '');
    return call.replace(path, held.startsWith('.') ? held : `./${held}`);
  });
}
