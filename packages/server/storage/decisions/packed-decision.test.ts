import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  FACTOR_CODES,
  type PackedItem,
  packDecision,
  type ReplayFacts,
  unpackDecision,
} from './packed-decision.ts';

const told = (value: number): number => Math.round(value * 1e12) / 1e12;

const figure = fc.oneof(
  fc.double({ min: 0, max: 0.07, noNaN: true }),
  fc.double({ min: 0, max: 1e-9, noNaN: true }),
  fc.constant(0),
);
const id = fc.oneof(fc.string({ unit: 'grapheme' }), fc.nat(99_999).map(String));
const list = fc.array(
  fc.tuple(id, fc.array(fc.tuple(fc.constantFrom(...FACTOR_CODES), figure), { maxLength: 14 })),
  { maxLength: 60 },
);
const facts: fc.Arbitrary<ReplayFacts> = fc.record(
  {
    sequence: fc.option(fc.nat()),
    catalogueVersion: fc.option(fc.string()),
    modelVersion: fc.string(),
    digest: fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .map((bytes) => Buffer.from(bytes).toString('hex')),
    personas: fc.array(fc.string()),
    synonyms: fc.array(fc.record({ words: fc.array(fc.string()) }, { noNullPrototype: true }), {
      minLength: 1,
    }),
    // Short ones stay as they are, long ones are deflated.
    request: fc.string({ maxLength: 2_000 }).map((query) => JSON.stringify({ limit: 20, query })),
  },
  {
    requiredKeys: ['sequence', 'catalogueVersion', 'modelVersion', 'digest', 'request'],
    noNullPrototype: true,
  },
);

function itemsOf(
  drawn: readonly (readonly [string, readonly (readonly [string, number])[]])[],
): PackedItem[] {
  return drawn.map(([id, breakdown]) => {
    const scoreBreakdown = breakdown.map(([factor, contribution]) => ({ factor, contribution }));
    return { id, scoreBreakdown, score: scoreBreakdown.reduce((sum, each) => sum + each.contribution, 0) };
  });
}

test('an unpacked decision is the one that was packed: what it takes to rank again, ids and scores to the digit', () => {
  fc.assert(
    fc.property(facts, list, fc.boolean(), fc.nat(), (given, drawn, areKnown, at) => {
      const items = itemsOf(drawn);
      const { packed, items: ids } = packDecision(given, items, areKnown)!;
      assert.deepEqual(ids, areKnown ? items.map(({ id }) => id) : null);
      const read = unpackDecision(packed, at, ids ?? undefined);
      const { request, ...rest } = given;
      assert.deepEqual(JSON.parse(read.replay), { at, ...rest, request: JSON.parse(request) });
      const ranked = JSON.parse(read.ranked) as [string, number, Record<string, number>][];
      assert.deepEqual(
        ranked.map(([id, score]) => [id, score]),
        items.map(({ id, score }) => [id, told(score)]),
      );
    }),
    { numRuns: 300 },
  );
});

test('the contributions of an unpacked decision add up to the score, and each is right to 1/16383 of it', () => {
  fc.assert(
    fc.property(list, (drawn) => {
      const items = itemsOf(drawn);
      const digest = '0'.repeat(64);
      const given = { sequence: 1, catalogueVersion: 'v', modelVersion: 'm', digest, request: '{}' };
      const { ranked } = unpackDecision(packDecision(given, items, false)!.packed, 0, undefined);
      for (const [i, [, score, contributions]] of (
        JSON.parse(ranked) as [string, number, object][]
      ).entries()) {
        const entries = Object.entries(contributions) as [string, number][];
        const sum = entries.reduce((total, [, value]) => total + value, 0);
        assert.ok(Math.abs(sum - score) < 1e-14, `${sum} and ${score}`);
        const sent = new Map<string, number>();
        for (const { factor, contribution } of items[i].scoreBreakdown)
          sent.set(factor, (sent.get(factor) ?? 0) + contribution);
        for (const [factor, value] of sent) {
          const error = Math.abs((Object.fromEntries(entries)[factor] ?? 0) - value);
          assert.ok(error <= score / 16_383 + 2e-12, `${factor}: ${error} of ${score}`);
        }
        for (const [factor] of entries) assert.ok(sent.has(factor), factor);
      }
    }),
    { numRuns: 300 },
  );
});

test('a list of twenty products with five factors each takes less than 370 bytes, a fifth of its text', () => {
  const items = itemsOf(
    Array.from({ length: 20 }, (_, i) => [
      `sku-${i}`,
      [
        ['attribute', 0.004 / (i + 3)],
        ['sequence', 0.02 / (i + 1)],
        ['co-visited', 0.01 / (i + 2)],
        ['popularity', 0.0002],
        ['prior', 0.0001],
      ],
    ]),
  );
  const version = '0123456789abcdef';
  const request = '{"limit":20}';
  const digest = 'a1'.repeat(32);
  const given = { sequence: 9, catalogueVersion: version, modelVersion: `m-${version}`, digest, request };
  const { packed } = packDecision(given, items, true)!;
  assert.ok(packed.length < 370, `${packed.length} bytes`);
  const { replay, ranked } = unpackDecision(
    packed,
    0,
    items.map(({ id }) => id),
  );
  assert.ok(replay.length + ranked.length > 5 * packed.length, `${replay.length + ranked.length} characters`);
});

test('what this form cannot hold is not packed: scores outside 0 to 1, negative contributions, unknown factors', () => {
  const digest = '0'.repeat(64);
  const given = { sequence: 1, catalogueVersion: 'v', modelVersion: 'm', digest, request: '{}' };
  const packed = (score: number, contribution: number, factor = 'prior') =>
    packDecision(given, [{ id: 'a', score, scoreBreakdown: [{ factor, contribution }] }], true);
  assert.ok(packed(1, 1) !== undefined && packed(0, 0) !== undefined);
  for (const score of [1.000_001, -1e-6, Number.NaN]) assert.equal(packed(score, 0.5), undefined, `${score}`);
  assert.equal(packed(0.5, -1e-6), undefined);
  assert.equal(packed(0.5, 0.5, 'unheard of'), undefined);
});

test('bytes of another form, or that end too early, are refused', () => {
  const digest = '0'.repeat(64);
  const given = { sequence: 1, catalogueVersion: 'v', modelVersion: 'm', digest, request: '{}' };
  const { packed } = packDecision(given, itemsOf([['a', [['prior', 0.5]]]]), false)!;
  assert.throws(() => unpackDecision(Uint8Array.of(2, ...packed.subarray(1)), 0, undefined), /form 2/);
  assert.throws(() => unpackDecision(packed.subarray(0, 35), 0, undefined), /end too early/);
});
