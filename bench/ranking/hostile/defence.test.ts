import assert from 'node:assert/strict';
import { test } from 'node:test';
import { below, chance } from '../../audit/chance.ts';
import { type Aim, STRATEGIES, visitsBy } from './attacks.ts';
import { defence } from './defence.ts';
import { honestVisits } from './honest-visits.ts';
import { shareLearned } from './simulated-visit.ts';

const random = chance(3);
const honest = honestVisits(
  Array.from({ length: 600 }, (_, s) => ({
    id: `s${s}`,
    steps: Array.from({ length: 4 }, (_, k) => ({
      item: `p${below(200, random)}`,
      at: Date.UTC(2026, 2, 4) + s * 300_000 + k * 45_000,
    })),
  })),
  1,
);
const aim: Aim = {
  target: 'x',
  hubs: Array.from({ length: 20 }, (_, k) => `p${k}`),
  honest,
  count: 60,
  seed: 7,
};

test('nearly all that honest visitors do is learned, though many share the address of a carrier', async () => {
  const share = shareLearned(await defence(honest), honest, false);
  assert.ok(share > 0.95, `${share}`);
});

test('a flood teaches nothing, and takes nothing from honest visits', async () => {
  const sent = [...honest, ...visitsBy(STRATEGIES.flood, aim)];
  const learned = await defence(sent);
  assert.equal(shareLearned(learned, sent, true), 0);
  const alone = await defence(honest);
  assert.equal(shareLearned(learned, sent, false), shareLearned(alone, honest, false));
});

test('what many addresses send is learned', async () => {
  const sent = [...honest, ...visitsBy(STRATEGIES['many addresses'], aim)];
  assert.equal(shareLearned(await defence(sent), sent, true), 1);
});
