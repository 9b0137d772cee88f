import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  createOrganization,
  deleteOrganization,
  readMe,
  readOrganization,
} from '@decidable/contract/management';
import { importCatalogue } from '../shops/index.ts';
import { RunningService } from '../testing/running-service.ts';
import { firstOwner, newMember } from '../testing/shop-people.ts';
import type { SignedInBrowser } from '../testing/signed-in-browser.ts';

let service: RunningService;
let owner: SignedInBrowser;

before(async () => {
  service = await RunningService.start();
  owner = await firstOwner(service);
});
after(() => service.close());

/** A shop in use: a catalogue, sessions with rankings and outcomes, a grading. */
async function inUse(organizationId: typeof service.key.organizationId) {
  const key = await service.newKey(organizationId);
  const csv = 'id,title,category,price\n1,Red boots,boots,59\n2,Blue boots,boots,89\n3,Red hat,hats,19\n';
  const { storage } = service.service;
  const file = { name: 'shop.csv', bytes: new TextEncoder().encode(csv) };
  await importCatalogue(storage, organizationId, file, {}, Date.now());
  const call = async (...[path, body]: Parameters<RunningService['post']>) => {
    const answer = await service.post(
      path,
      { organizationId, sessionId: 'visitor', ...(body as object) },
      { key },
    );
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  await call('/track', { signals: [{ type: 'category_view', value: 'boots' }] });
  await call('/catalog/ranked', { limit: 2 });
  await call('/event', { name: 'checkout_started' });
  await call('/catalog/audit', { csv });
  return key;
}

test('an organization is deleted by its owner, with its name, and with all that is theirs', async () => {
  const made = await owner.call(createOrganization, { body: { name: 'Short-lived' } });
  const organizationId = String(made.body.id) as typeof service.key.organizationId;
  const params = { organizationId };
  const key = await inUse(organizationId);
  await inUse(service.key.organizationId);
  const member = await newMember(service, owner, organizationId, 'editor');

  const remove = (by: SignedInBrowser, name: string) =>
    by.call(deleteOrganization, { params, body: { name } });
  assert.equal((await remove(member, 'Short-lived')).status, 403);
  const wrong = await remove(owner, 'short');
  assert.equal(wrong.status, 400);
  assert.match(String(wrong.body.error.message), /^name: type the name/);
  assert.equal((await owner.call(readOrganization, { params })).status, 200);

  const deleted = await remove(owner, 'Short-lived');
  assert.equal(deleted.status, 200, deleted.text);
  const events = deleted.text.matchAll(/^data: (.*)$/gm);
  const stages = [...events].map(
    ([, json]) => JSON.parse(json) as { stage?: string; removed?: number; store?: string },
  );
  assert.deepEqual(
    stages.map(({ stage }) => stage),
    ['removing what is stored', 'rewriting the store', undefined],
  );
  assert.ok(Number(stages.at(-1)?.removed) >= 10);

  assert.equal((await owner.call(readOrganization, { params })).status, 404);
  const refused = await service.post('/session', { organizationId, sessionId: 'visitor' }, { key });
  assert.equal(refused.status, 401);
  // The member is a person without an organization, and the others are as they were.
  assert.equal(String((await member.call(readMe)).body.organizations.length), '0');
  const { organizationId: kept } = service.key;
  const { body } = await service.post('/session', { organizationId: kept, sessionId: 'visitor' });
  assert.deepEqual([body.found, body.signalCount], [true, 1]);

  // What was erased is unreadable at once; the service rewrites its files in idle time, and a command at once.
  assert.equal(stages.at(-1)?.store, 'scheduled');
  assert.equal(await service.service.storage.erasure.rewrite('beside'), 'rewritten');
  await service.service.close();
  for (const entry of readdirSync(service.folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    assert.ok(!readFileSync(file).includes(organizationId), file);
  }
});
