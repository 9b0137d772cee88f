import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERSONAS } from '@decidable/engine/session';
import { parsePersonaSettings } from './persona-settings.ts';

const withEvidence = (...evidence: readonly object[]) => ({
  personas: [{ id: 'stylist', label: 'Stylist', evidence }],
});

test('every shipped persona could be an organization’s own', () => {
  assert.deepEqual(
    parsePersonaSettings({ personas: PERSONAS.map(({ id, label, evidence }) => ({ id, label, evidence })) })
      .personas?.length,
    PERSONAS.length,
  );
});

test('a kind of signal that no session keeps is refused by name', () => {
  for (const signal of ['wishlist', 'search:gifts', 'device', 'sort:']) {
    assert.throws(
      () => parsePersonaSettings(withEvidence({ signal, weight: 1 })),
      /^PersonaSettingsError: personas\[0\]\.evidence\[0\]\.signal must be one of category_view, .*sort:<order>\.$/,
    );
  }
});

test('evidence is a signal or a measure, not both', () => {
  assert.throws(
    () => parsePersonaSettings(withEvidence({ signal: 'sort:newest', measure: 'one_brand', weight: 1 })),
    /evidence\[0\] must have a signal or a measure, not both/,
  );
});
