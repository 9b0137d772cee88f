import { spawnSync } from 'node:child_process';

/** Where Python is looked for. That of the system comes before one of a version manager: packages are installed for it. */
const CANDIDATES = [process.env.PYTHON, '/usr/bin/python3', 'python3', 'python'];

/** The first Python from 3.9 on that has these modules. */
export function pythonWith(...modules: readonly string[]): string | undefined {
  const program = [
    'import sys',
    'assert sys.version_info >= (3, 9)',
    ...modules.map((name) => `import ${name}`),
  ].join('\n');
  return CANDIDATES.find((path) => path && spawnSync(path, ['-c', program]).status === 0);
}
