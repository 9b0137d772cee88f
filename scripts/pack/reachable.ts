import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A path below the file itself: of an import, types included, or of `new URL(…, import.meta.url)`. */
const IMPORTED = /(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+)'/g;
/** Groups: the path. */
export const ADDRESSED = /\bnew URL\(\s*(['"])(\.[^'"]*)\1,\s*import\.meta\.url\)/g;

/** An import whose path is put together. */
const COMPUTED = /\bimport\((?!['"])/;

const SCRIPT = /\.[jt]s$/;

export interface Reachable {
  /** Scripts, workers included, and data that scripts import. Absolute paths. */
  readonly files: ReadonlySet<string>;
  /** Files and folders that scripts read by their address. Absolute paths. */
  readonly read: ReadonlySet<string>;
}

/** The scripts beside a file: a path that is put together leads to one of them. */
const besides = (file: string) =>
  globSync('*.ts', { cwd: dirname(file) })
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => join(dirname(file), name));

/**
 * What the entries need at run time: all they import, and the workers and files that they name by an address. Tests and
 * tools of the checkout are not among it. Fails on a path where nothing is.
 */
export function reachable(entries: readonly string[]): Reachable {
  const files = new Set<string>();
  const read = new Set<string>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    if (!SCRIPT.test(file)) continue;
    const text = readFileSync(file, 'utf8');
    for (const [, path = ''] of text.matchAll(IMPORTED)) waiting.push(join(dirname(file), path));
    if (COMPUTED.test(text)) waiting.push(...besides(file));
    for (const [, , path = ''] of text.matchAll(ADDRESSED)) {
      const target = join(dirname(file), path);
      if (!existsSync(target)) throw new Error(`${file}: nothing is at ${path}.`);
      if (SCRIPT.test(target) && statSync(target).isFile()) waiting.push(target);
      else read.add(target);
    }
  }
  return { files, read };
}
