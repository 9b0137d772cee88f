import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TrackResponse } from '@decidable/contract';
import type { Persona } from '@decidable/engine/session';
import fc from 'fast-check';
import { shownPersonas } from './shown-personas.ts';
import { trackAnswer } from './track-answer.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('boots', 'a"b', '\ud83d', '__proto__', 'é\u0000'),
);
const weight = fc.oneof(
  fc.double({ min: 0, max: 2, noNaN: true }),
  fc.double({ min: 0, noNaN: true }),
  fc.nat(2_000_000_000).map((units) => units / 1e6),
);
const persona: fc.Arbitrary<Persona> = fc.record({
  id: text,
  label: text,
  kind: fc.constantFrom('behaviour', 'interest'),
  score: fc.double({ min: 0, max: 1, noNaN: true }),
  evidence: fc.array(fc.record({ signal: text, weight }), { minLength: 1, maxLength: 3 }),
  updatedAt: fc.oneof(fc.nat(4e12), fc.double({ min: -8.64e15, max: 8.64e15, noNaN: true })),
});
const tracked = fc.record({
  sessionId: text,
  personas: fc.array(persona, { maxLength: 4 }),
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
    fc.property(tracked, (what) => {
      const { sessionId, personas, accepted, unrecognised, context } = what;
      const answer: Omit<TrackResponse, 'warnings'> = {
        sessionId,
        found: true,
        personas: shownPersonas(personas),
        signals: { accepted, unrecognised },
        context,
      };
      assert.equal(trackAnswer(what), JSON.stringify(answer));
    }),
    { numRuns: 1_000 },
  );
});

test('what is remembered of personas tells their labels apart, and is forgotten when it is much', () => {
  const labelled = (id: string, label: string): Persona => ({
    id,
    label,
    kind: 'interest',
    score: 0.5,
    evidence: [{ signal: `category_view:${id}`, weight: 1 }],
    updatedAt: 0,
  });
  const shown = (personas: readonly Persona[]) =>
    JSON.parse(
      trackAnswer({
        sessionId: 's',
        personas,
        accepted: 0,
        unrecognised: [],
        context: { device: 'other', referrer: 'direct', timeOfDay: 'night' },
      }),
    ).personas;
  for (let i = 0; i < 30_000; i += 1_000) {
    const personas = Array.from({ length: 1_000 }, (_, n) => labelled(`p${i + n}`, `Persona ${i}`));
    personas.push(labelled('p0', `Persona ${i}`));
    assert.deepEqual(shown(personas), shownPersonas(personas));
  }
});
