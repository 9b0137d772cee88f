import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { OrganizationId, SessionId } from '../storage/ports.ts';
import { RunningService } from '../testing/running-service.ts';
import { GuessableIds, isGuessable } from './guessable-ids.ts';

test('short ids, and ids that count, can be guessed; random ones cannot', () => {
  for (const id of [
    's',
    'visitor-1',
    '12345678901234567',
    'customer-000000012345',
    'abcdefghijklmno',
    'sessie_20260314',
  ]) {
    assert.equal(isGuessable(id), true, id);
  }
  // The last one is as the SDK makes it.
  for (const id of ['abcdefghijklmnop', randomUUID(), '4b1f0c2e9a7d8e635f4c3b2a19087d6e', '9'.repeat(19)]) {
    assert.equal(isGuessable(id), false, id);
  }
});

test('each organization is told of once', () => {
  const told: string[] = [];
  const ids = new GuessableIds((organizationId) => told.push(organizationId));
  for (const [organization, id] of [
    ['a', randomUUID()],
    ['a', 's-1'],
    ['a', 's-2'],
    ['b', 's-1'],
  ]) {
    ids.saw(organization as OrganizationId, id as SessionId);
  }
  assert.deepEqual(told, ['a', 'b']);
});

test('the service logs it once an organization, without the id', async () => {
  const running = await RunningService.start({ LOG_SAMPLE: '0' });
  try {
    const { organizationId } = running.key;
    const warnings = () =>
      running.log.filter(({ msg }) => String(msg).startsWith('session ids can be guessed'));
    const track = (sessionId: string) => running.post('/track', { organizationId, sessionId, signals: [] });
    await track(randomUUID());
    assert.equal(warnings().length, 0);
    await track('secret-77');
    await track('secret-78');
    assert.deepEqual(
      warnings().map((line) => line.organizationId),
      [organizationId],
    );
    assert.ok(!JSON.stringify(running.log).includes('secret-7'));
  } finally {
    await running.close();
  }
});
