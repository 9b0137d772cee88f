import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const refused: readonly (readonly [folder: string, line: string])[] = [
  ['packages/contract', "export { audit } from '@decidable/engine/audit';"],
  ['packages/engine/audit', "export { limits } from '@decidable/contract';"],
  ['packages/engine/audit', "export { openStorage } from '@decidable/server/storage';"],
  ['packages/engine/audit', "export { readFileSync } from 'node:fs';"],
  ['packages/engine/audit', 'export const at = Date.now();'],
  ['packages/engine/audit', 'export const at = new Date();'],
  ['packages/engine/audit', 'export const dice = Math.random();'],
  ['packages/engine/audit', 'export const environment = process.env;'],
  ['packages/server', "export { main } from 'decidable';"],
  ['packages/server', "export { main } from '../cli/main.ts';"],
  ['packages/exports', "export { limits } from '@decidable/contract';"],
  ['packages/exports', "export { main } from '../cli/main.ts';"],
  ['packages/report/words', "export { limits } from '@decidable/contract';"],
  ['packages/report/words', "export { main } from '../../cli/main.ts';"],
  ['packages/node', "export { limits } from '@decidable/contract';"],
  ['packages/tracing', "export { readConfig } from '@decidable/server/config';"],
  ['packages/node', "export { RunningService } from '../server/testing/running-service.ts';"],
  ['packages/sdk/src', "export { audit } from '@decidable/engine/audit';"],
  ['packages/sdk/src', "export { startService } from '@decidable/server';"],
  ['packages/react/src', "export type { Signal } from '@decidable/contract';"],
  ['packages/react/src', "export { readFileSync } from 'node:fs';"],
  ['packages/elements/src', "export type { Signal } from '@decidable/contract';"],
  ['packages/instantsearch/src', "export type { Signal } from '@decidable/contract';"],
  ['packages/dashboard/parts', "export { audit } from '@decidable/engine/audit';"],
  ['packages/dashboard/pages/keys', "export { startService } from '@decidable/server';"],
  ['packages/dashboard/api', "export { readFileSync } from 'node:fs';"],
];
const allowed: readonly (readonly [folder: string, line: string])[] = [
  ['packages/server', "export { limits } from '@decidable/contract';"],
  ['packages/server', "export { audit } from '@decidable/engine/audit';"],
  ['packages/exports', "export { readTable } from '@decidable/engine/catalogue';"],
  ['packages/report/words', "export type { AuditResult } from '@decidable/engine/audit';"],
  ['packages/server', "export { readExport } from '@decidable/exports';"],
  ['packages/server', "export { counted } from '@decidable/report/wording';"],
  ['packages/engine/audit', 'export const epoch = new Date(0);'],
  ['packages/sdk/src', "export type { Persona } from '@decidable/contract';"],
  ['packages/react/src', "export { search } from '@decidable/sdk';"],
  ['packages/elements/src', "export type { Client } from '@decidable/sdk';"],
  ['packages/instantsearch/src', "export type { Client } from '@decidable/sdk';"],
  ['packages/dashboard/api', "export type { listKeys } from '@decidable/contract/management';"],
  ['packages/dashboard/browser', "export { startService } from '@decidable/server';"],
  ['packages/node/generate', "export { endpoints } from '@decidable/contract';"],
  ['packages/cli', "export { startService } from '@decidable/server';"],
];

let folder = '';
let report = '';

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'decidable-lint-'));
  for (const part of ['biome.json', 'lint'])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  writeFileSync(join(folder, '.gitignore'), 'node_modules/\n');
  for (const [index, [place, line]] of [...refused, ...allowed].entries()) {
    const path = join(folder, place, `probe-${index}.ts`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${line}\n`);
  }
  const audit = join(folder, 'packages/engine/audit');
  writeFileSync(join(audit, 'there.ts'), "export type { Back as There } from './back.ts';\n");
  writeFileSync(join(audit, 'back.ts'), "export type { There as Back } from './there.ts';\n");
  const biome = join(root, 'node_modules/.bin/biome');
  const run = spawnSync(biome, ['lint', '--reporter=github', '--max-diagnostics=none', 'packages'], {
    cwd: folder,
    encoding: 'utf8',
  });
  report = run.stdout + run.stderr;
});

after(() => rmSync(folder, { recursive: true, force: true }));

for (const [index, [place, line]] of refused.entries()) {
  test(`the linter refuses ${line} in ${place}`, () => {
    assert.match(report, new RegExp(`::error [^\\n]*${place}/probe-${index}\\.ts`), report);
  });
}

for (const [index, [place, line]] of allowed.entries()) {
  test(`the linter accepts ${line} in ${place}`, () => {
    assert.doesNotMatch(report, new RegExp(`${place}/probe-${refused.length + index}\\.ts`), report);
  });
}

test('the linter refuses files that import each other, if only for types', () => {
  assert.match(report, /::error [^\n]*packages\/engine\/audit\/there\.ts/, report);
});
