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

test('what is wrong is named with its place and the remedy', () => {
  const persona = { id: 'stylist', label: 'Stylist' };
  const rule = { signal: 'sort:newest', weight: 1 };
  for (const [settings, message] of [
    [[], /^The settings must be an object\.$/],
    [{ persona: [] }, /^The settings\.persona is not known; it may have personas, behaviours\.$/],
    [{ personas: {} }, /^personas must be a list of at most 50\.$/],
    [{ personas: Array(51).fill(persona) }, /^personas must be a list of at most 50\.$/],
    [{ personas: [{ id: 'a' }] }, /^personas\[0\]\.label must be text of 1 to 128 characters\.$/],
    [{ personas: [{ ...persona, id: ' ' }] }, /^personas\[0\]\.id must be text of 1 to 64 characters\.$/],
    [
      { personas: [{ ...persona, colour: 1 }] },
      /^personas\[0\]\.colour is not known; it may have id, label, evidence\.$/,
    ],
    [
      withEvidence({ ...rule, weight: 0 }),
      /^personas\[0\]\.evidence\[0\]\.weight must be a number above 0, at most 10\.$/,
    ],
    [withEvidence(rule, { weight: 1 }), /^personas\[0\]\.evidence\[1\] must have a signal or a measure\.$/],
    [withEvidence({ measure: 'luck', weight: 1 }), /^personas\[0\]\.evidence\[0\]\.measure must be one of /],
    [{ behaviours: { 'a/b': 1 } }, /^behaviours\["a\/b"\] must be an object\.$/],
    [
      { behaviours: { slug: { persona: 'nobody', weight: 1 } } },
      /^behaviours\["slug"\]\.persona must be one of /,
    ],
    [
      { behaviours: { slug: { persona: 'nobody' } } },
      /^behaviours\["slug"\]\.weight must be a number above 0, at most 10\.$/,
    ],
  ] as const) {
    assert.throws(
      () => parsePersonaSettings(settings),
      (error: Error) => {
        assert.match(error.message, message);
        return error.name === 'PersonaSettingsError';
      },
    );
  }
});

test('what is left out, or null, is empty', () => {
  const empty = { personas: [], behaviours: {} };
  for (const settings of [{}, { personas: null, behaviours: null }]) {
    assert.deepEqual(parsePersonaSettings(settings), empty);
  }
});
