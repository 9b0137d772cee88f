import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What the dashboard is made of whatever it imports, relative to the root. */
const SOURCES = [
  'packages/dashboard/{api,build,pages,parts,public,shell,styles}/**/*',
  'packages/dashboard/*.{html,json,ts,tsx}',
  'packages/contract/management/**/*.ts',
  'docs/**/*.md',
  'CHANGELOG.md',
  'package-lock.json',
];

/** The bundled modules that belong to this repository, relative to the root: those of other packages too. */
export const ownModules = (modules: readonly string[]): readonly string[] => {
  const own = modules
    .filter((module) => isAbsolute(module) && !module.includes('node_modules'))
    .map((module) => relative(root, module.replace(/\?.*$/, '')).replaceAll('\\', '/'));
  return [...new Set(own)].sort();
};

/**
 * A hash of everything that the dashboard is built from: a few milliseconds.
 *
 * @param modules that the last build bundled
 */
export function fingerprint(modules: readonly string[]): string {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  for (const file of [...new Set([...files, ...modules])].sort()) {
    const path = join(root, file);
    if (file.includes('.test.') || !existsSync(path) || !statSync(path).isFile()) continue;
    hash.update(`${file}\0`).update(readFileSync(path));
  }
  return hash.digest('hex');
}
