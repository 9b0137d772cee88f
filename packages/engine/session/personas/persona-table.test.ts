import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Persona } from '../types.ts';
import { PersonaTable } from './persona-table.ts';

const weight = fc.oneof(
  fc.constantFrom(0.01, 0.06, 1),
  fc.double({ min: 0, max: 3, minExcluded: true, noNaN: true }),
);
const found = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  kind: fc.constantFrom('behaviour' as const, 'interest' as const),
  most: fc.constantFrom(2, 20, Number.POSITIVE_INFINITY),
  evidence: fc.array(fc.record({ signal: fc.string(), weight, at: fc.integer({ min: -5, max: 5 }) }), {
    minLength: 1,
  }),
});
type Found = typeof found extends fc.Arbitrary<infer T> ? T : never;

/** What a table should list, in plain words. */
function expected(all: readonly Found[]): Persona[] {
  let listed: Persona[] = [];
  for (const { id, kind, evidence, most } of all) {
    const ordered = evidence.map(({ signal, weight }) => ({ signal, weight }));
    if (kind === 'behaviour') ordered.sort((a, b) => b.weight - a.weight);
    const score = 1 - Math.exp(-ordered.reduce((sum, piece) => sum + piece.weight, 0));
    if (score < 0.05) continue;
    const updatedAt = Math.max(0, ...evidence.map(({ at }) => at));
    listed.push({ id, label: `${id}!`, kind, score, evidence: ordered, updatedAt });
    // Stable: who came first stays before who is equal.
    listed.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
    if (listed.length > most) listed = listed.slice(0, -1);
  }
  return listed;
}

test('a table lists personas as a plain list does, whatever it held before', () => {
  const table = new PersonaTable();
  fc.assert(
    fc.property(fc.array(found), (all) => {
      table.clear();
      const rows = all.map(({ id, kind }) => table.open(id, `${id}!`, kind));
      const longest = Math.max(0, ...all.map(({ evidence }) => evidence.length));
      // Evidence comes in turns: that of one persona lies between that of others.
      for (let k = 0; k < longest; k++) {
        all.forEach(({ kind, evidence }, i) => {
          const piece = evidence[k];
          if (piece === undefined) return;
          const { signal, weight, at } = piece;
          if (kind === 'behaviour') table.insert(rows[i], signal, weight, at);
          else table.append(rows[i], signal, weight, at);
        });
      }
      all.forEach(({ most }, i) => {
        table.list(rows[i], most);
      });
      assert.deepEqual(table.personas(), expected(all));
    }),
    { numRuns: 5_000 },
  );
});

test('personas copied into objects do not change when the table is filled again', () => {
  const table = new PersonaTable();
  table.append(table.open('a', 'A', 'interest'), 'first', 1, 7);
  table.list(0);
  const kept = table.personas();
  const before = structuredClone(kept);
  table.clear();
  table.append(table.open('b', 'B', 'interest'), 'second', 2, 8);
  table.list(0);
  assert.deepEqual(kept, before);
  assert.equal(table.id(0), 'b');
});
