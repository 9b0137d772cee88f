import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PERSONAS } from '../../session/personas/personas.ts';
import type { Persona } from '../../session/types.ts';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { modelOf, probe } from '../testing/expert-probe.ts';
import { catalogueOf, NOON, ROLES, session } from '../testing/shops.ts';
import { persona, RANKING_PERSONAS } from './persona.ts';

/** Boots are expensive and hats are cheap; the best hat costs as much as the plainest boots. */
const index = buildIndex(
  catalogueOf(
    Array.from({ length: 20 }, (_, i) => ({
      id: `${i < 10 ? 'boots' : 'hat'}${i % 10}`,
      type: i < 10 ? 'boots' : 'hats',
      price: i < 10 ? 200 + 10 * i : 20 + 20 * (i % 10),
    })),
  ),
  ROLES,
);
const called = (id: string, score: number): Persona => ({
  id,
  label: id,
  kind: 'behaviour',
  score,
  evidence: [],
  updatedAt: NOON,
});
const probePersonas = (...personas: readonly Persona[]) =>
  probe(persona, index, modelOf(), session(), personas);

describe('the persona expert', () => {
  test('prefers the cheap or expensive products of each category, independent of other categories', () => {
    const bargain = probePersonas(called('bargain_hunter', 0.8));
    assert.ok(bargain.lift('boots0') > bargain.lift('boots9'));
    assert.ok(
      bargain.lift('boots0') > bargain.lift('hat9'),
      'the cheapest boots rank before the most expensive hat',
    );
    const premium = probePersonas(called('premium_buyer', 0.8));
    assert.ok(premium.lift('boots9') > premium.lift('boots0') && premium.lift('hat9') > premium.lift('hat0'));
  });

  test('takes its confidence from the persona with the highest score', () => {
    const both = [called('bargain_hunter', 0.3), called('premium_buyer', 0.6)];
    for (const { dense, lift } of [probePersonas(...both), probePersonas(...both.reverse())]) {
      assert.equal(dense[0].confidence, 0.6);
      assert.equal(dense[0].signal(0), 'persona:premium_buyer');
      assert.ok(lift('hat9') > lift('hat0'));
    }
  });

  test('reads the personas that rank, and no others', () => {
    for (const { id } of PERSONAS) {
      assert.equal(probePersonas(called(id, 0.9)).dense.length, RANKING_PERSONAS.has(id) ? 1 : 0, id);
    }
    assert.equal(RANKING_PERSONAS.size, 2);
    assert.deepEqual(probePersonas().dense, []);
  });
});
