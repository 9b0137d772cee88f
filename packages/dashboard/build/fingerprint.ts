import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What the built dashboard is made of, relative to the root. */
const SOURCES = [
  'packages/dashboard/{api,build,pages,parts,public,shell,styles}/**/*',
  'packages/dashboard/*.{html,json,ts,tsx}',
  'packages/contract/management/**/*.ts',
  'docs/**/*.md',
  'CHANGELOG.md',
  'package-lock.json',
];

/** A hash of everything that the dashboard is built from: a few milliseconds. */
export function fingerprint(): string {
  const hash = createHash('sha256');
  for (const file of globSync(SOURCES, { cwd: root }).sort()) {
    if (!statSync(join(root, file)).isFile() || file.includes('.test.')) continue;
    hash.update(`${file.replaceAll('\\', '/')}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}
