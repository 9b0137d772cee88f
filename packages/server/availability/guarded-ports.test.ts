import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KeyHash, OrganizationId } from '../storage/ports.ts';
import { guardPorts, type Ports } from './guarded-ports.ts';

/** A port whose methods tell what they were asked. */
class Port {
  readonly #answer = 'answered';
  list(...args: readonly unknown[]) {
    return Promise.resolve([this.#answer, ...args]);
  }
  known(hash: string) {
    return hash === 'known' ? hash : undefined;
  }
  touch() {
    return undefined;
  }
  async *since() {
    yield this.#answer;
  }
}

function guarded() {
  const calls: string[] = [];
  const names = [
    'organizations',
    'people',
    'signIns',
    'auditLog',
    'keys',
    'catalogues',
    'artefacts',
    'gradings',
    'keptFiles',
    'sessions',
    'profiles',
    'outcomes',
    'orders',
    'models',
    'usage',
    'leases',
    'erasure',
    'changes',
  ];
  const ports = Object.fromEntries(names.map((name) => [name, new Port()])) as unknown as Ports;
  const behind = guardPorts(ports, async (call) => {
    calls.push('guarded');
    return call();
  });
  return { calls, ports, behind };
}
const org = 'org_1' as OrganizationId;

describe('the ports of a store behind a breaker', () => {
  it('pass every method that waits through the breaker, with what it was asked', async () => {
    const { calls, behind } = guarded();
    assert.deepEqual(await behind.gradings.list(org, { limit: 2 }), ['answered', org, { limit: 2 }]);
    assert.deepEqual(calls, ['guarded']);
  });

  it('are as many as the store has, with all their methods', () => {
    const { ports, behind } = guarded();
    assert.deepEqual(Object.keys(behind).sort(), Object.keys(ports).sort());
    for (const port of Object.values(behind)) {
      assert.deepEqual(Object.keys(port!).sort(), ['known', 'list', 'since', 'touch']);
    }
  });

  it('answer from memory without the breaker', () => {
    const { calls, behind } = guarded();
    assert.equal(behind.keys.known('known' as KeyHash), 'known');
    behind.keys.touch(org, 'id' as never, 0);
    assert.deepEqual(calls, []);
  });

  it('hand lists out as they come', async () => {
    const { calls, behind } = guarded();
    assert.deepEqual(await Array.fromAsync(behind.sessions.since(org, 0)), ['answered']);
    assert.deepEqual(calls, []);
  });
});
