import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { auditWords, knownActions } from './audit-words.ts';

const PACKAGES = join(import.meta.dirname, '../../..');
const CALL = /\b(?:audit|note|appendToAuditLog)\([^)']*'([a-z]+\.[a-z]+)'/g;

test('every action that service and command line write has words, and no other', () => {
  const written = new Set<string>();
  for (const file of globSync(['server/management/**/*.ts', 'cli/commands/**/*.ts'], { cwd: PACKAGES })) {
    if (file.endsWith('.test.ts')) continue;
    for (const [, action] of readFileSync(join(PACKAGES, file), 'utf8').matchAll(CALL)) written.add(action);
  }
  assert.ok(written.size > 30, `${written.size} actions were found`);
  assert.deepEqual([...written].sort(), [...knownActions].sort());
});

test('a line says what was done to what, without ids', () => {
  const line = { id: '1', at: '2026-01-01T00:00:00Z', email: 'a@shop.example' };
  const key = {
    ...line,
    action: 'key.created',
    subject: 'key_1',
    detail: { prefix: 'pk_live_ab', label: 'shop' },
  };
  assert.deepEqual(auditWords(key), { what: 'Created an API key', of: 'shop', more: 'pk_live_ab…' });
  const graded = { ...line, action: 'export.graded', subject: '01a2' };
  assert.deepEqual(auditWords(graded), { what: 'Graded an export' });
  const later = { ...line, action: 'crystal.polished', subject: 'ball' };
  assert.deepEqual(auditWords(later), { what: 'crystal polished', of: 'ball' });
});
