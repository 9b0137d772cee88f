import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  ApiKey,
  Commit,
  KeyHash,
  KeyId,
  LoggedSignal,
  OrganizationId,
  OutcomeEvent,
  RankingDecision,
  SessionId,
  Storage,
  Write,
  WriteOutcome,
} from './ports.ts';

/** An adapter under test: how to get a store, and how to see the same facts from another process's place. */
export interface StorageAdapter {
  readonly name: string;
  open(): Promise<{
    readonly storage: Storage;
    /** A second way into the same store, as the command line has beside the service. */
    beside(): Promise<Storage>;
    /** Closes the store and opens it again, as after a restart. */
    reopen(): Promise<Storage>;
    dispose(): Promise<void>;
  }>;
}

const NOON = Date.UTC(2025, 2, 14, 12);

const organizationId = () => `org_${randomUUID()}` as OrganizationId;
const sessionId = () => `session-${randomUUID()}` as SessionId;

function key(organization: OrganizationId, more: Partial<ApiKey> = {}): ApiKey {
  const id = randomUUID();
  return {
    id: id as KeyId,
    organizationId: organization,
    hash: `hash-${id}` as KeyHash,
    prefix: 'pk_live_abcd',
    origins: [],
    createdAt: NOON,
    ...more,
  };
}

function signals(from: number, count: number): LoggedSignal[] {
  return Array.from({ length: count }, (_, index) => ({
    sequence: from + index,
    type: 'product_view',
    value: `sku-${from + index}`,
    at: NOON + from + index,
  }));
}

function append(session: SessionId, after: number, count: number, more: Partial<Write> = {}): Write {
  return {
    kind: 'signals',
    sessionId: session,
    after,
    signals: signals(after + 1, count),
    openedAt: NOON,
    ...more,
  } as Write;
}

function event(more: Partial<OutcomeEvent> = {}): OutcomeEvent {
  return { eventId: randomUUID(), sessionId: sessionId(), name: 'checkout_started', at: NOON, ...more };
}

function decision(more: Partial<RankingDecision> = {}): RankingDecision {
  return {
    id: `dec-${randomUUID()}`,
    sessionId: sessionId(),
    endpoint: '/catalog/ranked',
    at: NOON,
    replay: '{"sequence":3}',
    ranked: '[["sku-1",0.5,[]]]',
    ...more,
  };
}

