import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TrackResponse } from '@decidable/contract';
import {
  BEHAVIOUR_SIGNAL,
  emptyProfile,
  foldAll,
  type PersonaSettings,
  personasOf,
  personaTable,
  readProfile,
  type Signal,
} from '@decidable/engine/session';
import fc from 'fast-check';
import { shownPersonas } from './persona-answer.ts';
import { trackAnswer } from './track-answer.ts';

const T0 = Date.UTC(2026, 0, 31, 12);
const DAY = 86_400_000;

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('boots', 'a"b', '\ud83d', '__proto__', 'é\u0000'),
);
const signal: fc.Arbitrary<Signal> = fc.oneof(
  fc.record({
    type: fc.constantFrom('category_view', 'brand_view', 'sort', 'product_view', 'cart_add', 'compare'),
    value: text,
    at: fc.integer({ min: T0 - DAY, max: T0 }),
  }),
  fc.record({
    type: fc.constant('attribute_filter'),
    value: text.map((value) => `sale=${value}`),
    at: fc.constantFrom(T0 - 3 * DAY, T0),
  }),
  fc.record({
    type: fc.constant(BEHAVIOUR_SIGNAL),
    value: text,
    at: fc.constant(T0),
    data: fc.constant('{}'),
  }),
);
const weight = fc.double({ min: 1e-9, max: 10, noNaN: true });
const settings: fc.Arbitrary<PersonaSettings> = fc.record({
  personas: fc.array(
    fc.record({
      id: fc.oneof(text, fc.constant('explorer')),
      label: text,
      evidence: fc.array(
        fc.oneof(
          fc.record({ signal: fc.constantFrom('product_view', 'sort', 'compare'), weight }),
          fc.record({ measure: fc.constant('earlier_visits' as const), weight }),
        ),
      ),
    }),
  ),
  behaviours: fc.dictionary(
    fc.constantFrom('boots', 'a"b'),
    fc.record({ persona: fc.constantFrom('explorer', 'researcher'), weight }),
  ),
});
const tracked = fc.record({
  sessionId: text,
  signals: fc.array(signal, { maxLength: 30 }),
  settings: fc.option(settings, { nil: undefined }),
  after: fc.nat(2 * DAY),
  accepted: fc.nat(100),
  unrecognised: fc.array(text, { maxLength: 3 }),
  context: fc.record({
    device: fc.constantFrom('mobile', 'desktop', 'other'),
    referrer: text,
    timeOfDay: fc.constantFrom('night', 'morning'),
  }),
});

test('the answer is written as JSON.stringify writes it', () => {
  fc.assert(
    fc.property(tracked, ({ signals, settings, after, ...told }) => {
      const { sessionId, accepted, unrecognised, context } = told;
      const profile = readProfile(foldAll(emptyProfile(T0), signals));
      const personas = personasOf(profile, T0 + after, undefined, settings);
      const answer: Omit<TrackResponse, 'warnings'> = {
        sessionId,
        found: true,
        personas: shownPersonas(personas),
        signals: { accepted, unrecognised },
        context,
      };
      const table = personaTable(profile, T0 + after, undefined, settings);
      assert.equal(trackAnswer({ ...told, personas: table }), JSON.stringify(answer));
    }),
    { numRuns: 1_000 },
  );
});

test('what is remembered of personas tells their labels apart, and is forgotten when it is much', () => {
  const shopper = readProfile(foldAll(emptyProfile(T0), [{ type: 'compare', value: 'a', at: T0 }]));
  const declared = (id: string, label: string) => ({
    id,
    label,
    evidence: [{ signal: 'compare', weight: 1 }],
  });
  for (let i = 0; i < 30_000; i += 1_000) {
    const personas = Array.from({ length: 1_000 }, (_, n) => declared(`p${i + n}`, `Persona ${i}`));
    personas.push(declared('p0 again', `Persona ${i}`));
    const told = trackAnswer({
      sessionId: 's',
      personas: personaTable(shopper, T0, undefined, { personas }),
      accepted: 0,
      unrecognised: [],
      context: { device: 'other', referrer: 'direct', timeOfDay: 'night' },
    });
    const listed = shownPersonas(personasOf(shopper, T0, undefined, { personas }));
    assert.ok(listed.length > 1_000);
    assert.deepEqual(JSON.parse(told).personas, listed);
  }
});
