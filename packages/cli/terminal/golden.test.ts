import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { decidable } from '../testing/command.ts';

// What people look at, kept to be looked at: after a change that is meant, `UPDATE_GOLDEN=1 npm run test:node` writes the
// reports again, and the difference is part of the review.

const EXAMPLES = fileURLToPath(new URL('../../../examples/catalogues/', import.meta.url));

const REPORTS: Readonly<Record<string, readonly string[]>> = {
  'audit-80.txt': ['audit', 'computer-parts.csv', '--horizon', '5000'],
  'verify-80.txt': [
    'verify',
    'monitors-before.csv',
    'monitors-after.csv',
    '--repairs',
    'monitors-repairs.json',
  ],
};

for (const [name, args] of Object.entries(REPORTS)) {
  test(`the report of "decidable ${args.join(' ')}" is ${name}`, async () => {
    const path = new URL(`golden/${name}`, import.meta.url);
    const { code, stdout } = await decidable(args, { cwd: EXAMPLES, env: { COLUMNS: '80' } });
    assert.equal(code, 0);
    if (process.env.UPDATE_GOLDEN) await writeFile(path, stdout);
    assert.equal(stdout, await readFile(path, 'utf8'));
  });
}