/** A request comes over the wire, so it finds a turn of the event loop that began after it was sent. */
const arrival = () => nextTurn();

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** What every adapter promises, stated once; run it from the adapter's own test file. */
export function storageContract(adapter: StorageAdapter): void {
  describe(`${adapter.name} keeps the promises of the ports`, () => {
    let store: Awaited<ReturnType<StorageAdapter['open']>>;
    let storage: Storage;
    before(async () => {
      store = await adapter.open();
      storage = store.storage;
    });
    after(() => store.dispose());

    const commit = (organization: OrganizationId, writes: readonly Write[], more: Partial<Commit> = {}) =>
      storage.commit({ organizationId: organization, at: NOON, writes, ...more });

    describe('organizations and users', () => {
      it('an organization is found and listed as it was created', async () => {
        const organization = { id: organizationId(), name: 'Stövlar & Söner', createdAt: NOON };
        await storage.organizations.create(organization);
        assert.deepEqual(await storage.organizations.find(organization.id), organization);
        assert.ok((await storage.organizations.list()).some(({ id }) => id === organization.id));
      });

      it('an organization that was never created is not found', async () => {
        assert.equal(await storage.organizations.find(organizationId()), undefined);
      });

      it('an organization cannot be created twice', async () => {
        const organization = { id: organizationId(), name: 'Twice', createdAt: NOON };
        await storage.organizations.create(organization);
        await assert.rejects(storage.organizations.create(organization));
      });

      it('a user is found by e-mail in any case, and an address belongs to one user', async () => {
        const email = `${randomUUID()}@Example.org`;
        const user = {
          id: randomUUID(),
          organizationId: organizationId(),
          email,
          role: 'owner' as const,
          passwordHash: 'hash',
          createdAt: NOON,
        };
        await storage.users.create(user);
        assert.equal((await storage.users.findByEmail(email.toUpperCase()))?.id, user.id);
        assert.equal((await storage.users.list(user.organizationId)).length, 1);
        await assert.rejects(storage.users.create({ ...user, id: randomUUID() }));
      });
    });

    describe('keys', () => {
      it('a key is found by its hash with everything that was said of it', async () => {
        const made = key(organizationId(), {
          label: 'web',
          origins: ['https://shop.example'],
          expiresAt: NOON + 5,
        });
        await storage.keys.create(made);
        assert.deepEqual(await storage.keys.findByHash(made.hash), made);
        assert.deepEqual(await storage.keys.list(made.organizationId), [made]);
      });

      it('a key created after it was asked for is found the next time', async () => {
        const made = key(organizationId());
        assert.equal(await storage.keys.findByHash(made.hash), undefined);
        await storage.keys.create(made);
        assert.equal((await storage.keys.findByHash(made.hash))?.id, made.id);
      });

      it('a revoked key is seen revoked at the next look', async () => {
        const made = key(organizationId());
        await storage.keys.create(made);
        await storage.keys.findByHash(made.hash);
        assert.equal(await storage.keys.revoke(made.organizationId, made.id, NOON + 1), true);
        assert.equal((await storage.keys.findByHash(made.hash))?.revokedAt, NOON + 1);
      });

      it('a key revoked by another process is seen revoked at the very next look', async () => {
        const made = key(organizationId());
        await storage.keys.create(made);
        await storage.keys.findByHash(made.hash);
        const beside = await store.beside();
        try {
          assert.equal(await beside.keys.revoke(made.organizationId, made.id, NOON + 1), true);
          await arrival();
          assert.equal((await storage.keys.findByHash(made.hash))?.revokedAt, NOON + 1);
        } finally {
          await beside.close();
        }
      });

      it('a removed key is unknown at the next look, and leaves nothing behind', async () => {
        const organization = organizationId();
        const [made, kept] = [key(organization), key(organization)];
        for (const each of [made, kept]) await storage.keys.create(each);
        assert.notEqual(await storage.keys.findByHash(made.hash), undefined);
        await storage.keys.remove(organizationId(), made.id);
        assert.notEqual(await storage.keys.findByHash(made.hash), undefined);
        await storage.keys.remove(organization, made.id);
        assert.equal(await storage.keys.findByHash(made.hash), undefined);
        const left = await storage.keys.list(organization);
        assert.deepEqual(
          left.map(({ id }) => id),
          [kept.id],
        );
      });

      it('only an active key of that organization can be revoked', async () => {
        const made = key(organizationId());
        const expired = key(made.organizationId, { expiresAt: NOON });
        await storage.keys.create(made);
        await storage.keys.create(expired);
        assert.equal(await storage.keys.revoke(organizationId(), made.id, NOON), false);
        assert.equal(await storage.keys.revoke(made.organizationId, expired.id, NOON), false);
        assert.equal(await storage.keys.revoke(made.organizationId, made.id, NOON), true);
        assert.equal(await storage.keys.revoke(made.organizationId, made.id, NOON), false);
      });

      it('the last use of a key is noted', async () => {
        const made = key(organizationId());
        await storage.keys.create(made);
        storage.keys.touch(made.organizationId, made.id, NOON + 7);
        await storage.ping();
        assert.equal((await storage.keys.list(made.organizationId))[0]?.lastUsedAt, NOON + 7);
      });
    });

    describe('catalogues and models', () => {
      const catalogue = (organization: OrganizationId, version: string, bytes = 10) => ({
        organizationId: organization,
        version,
        products: 3,
        importedAt: NOON,
        csv: new Uint8Array(bytes).map((_, index) => index % 251),
      });

      it('a catalogue of several megabytes comes back byte for byte', async () => {
        const stored = { ...catalogue(organizationId(), 'v1', 3_000_001), roles: { price: 'Preis' } };
        await storage.catalogues.put(stored);
        assert.deepEqual(await storage.catalogues.current(stored.organizationId), stored);
        const [{ csv, ...facts }] = [stored];
        assert.equal(csv.length, 3_000_001);
        assert.deepEqual(await storage.catalogues.list(stored.organizationId), [facts]);
      });

      it('the catalogue put last is the current one, also when it was put before', async () => {
        const organization = organizationId();
        assert.equal(await storage.catalogues.current(organization), undefined);
        assert.equal(await storage.catalogues.currentVersion(organization), undefined);
        for (const [version, bytes] of [
          ['v1', 10],
          ['v2', 20],
          ['v1', 10],
        ] as const) {
          await storage.catalogues.put(catalogue(organization, version, bytes));
          assert.equal((await storage.catalogues.current(organization))?.version, version);
          assert.deepEqual(await storage.catalogues.currentVersion(organization), { version, bytes });
        }
        assert.equal((await storage.catalogues.find(organization, 'v2'))?.version, 'v2');
        assert.equal(await storage.catalogues.find(organization, 'v3'), undefined);
        assert.equal((await storage.catalogues.list(organization)).length, 2);
      });

      it('listeners hear of a catalogue that another process put, at the latest with the next key', async () => {
        const organization = organizationId();
        const heard: OrganizationId[] = [];
        storage.catalogues.onChange((id) => heard.push(id));
        const beside = await store.beside();
        try {
          await beside.catalogues.put(catalogue(organization, 'v1'));
        } finally {
          await beside.close();
        }
        await arrival();
        await storage.keys.findByHash('any' as KeyHash);
        assert.deepEqual(heard, [organization]);
      });

      it('a model comes back byte for byte, and listeners hear of it', async () => {
        const organization = organizationId();
        const heard: OrganizationId[] = [];
        storage.models.onChange((id) => heard.push(id));
        const model = {
          organizationId: organization,
          version: 'm1',
          catalogueVersion: null,
          builtAt: NOON,
          bytes: new Uint8Array(700_000).fill(7),
        };
        await storage.models.put(model);
        assert.deepEqual(await storage.models.current(organization), model);
        assert.deepEqual(await storage.models.find(organization, 'm1'), model);
        assert.deepEqual(heard, [organization]);
      });
    });

    describe('the signal log', () => {
      it('a session never written is not there', async () => {
        assert.equal(await storage.sessions.load(organizationId(), sessionId()), undefined);
      });

      it('a write without signals opens the session', async () => {
        const [organization, session] = [organizationId(), sessionId()];
        const [outcome] = await commit(organization, [append(session, 0, 0)]);
        assert.deepEqual(outcome, { kind: 'signals', status: 'applied', sequence: 0 });
        assert.deepEqual(await storage.sessions.load(organization, session), {
          openedAt: NOON,
          lastSeenAt: NOON,
          sequence: 0,
          signals: [],
        });
      });

      it('signals come back in order, as they were sent', async () => {
        const [organization, session] = [organizationId(), sessionId()];
        const sent: LoggedSignal[] = [
          { sequence: 1, type: 'search', value: 'gröna stövlar 🥾', at: NOON },
          { sequence: 2, type: 'unknown', at: NOON + 1, data: '{"a":1}' },
        ];
        await commit(organization, [append(session, 0, 0, { signals: sent } as Partial<Write>)]);
        await commit(organization, [append(session, 2, 3)], { at: NOON + 9 });
        const loaded = await storage.sessions.load(organization, session);
        assert.deepEqual(loaded?.signals, [...sent, ...signals(3, 3)]);
        assert.equal(loaded?.sequence, 5);
        assert.equal(loaded?.lastSeenAt, NOON + 9);
        assert.deepEqual(await storage.sessions.log(organization, session, 2), sent);
      });

      it('of writers that believe in the same last number one wins, and the others change nothing', async () => {
        const [organization, session] = [organizationId(), sessionId()];
        const outcomes = await Promise.all(
          Array.from({ length: 20 }, () =>
            commit(organization, [append(session, 0, 2)], { metered: '/track' }),
          ),
        );
        const statuses = outcomes.map(([outcome]) => outcome?.kind === 'signals' && outcome.status);
        assert.equal(statuses.filter((status) => status === 'applied').length, 1);
        assert.equal(statuses.filter((status) => status === 'conflict').length, 19);
        assert.deepEqual(outcomes[19]?.[0], { kind: 'signals', status: 'conflict', sequence: 2 });
        assert.equal((await storage.sessions.log(organization, session)).length, 2);
        const [usage] = await storage.usage.report(organization, '2025-03-14', '2025-03-14');
        assert.equal(usage?.requests, 1);
      });

      it('a writer that believes in a number not yet reached is refused', async () => {
        const [organization, session] = [organizationId(), sessionId()];
        const [outcome] = await commit(organization, [append(session, 5, 1)]);
        assert.deepEqual(outcome, { kind: 'signals', status: 'conflict', sequence: 0 });
        assert.equal(await storage.sessions.load(organization, session), undefined);
      });

      it('a commit that continues a chain is refused where the one before it was', async () => {
        const [organization, session] = [organizationId(), sessionId()];
        const chained = (chain: string, after: number, more: Partial<Write> = {}) =>
          commit(organization, [append(session, after, 1, { chain, ...more } as Partial<Write>)]);
        const statuses = async (commits: readonly Promise<readonly WriteOutcome[]>[]) =>
          (await Promise.all(commits)).map(([outcome]) => outcome?.kind === 'signals' && outcome.status);
        const raced = [chained('a', 0), chained('b', 0), chained('b', 1, { continues: true })];
        assert.deepEqual(await statuses(raced), ['applied', 'conflict', 'conflict']);
        // What is built on what was acknowledged names its number only.
        const begun = await statuses([chained('c', 1), chained('c', 2, { continues: true })]);
        assert.equal(begun[0], 'applied');
        // A store may have forgotten the chain already: that refuses more than it must.
        const applied = 1 + begun.filter((status) => status === 'applied').length;
        assert.equal((await storage.sessions.log(organization, session)).length, applied);
      });

      it('a conflict takes the other writes of its commit with it', async () => {
        const [organization, session] = [organizationId(), sessionId()];
        const lost = event();
        await commit(organization, [{ kind: 'event', event: lost }, append(session, 3, 1)]);
        assert.deepEqual(await collect(storage.outcomes.events(organization, 0)), []);
      });

      it('a batch is applied once, however often it is sent', async () => {
        const [organization, session] = [organizationId(), sessionId()];
        const batchId = 'batch-1';
        await commit(organization, [append(session, 0, 2, { batchId })]);
        for (const after of [0, 2]) {
          const [outcome] = await commit(organization, [append(session, after, 2, { batchId })]);
          assert.deepEqual(outcome, { kind: 'signals', status: 'duplicate', sequence: 2 });
        }
        assert.equal((await storage.sessions.log(organization, session)).length, 2);
      });

      it('a snapshot shortens what is loaded and leaves the log whole', async () => {
        const [organization, session] = [organizationId(), sessionId()];
        await commit(organization, [append(session, 0, 3)]);
        const snapshot = { sequence: 4, profile: '{"sequence":4}' };
        await commit(organization, [append(session, 3, 2, { snapshot })]);
        const loaded = await storage.sessions.load(organization, session);
        assert.deepEqual(loaded?.snapshot, snapshot);
        assert.deepEqual(loaded?.signals, signals(5, 1));
        assert.equal((await storage.sessions.log(organization, session)).length, 5);
      });

      it('an older snapshot does not replace a newer one', async () => {
        const [organization, session] = [organizationId(), sessionId()];
        await commit(organization, [append(session, 0, 3, { snapshot: { sequence: 3, profile: 'new' } })]);
        await commit(organization, [append(session, 3, 1, { snapshot: { sequence: 1, profile: 'old' } })]);
        assert.equal((await storage.sessions.load(organization, session))?.snapshot?.profile, 'new');
      });

      it('learning reads the sessions written since a time, each once, whole and in order', async () => {
        const organization = organizationId();
        const [a, b, c] = ['a', 'b', 'c'] as SessionId[];
        await commit(organization, [append(c!, 0, 2)], { at: NOON + 5 });
        await commit(organization, [append(a!, 0, 700)], { at: NOON + 6 });
        await commit(organization, [append(b!, 0, 1)], { at: NOON - 1 });
        const read = await collect(storage.sessions.since(organization, NOON));
        read.sort((one, other) => (one.sessionId < other.sessionId ? -1 : 1));
        assert.deepEqual(read, [
          { sessionId: 'a', signals: signals(1, 700) },
          { sessionId: 'c', signals: signals(1, 2) },
        ]);
      });
    });

    describe('outcomes', () => {
      it('an event counts once, however often and at whatever time it is sent', async () => {
        const organization = organizationId();
        const sent = event({ data: '{"value":10}', decisionId: 'dec-1' });
        const outcomes = await Promise.all(
          [0, 1, 2].map((later) =>
            commit(organization, [{ kind: 'event', event: { ...sent, at: sent.at + later } }]),
          ),
        );
        assert.deepEqual(
          outcomes.flat().map((outcome) => outcome.kind === 'event' && outcome.duplicate),
          [false, true, true],
        );
        assert.deepEqual(await collect(storage.outcomes.events(organization, 0)), [sent]);
      });

      it('an item shown twice for one decision counts once', async () => {
        const organization = organizationId();
        const exposure = { sessionId: sessionId(), decisionId: 'dec-unknown', itemId: 'sku-1', at: NOON };
        const exposures = [exposure, { ...exposure, itemId: 'sku-2', position: 4 }, exposure];
        assert.deepEqual(await commit(organization, [{ kind: 'exposures', exposures }]), [
          { kind: 'exposures', recorded: 2, duplicates: 1 },
        ]);
        assert.deepEqual(await commit(organization, [{ kind: 'exposures', exposures }]), [
          { kind: 'exposures', recorded: 0, duplicates: 3 },
        ]);
      });

      it('an exposure of an unknown decision is recorded and marked unmatched', async () => {
        const organization = organizationId();
        const known = decision();
        await commit(organization, [{ kind: 'decision', decision: known }]);
        const shown = (decisionId: string) => ({
          sessionId: known.sessionId,
          decisionId,
          itemId: 'sku-1',
          at: NOON,
        });
        await commit(organization, [
          { kind: 'exposures', exposures: [shown(known.id), shown('dec-from-a-cache')] },
        ]);
        const exposures = await collect(storage.outcomes.exposures(organization, 0));
        assert.deepEqual(
          exposures.map(({ decisionId, matched }) => [decisionId === known.id, matched]).sort(),
          [
            [false, false],
            [true, true],
          ],
        );
      });

      it('exposures are read since a time, in the order of session, decision and item', async () => {
        const organization = organizationId();
        const shown = (sessionId: string, decisionId: string, itemId: string, at: number) => ({
          sessionId: sessionId as SessionId,
          decisionId,
          itemId,
          at,
        });
        const exposures = [
          shown('s2', 'd1', 'a', NOON),
          shown('s1', 'd3', 'b', NOON + 1),
          shown('s1', 'd2', 'c', NOON + 2),
          shown('s1', 'd3', 'a', NOON + 3),
          shown('s1', 'd1', 'a', NOON - 1),
        ];
        await commit(organization, [{ kind: 'exposures', exposures }]);
        const read = await collect(storage.outcomes.exposures(organization, NOON));
        assert.deepEqual(
          read.map(({ sessionId, decisionId, itemId }) => [sessionId, decisionId, itemId]),
          [
            ['s1', 'd2', 'c'],
            ['s1', 'd3', 'a'],
            ['s1', 'd3', 'b'],
            ['s2', 'd1', 'a'],
          ],
        );
      });

      it('the events of a session that name a decision are found, oldest first', async () => {
        const organization = organizationId();
        const session = sessionId();
        const of = { decisionId: 'dec-1', sessionId: session };
        const named = [event({ ...of, at: NOON + 1 }), event(of)];
        const others = [
          event({ ...of, decisionId: 'dec-2' }),
          event({ ...of, sessionId: sessionId() }),
          event(),
        ];
        for (const each of [...named, ...others]) {
          await commit(organization, [{ kind: 'event', event: each }]);
        }
        const { outcomes } = storage;
        assert.deepEqual(await collect(outcomes.eventsOf(organization, 'dec-1', session)), named.reverse());
        assert.deepEqual(await collect(outcomes.eventsOf(organizationId(), 'dec-1', session)), []);
      });

      it('decisions are counted since a time', async () => {
        const organization = organizationId();
        for (const at of [NOON, NOON + 1, NOON + 2]) {
          await commit(organization, [{ kind: 'decision', decision: decision({ at }) }]);
        }
        assert.equal(await storage.outcomes.countDecisions(organization, NOON + 1), 2);
        assert.equal(await storage.outcomes.countDecisions(organizationId(), 0), 0);
      });

      it('a decision is kept as it was made, and once', async () => {
        const organization = organizationId();
        const made = decision();
        await commit(organization, [{ kind: 'decision', decision: made }]);
        await commit(organization, [{ kind: 'decision', decision: { ...made, ranked: '[]' } }]);
        assert.deepEqual(await storage.outcomes.decision(organization, made.id), made);
        assert.deepEqual(await collect(storage.outcomes.decisions(organization, made.at)), [made]);
        assert.deepEqual(await collect(storage.outcomes.decisions(organization, made.at + 1)), []);
      });

      it('thousands of events are read in the order of their time', async () => {
        const organization = organizationId();
        const sent = Array.from({ length: 3_000 }, (_, index) => event({ at: NOON + ((index * 7) % 3_000) }));
        await Promise.all(sent.map((each) => commit(organization, [{ kind: 'event', event: each }])));
        const read = await collect(storage.outcomes.events(organization, NOON + 1_000));
        assert.deepEqual(
          read.map(({ at }) => at),
          Array.from({ length: 2_000 }, (_, index) => NOON + 1_000 + index),
        );
      });
    });

    describe('kept gradings', () => {
      it('are listed newest first, by category and up to a limit', async () => {
        const organization = organizationId();
        const grading = (id: string, at: number, category?: string) => ({
          organizationId: organization,
          id,
          kind: 'audit' as const,
          at,
          result: '{"grade":"C"}',
          ...(category !== undefined && { category }),
        });
        for (const each of [grading('g1', 1, 'boots'), grading('g2', 2), grading('g3', 3, 'boots')]) {
          await commit(organization, [{ kind: 'grading', grading: each }]);
        }
        const ids = async (filter?: { category?: string; limit?: number }) =>
          (await storage.gradings.list(organization, filter)).map(({ id }) => id);
        assert.deepEqual(await ids(), ['g3', 'g2', 'g1']);
        assert.deepEqual(await ids({ category: 'boots' }), ['g3', 'g1']);
        assert.deepEqual(await ids({ limit: 1 }), ['g3']);
        assert.deepEqual(await storage.gradings.find(organization, 'g1'), grading('g1', 1, 'boots'));
        assert.equal(await storage.gradings.find(organizationId(), 'g1'), undefined);
      });

      it('are found by their category in every Unicode form', async () => {
        const organization = organizationId();
        const [composed, decomposed] = ['caf\u00e9', 'cafe\u0301'];
        const grading = (id: string, category: string) => ({
          organizationId: organization,
          id,
          kind: 'audit' as const,
          at: NOON,
          result: '{}',
          category,
        });
        for (const each of [grading('g1', composed), grading('g2', decomposed)]) {
          await commit(organization, [{ kind: 'grading', grading: each }]);
        }
        for (const category of [composed, decomposed]) {
          const found = await storage.gradings.list(organization, { category });
          assert.deepEqual(
            found.map(({ id }) => id),
            ['g2', 'g1'],
          );
        }
      });
    });

    describe('metering', () => {
      it('counts by operation and endpoint over UTC days, both ends included', async () => {
        const organization = organizationId();
        const midnight = Date.UTC(2025, 2, 15);
        const count = (metered: string, at: number) => commit(organization, [], { metered, at });
        await Promise.all([
          count('/catalog/audit', midnight - 1),
          count('/catalog/ranked', midnight - 1),
          count('/track', midnight),
          count('/track/behavior', midnight + 86_400_000 - 1),
          count('/track', midnight + 86_400_000),
        ]);
        assert.deepEqual(await storage.usage.report(organization, '2025-03-14', '2025-03-15'), [
          { operation: 'catalog', requests: 2, endpoints: { '/catalog/audit': 1, '/catalog/ranked': 1 } },
          { operation: 'track', requests: 2, endpoints: { '/track': 1, '/track/behavior': 1 } },
        ]);
        assert.deepEqual(await storage.usage.report(organization, '2025-03-16', '2025-03-31'), [
          { operation: 'track', requests: 1, endpoints: { '/track': 1 } },
        ]);
      });

      it('loses no count among a thousand concurrent requests', async () => {
        const organization = organizationId();
        await Promise.all(
          Array.from({ length: 1_000 }, () => commit(organization, [], { metered: '/session' })),
        );
        const [line] = await storage.usage.report(organization, '2025-03-14', '2025-03-14');
        assert.equal(line?.requests, 1_000);
      });
    });

    describe('metering of a request that is sent again', () => {
      it('counts it once, also among others at the same time, from elsewhere and after a restart', async () => {
        const organization = organizationId();
        const [a, b] = [randomUUID(), randomUUID()];
        const count = (requestId: string) =>
          commit(organization, [], { metered: '/catalog/audit', requestId });
        const counted = async () =>
          (await storage.usage.report(organization, '2025-03-14', '2025-03-14'))[0]?.requests;
        await Promise.all([count(a), count(b), count(a)]);
        assert.equal(await counted(), 2);
        const beside = await store.beside();
        await beside.commit({
          organizationId: organization,
          at: NOON,
          metered: '/catalog/audit',
          requestId: a,
          writes: [],
        });
        await beside.close();
        storage = await store.reopen();
        await count(b);
        assert.equal(await counted(), 2);
        const other = organizationId();
        await commit(other, [], { metered: '/catalog/audit', requestId: a });
        const [line] = await storage.usage.report(other, '2025-03-14', '2025-03-14');
        assert.equal(line?.requests, 1, 'another organization with the same id');
      });
    });

    describe('isolation', () => {
      it('a commit that fails leaves its neighbours and their metering untouched', async () => {
        const organization = organizationId();
        const session = sessionId();
        // What is no text cannot be kept, which turns out when the writes before it have been applied.
        const broken: Write = { kind: 'event', event: { ...event(), name: {} as string } };
        const all = await Promise.allSettled([
          commit(organization, [{ kind: 'event', event: event() }], { metered: '/track' }),
          commit(organization, [append(session, 0, 1), broken], { metered: '/track' }),
          commit(organization, [{ kind: 'event', event: event() }], { metered: '/track' }),
        ]);
        assert.deepEqual(
          all.map(({ status }) => status),
          ['fulfilled', 'rejected', 'fulfilled'],
        );
        assert.equal((await collect(storage.outcomes.events(organization, 0))).length, 2);
        assert.equal(await storage.sessions.load(organization, session), undefined);
        const [line] = await storage.usage.report(organization, '2025-03-14', '2025-03-14');
        assert.equal(line?.requests, 2);
      });

      it('one organization sees nothing of another that uses the same ids', async () => {
        const [a, b] = [organizationId(), organizationId()];
        const session = sessionId();
        const same = event({ sessionId: session });
        const made = decision({ sessionId: session });
        for (const organization of [a, b]) {
          const [, recorded] = await commit(organization, [
            append(session, 0, 2),
            { kind: 'event', event: same },
            { kind: 'decision', decision: made },
          ]);
          assert.deepEqual(recorded, { kind: 'event', duplicate: false });
        }
        await commit(a, [append(session, 2, 1)]);
        assert.equal((await storage.sessions.load(b, session))?.sequence, 2);
        assert.equal((await collect(storage.outcomes.events(b, 0))).length, 1);
        assert.equal(await storage.outcomes.decision(organizationId(), made.id), undefined);
      });
    });

    it('everything acknowledged is there after a restart', async () => {
      const organization = organizationId();
      const session = sessionId();
      await commit(organization, [append(session, 0, 2)], { metered: '/track' });
      storage = await store.reopen();
      assert.equal((await storage.sessions.load(organization, session))?.sequence, 2);
      const [line] = await storage.usage.report(organization, '2025-03-14', '2025-03-14');
      assert.equal(line?.requests, 1);
    });

    it('a store that answers is healthy, and closing it twice does no harm', async () => {
      await storage.ping();
      await storage.close();
      await storage.close();
      storage = await store.reopen();
    });
  });
}
