import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Persona } from '@decidable/engine/session';
import { shownPersonas } from './persona-answer.ts';

const persona: Persona = {
  id: 'researcher',
  label: 'Researcher',
  kind: 'behaviour',
  score: 0.123456789,
  evidence: [{ signal: 'compare', weight: 2 / 3 }],
  updatedAt: Date.UTC(2026, 0, 31, 12),
};

test('scores and weights are shown to six decimal places, and times as ISO 8601', () => {
  assert.deepEqual(shownPersonas([persona]), [
    {
      ...persona,
      score: 0.123457,
      evidence: [{ signal: 'compare', text: 'compared products', weight: 0.666667 }],
      updatedAt: '2026-01-31T12:00:00.000Z',
    },
  ]);
});

test('personas keep their order, and none are shown as none', () => {
  const other = { ...persona, id: 'explorer', score: 0.9 };
  assert.deepEqual(
    shownPersonas([persona, other]).map(({ id }) => id),
    ['researcher', 'explorer'],
  );
  assert.deepEqual(shownPersonas([]), []);
});
