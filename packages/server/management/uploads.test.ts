import assert from 'node:assert/strict';
import { type ClientRequest, request } from 'node:http';
import { after, before, test } from 'node:test';
import { listExports, managementPath, uploadExport } from '@decidable/contract/management';
import { ManagedShop } from '../testing/managed-shop.ts';
import { MOST_UPLOADS } from './routes.ts';

let shop: ManagedShop;
before(async () => {
  shop = await ManagedShop.start();
});
after(() => shop.close());

/** An upload whose body never comes; resolves when it was sent, or with the status of its refusal. */
function begun(): { readonly sent: ClientRequest; readonly status: Promise<number> } {
  const path = `${managementPath}${uploadExport.path.replace('{organizationId}', shop.organizationId)}?name=slow.csv`;
  const sent = request(shop.running.service.address + path, {
    method: 'POST',
    headers: {
      cookie: shop.owner.cookieHeader(path),
      'sec-fetch-site': 'same-origin',
      'x-csrf-token': shop.owner.csrfToken,
      'content-type': 'application/octet-stream',
      'content-length': 1_000,
    },
  });
  sent.flushHeaders();
  const status = new Promise<number>((resolve) => {
    sent.once('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once('error', () => resolve(0));
  });
  return { sent, status };
}

test('as many uploads as allowed are under way and wait, one more is refused, and those that end make room', async () => {
  const all = Array.from({ length: 2 * MOST_UPLOADS + 1 }, begun);
  assert.equal(await Promise.race(all.map(({ status }) => status)), 503);
  const reading = await shop.owner.call(listExports, { params: { organizationId: shop.organizationId } });
  assert.equal(reading.status, 200);
  for (const { sent } of all) sent.destroy();
  const answer = await shop.owner.call(uploadExport, {
    params: { organizationId: shop.organizationId },
    query: { name: 'shop.csv' },
    body: new TextEncoder().encode('id,colour\n1,red\n'),
  });
  assert.equal(answer.status, 200, answer.text);
});
