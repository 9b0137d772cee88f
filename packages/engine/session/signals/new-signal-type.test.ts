import assert from 'node:assert/strict';
import { test } from 'node:test';
import { personasOf } from '../personas/personas.ts';
import { addNamed } from '../profile/draft.ts';
import { emptyProfile, foldAll } from '../profile/fold.ts';
import { interactionStrength } from '../profile/interactions.ts';
import { readProfile } from '../profile/read-profile.ts';
import { parseSignals } from './parse-signals.ts';
import type { SignalTypes } from './signal-type.ts';
import { evidenceKindsOf, SIGNAL_TYPES } from './signal-types.ts';
import { names, productId } from './value-grammar.ts';

/** The registry with two entries more: what somebody would write who adds types. */
const TYPES: SignalTypes = {
  ...SIGNAL_TYPES,
  size_guide: { grammar: productId, interaction: 'compared' },
  room_view: {
    grammar: names('a room'),
    states: {
      evidence: {
        kinds: ['room_view:bath'],
        of: (_, { value }) => (value === 'bath' ? ['room_view:bath'] : []),
      },
      read: (draft, value, at) => addNamed(draft, 'attribute', `room=${value}`, 2, at),
    },
  },
};
const NOW = Date.UTC(2026, 2, 4, 12);

test('a type that is added to the registry is validated, and unknown without it', () => {
  const raw = [{ type: 'room_view', value: ' ' }];
  const refused = parseSignals(raw, NOW, TYPES);
  assert.equal(refused.ok, false);
  assert.match(refused.ok ? '' : refused.fault.message, /should be a room \(the type is room_view\)/);
  const unknown = parseSignals(raw, NOW);
  assert.deepEqual(unknown.ok && unknown.unrecognised, ['room_view']);
});

test('a type that is added to the registry is folded, read, weighed and counted as evidence', () => {
  const parsed = parseSignals(
    [
      { type: 'size_guide', value: 'p1' },
      { type: 'room_view', value: 'bath' },
    ],
    NOW,
    TYPES,
  );
  assert.ok(parsed.ok);
  assert.equal(parsed.accepted, 2);
  const folded = foldAll(emptyProfile(NOW), parsed.signals, TYPES);
  const profile = readProfile(folded, undefined, TYPES);
  const [touched] = profile.products;
  assert.equal(touched.touch, 'compared');
  assert.ok(interactionStrength(touched, NOW, 2) > 1);
  assert.deepEqual(
    profile.interests.attribute.map(({ name, short }) => [name, short]),
    [['room=bath', 2]],
  );
  assert.ok(evidenceKindsOf(TYPES).includes('room_view:bath'));
  const decorator = {
    id: 'decorator',
    label: 'Decorator',
    evidence: [{ signal: 'room_view:bath', weight: 1 }],
  };
  const personas = personasOf(profile, NOW, undefined, { personas: [decorator] });
  assert.ok(personas.some(({ id }) => id === 'decorator'));
});

test('signals of a type that is not in the registry are counted and change nothing else', () => {
  const profile = foldAll(emptyProfile(NOW), [{ type: 'room_view', value: 'bath', at: NOW }]);
  assert.deepEqual(profile, { ...emptyProfile(NOW), sequence: 1, received: 1 });
});
