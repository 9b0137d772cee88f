import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { AuditResult, VerifyResult } from '@decidable/engine/audit';
import { decidable } from '../testing/command.ts';
import { auditReport } from './audit-report.ts';
import { paintIf } from './paint.ts';
import { verifyReport } from './verify-report.ts';

// What people look at, kept to be looked at. The results were answered by the commands once and are kept beside, so
// that a better estimate in the engine does not count as a change of the report. After a change that is meant,
// `UPDATE_GOLDEN=1 node --test packages/cli/terminal/golden.test.ts` writes both again.

const EXAMPLES = fileURLToPath(new URL('../../../examples/catalogues/', import.meta.url));
const paint = paintIf(false);

async function kept<Result>(name: string, args: readonly string[]): Promise<Result> {
  const path = new URL(`golden/${name}.generated.json`, import.meta.url);
  if (process.env.UPDATE_GOLDEN) {
    const { code, stdout } = await decidable([...args, '--json'], { cwd: EXAMPLES });
    assert.equal(code, 0);
    await writeFile(path, stdout);
  }
  return JSON.parse(await readFile(path, 'utf8')) as Result;
}

async function isGolden(name: string, lines: readonly string[]): Promise<void> {
  const path = new URL(`golden/${name}.txt`, import.meta.url);
  const report = `${lines.join('\n')}\n`;
  if (process.env.UPDATE_GOLDEN) await writeFile(path, report);
  assert.equal(report, await readFile(path, 'utf8'));
}

for (const columns of [60, 80, 120]) {
  test(`the report of an audit at ${columns} columns is the one that is kept`, async () => {
    const file = 'computer-parts.csv';
    const result = await kept<AuditResult>('audit', ['audit', file, '--horizon', '5000']);
    await isGolden(`audit-${columns}`, auditReport(result, { file, columns, paint, all: false }));
  });

  test(`the report of a verification at ${columns} columns is the one that is kept`, async () => {
    const [before, after] = ['monitors-before.csv', 'monitors-after.csv'];
    const args = ['verify', before, after, '--repairs', 'monitors-repairs.json'];
    const result = await kept<VerifyResult>('verify', args);
    await isGolden(`verify-${columns}`, verifyReport(result, { before, after, columns, paint, all: false }));
  });
}
