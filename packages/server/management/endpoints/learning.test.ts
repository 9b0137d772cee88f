import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  readPersonas,
  readSynonyms,
  readTraining,
  trainNow,
  writePersonas,
  writeSynonyms,
} from '@decidable/contract/management';
import { ManagedShop } from '../../testing/managed-shop.ts';

let shop: ManagedShop;
const params = () => ({ organizationId: shop.organizationId });

before(async () => {
  shop = await ManagedShop.start();
});
after(() => shop.close());

test('synonyms are replaced as text; a line that is no rule is refused with its number, and changes nothing', async () => {
  assert.deepEqual((await shop.owner.call(readSynonyms, { params: params() })).body, { text: '', rules: 0 });
  const text = 'wellies, boots\ncap => hats\n';
  const written = await shop.owner.call(writeSynonyms, { params: params(), body: { text } });
  assert.deepEqual([written.status, written.body.rules], [200, 2], written.text);
  const refused = await shop.owner.call(writeSynonyms, {
    params: params(),
    body: { text: `${text}alone\n` },
  });
  assert.equal(refused.status, 400);
  assert.match(String(refused.body.error.message), /line 3/i);
  assert.equal((await shop.owner.call(readSynonyms, { params: params() })).body.rules, 2);
  const { organizationId } = shop;
  const found = await shop.running.post('/catalog/ranked', {
    organizationId,
    sessionId: 'rainy',
    query: 'wellies',
    limit: 1,
    fields: ['category'],
  });
  assert.equal(found.body.items[0].attributes.category, 'Boots');
});

test('personas are replaced; what is none is refused with its place', async () => {
  const settings = {
    personas: [{ id: 'stylist', label: 'Stylist', evidence: [{ signal: 'wishlist_add', weight: 0.5 }] }],
  };
  assert.equal((await shop.owner.call(readPersonas, { params: params() })).body.settings, null);
  const written = await shop.owner.call(writePersonas, { params: params(), body: { settings } });
  assert.equal(written.status, 200, written.text);
  assert.equal(written.body.settings.personas[0].label, 'Stylist');
  const wrong = { personas: [{ id: 'x', label: '' }] };
  const refused = await shop.owner.call(writePersonas, { params: params(), body: { settings: wrong } });
  assert.equal(refused.status, 400);
  assert.match(String(refused.body.error.message), /personas\[0\]\.label/);
});

test('a training tells its stages, and what it has learned from', async () => {
  for (let n = 0; n < 4; n++) {
    await shop.track(`visit-${n}`, [
      { type: 'product_view', value: 'p1' },
      { type: 'product_view', value: `p${n + 2}` },
    ]);
  }
  assert.equal((await shop.owner.call(readTraining, { params: params() })).body.visits, 0);
  const { text } = await shop.owner.call(trainNow, { params: params() });
  const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json) as { done?: true });
  assert.ok(events.length > 1, text);
  assert.equal(events.at(-1)?.done, true, text);
});
