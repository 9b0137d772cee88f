import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pythonWith } from './python.ts';

const root = join(import.meta.dirname, '../..');

const BUILDER = 'hatchling';
/** What has to be installed to pack the client for Python. */
export const WHEEL_NEEDS =
  'The client for Python is built by hatchling. Install Python 3.9 or later with it: python3-hatchling on Debian, or "pip install hatchling".';
export const canPackWheel = (): boolean => pythonWith(BUILDER) !== undefined;

/** What the builder of the package calls; its own isolation would download it each time. */
const BUILD = `
import sys
from hatchling import build
build.build_sdist(sys.argv[1])
build.build_wheel(sys.argv[1])
`;

/**
 * Makes wheel and source distribution of the client for Python, in `wheels` of the folder.
 *
 * @returns their paths
 * @throws Error where there is no Python with hatchling
 */
export function packWheel(out: string): string[] {
  const python = pythonWith(BUILDER);
  if (python === undefined) throw new Error(WHEEL_NEEDS);
  const place = join(out, 'packages/python');
  const wheels = join(out, 'wheels');
  for (const folder of [place, wheels]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(wheels, { recursive: true });
  const source = join(root, 'packages/python');
  for (const name of ['src', 'README.md', 'pyproject.toml'])
    cpSync(join(source, name), join(place, name), {
      recursive: true,
      filter: (path) => !path.endsWith('__pycache__'),
    });
  cpSync(join(root, 'LICENSE'), join(place, 'LICENSE'));
  execFileSync(python, ['-c', BUILD, wheels], { cwd: place, stdio: ['ignore', 'ignore', 'inherit'] });
  return globSync('*.{whl,tar.gz}', { cwd: wheels }).map((file) => join(wheels, file));
}
