import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const biome = fileURLToPath(new URL('../node_modules/.bin/biome', import.meta.url));

/** What the linter says of a file with this content at this path; empty when it is content. */
function lint(path: string, content: string): string {
  try {
    execFileSync(biome, ['lint', `--stdin-file-path=${path}`, '--colors=off'], {
      cwd: root,
      input: content,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    return '';
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return stdout + stderr;
  }
}

const refused: readonly (readonly [path: string, content: string])[] = [
  ['packages/engine/audit/probe.ts', "import { limits } from '@decidable/contract';\nexport { limits };\n"],
  ['packages/engine/audit/probe.ts', "import { readFileSync } from 'node:fs';\nexport { readFileSync };\n"],
  ['packages/engine/audit/probe.ts', 'export const at = Date.now();\n'],
  ['packages/engine/audit/probe.ts', 'export const at = new Date();\n'],
  ['packages/engine/audit/probe.ts', 'export const dice = Math.random();\n'],
  ['packages/engine/audit/probe.ts', 'export const env = process.env;\n'],
  ['packages/contract/probe.ts', "import { audit } from '@decidable/engine/audit';\nexport { audit };\n"],
  ['packages/server/probe.ts', "import { main } from 'decidable';\nexport { main };\n"],
  ['packages/server/probe.ts', "import { main } from '../cli/main.ts';\nexport { main };\n"],
  ['packages/sdk/src/probe.ts', "import { audit } from '@decidable/engine/audit';\nexport { audit };\n"],
  ['packages/sdk/src/probe.ts', "import { start } from '@decidable/server';\nexport { start };\n"],
];

for (const [path, content] of refused) {
  test(`the linter refuses ${JSON.stringify(content.split('\n')[0])} in ${path}`, () => {
    assert.match(lint(path, content), /one way|nothing of ours|pure|contract only/);
  });
}

test('the linter lets the server import the engine and the contract', () => {
  const content =
    "import { limits } from '@decidable/contract';\nimport { audit } from '@decidable/engine/audit';\nexport { audit, limits };\n";
  assert.equal(lint('packages/server/probe.ts', content), '');
});
