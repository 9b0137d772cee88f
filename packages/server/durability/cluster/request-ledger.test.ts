import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { until } from '../../storage/cluster/valkey/testing/valkey-process.ts';
import { RequestLedger } from './request-ledger.ts';

const WITHIN = 100;

test('a request that hangs, before its answer or within, is one fault each, and the ledger ends', async (t) => {
  let requests = 0;
  const server = createServer((_, response) => {
    if (requests++ % 2 === 0) response.writeHead(200, { 'content-length': '100' }).write('{');
  }).listen(0, '127.0.0.1');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await until('the server listens', () => server.listening);
  const { port } = server.address() as AddressInfo;
  const ledger = new RequestLedger(`http://127.0.0.1:${port}`, 'org', 'key', WITHIN);
  ledger.begin(60);
  await until('requests of both kinds arrived', () => requests >= 2);
  const ended = ledger.end();
  await ledger.answered();
  assert.ok(ledger.answers.length >= 2);
  await ended;
  assert.equal(ledger.answers.length, ledger.uncertain.get('/track'));
  for (const { status, fault } of ledger.answers) {
    assert.equal(status, 0);
    assert.equal(fault, `no answer to /track within ${WITHIN} ms`);
  }
  assert.equal(ledger.skipped, 0);
});
