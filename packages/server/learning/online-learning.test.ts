import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { VISIT_GAP } from '@decidable/engine/session';
import { openServices, type Services } from '../services.ts';
import { append } from '../sessions/tracking.ts';
import { BuildPool } from '../shops/build/build-pool.ts';
import type { ChangeListener, KeyId, OrganizationId, SessionId, Write } from '../storage/ports.ts';
import { ServiceUnderTest, SIXTY_PRODUCTS } from '../testing/service-under-test.ts';
import { Learning } from './online-learning.ts';
import { nextVersion, packStep } from './stored-model.ts';
import { trainModel } from './train-model.ts';

describe('learning', () => {
  let service: ServiceUnderTest;
  let services: Services;
  before(async () => {
    service = await ServiceUnderTest.start();
    await service.importCatalogue(SIXTY_PRODUCTS);
    services = openServices({ storage: service.storage });
  });
  after(async () => {
    await services.close();
    await service.stop();
  });

  /** The time that is passed to the services under test; ms. */
  let now = Date.now() - 16 * 3_600_000;

  /** A visit of two products that is open now, tracked by the services under test. */
  async function visit(sessionId: string): Promise<void> {
    now += 1;
    await service.ok('/track', {
      sessionId,
      signals: ['p5', 'p40'].map((value) => ({ type: 'product_view', value, at: now })),
    });
    services.learning.saw(service.organizationId, sessionId as SessionId, now);
  }
  async function visits(name: string, count: number): Promise<void> {
    for (let i = 0; i < count; i++) await visit(`${name}${i}`);
  }
  const learned = async () => (await services.shops.get(service.organizationId)).learned;
  /** Signals within a minute of each other are noted once, so a visit is known to be over a minute later. */
  async function lookWhenOver(): Promise<void> {
    now += VISIT_GAP + 61_000;
    await services.learning.look(now);
  }
  /** The model after another whole training. */
  async function trainedAfter(before: string) {
    const base = before.split('.')[0];
    let model = await learned();
    while (model.version.split('.')[0] === base) model = await nextTurn().then(learned);
    return model;
  }

  it('waits until visits are over', async () => {
    await visits('early', 60);
    await services.learning.look(now);
    assert.equal((await learned()).version, 'untrained');
  });

  it('trains a first model when enough visits are over', async () => {
    await lookWhenOver();
    const model = await trainedAfter('untrained');
    assert.equal(model.trainedOn, 60);
    assert.equal(model.updates, 0);
  });

  it('adds later visits in small steps, each under a number of its own', async () => {
    const before = await learned();
    await visits('later', 3);
    await lookWhenOver();
    const after = await learned();
    assert.equal(after.version, `${before.version}.1`);
    assert.equal(after.updates, 1);
    await visits('latest', 1);
    await lookWhenOver();
    assert.equal((await learned()).version, `${before.version}.2`);
  });

  it('waits for a visit that goes on, however closely its signals follow each other', async () => {
    const before = await learned();
    await visit('busy');
    for (let minutes = 0; minutes < 39; minutes++) {
      now += 59_000;
      services.learning.saw(service.organizationId, 'busy' as SessionId, now);
      await services.learning.look(now);
    }
    now += VISIT_GAP;
    await services.learning.look(now);
    assert.equal((await learned()).version, before.version);
    now += 60_001;
    await services.learning.look(now);
    assert.equal((await learned()).updates, before.updates + 1);
  });

  it('comes to the same model from the store, step by step', async () => {
    const model = await learned();
    const { organizationId } = service;
    const current = await service.storage.catalogues.current(organizationId);
    const past = await services.shops.past(organizationId, {
      catalogueVersion: current!.version,
      modelVersion: model.version,
    });
    assert.deepEqual(past?.learned, model);
  });

  it('makes a ranking again as of the step that ranked it, whatever was learned since', async () => {
    // The running service hears of the steps and takes them over.
    const version = (await learned()).version;
    await service.track('ranked', ['product_view', 'p5']);
    let ranked = await service.ranked('ranked');
    let decision = await service.storage.outcomes.decision(service.organizationId, ranked.decisionId);
    while (JSON.parse(decision!.replay).modelVersion !== version) {
      ranked = await service.ranked('ranked');
      decision = await service.storage.outcomes.decision(service.organizationId, ranked.decisionId);
    }
    await visits('afterwards', 2);
    await lookWhenOver();
    assert.notEqual((await learned()).version, version);
    const replayed = await service.replay(ranked.decisionId);
    assert.ok(replayed.made && replayed.same);
    assert.equal(replayed.json, JSON.stringify(ranked.items));
  });

  it('learns once what was going on during a training', async () => {
    const before = await learned();
    await visits('many', 60);
    now += VISIT_GAP + 30_000;
    await visit('open');
    now += 31_000;
    await services.learning.look(now);
    const trained = await trainedAfter(before.version);
    await visit('open');
    await visit('begun');
    await lookWhenOver();
    const after = await learned();
    assert.equal(after.version, `${trained.version}.1`);
    assert.equal(after.model.log.sessions, trained.trainedOn + 1);
  });

  it('learns a visit once, also when a signal of it comes after it was learned', async () => {
    await visit('late');
    const end = now;
    await lookWhenOver();
    const before = await learned();
    now += 60_000;
    await service.ok('/track', {
      sessionId: 'late',
      signals: [{ type: 'product_view', value: 'p6', at: end + 20 * 60_000 }],
    });
    services.learning.saw(service.organizationId, 'late' as SessionId, now);
    await lookWhenOver();
    assert.equal((await learned()).version, before.version);
  });

  it('learns every visit of a shopper who is back before the end of the last was noticed', async () => {
    const { organizationId } = service;
    const sessionId = 'back' as SessionId;
    const { sessions } = (await learned()).model.log;
    const openedAt = now;
    for (const after of [0, 1]) {
      const signals = [{ type: 'product_view', value: 'p5', at: now }];
      await service.storage.commit({
        organizationId,
        at: now,
        writes: [{ kind: 'signals', sessionId, after, openedAt, signals }],
      });
      services.learning.saw(organizationId, sessionId, now);
      now += VISIT_GAP + 30_000;
      await services.learning.look(now);
    }
    await lookWhenOver();
    assert.equal((await learned()).model.log.sessions, sessions + 2);
  });

  it('learns a visit into which signals of an earlier one came late', async () => {
    const { sessions } = (await learned()).model.log;
    await visit('mixed');
    await service.ok('/track', {
      sessionId: 'mixed',
      signals: [{ type: 'product_view', value: 'p6', at: now - VISIT_GAP - 60_000 }],
    });
    await lookWhenOver();
    assert.equal((await learned()).model.log.sessions, sessions + 1);
  });

  it('learns what ended in a shop that was closed, without opening it', async () => {
    const { sessions } = (await learned()).model.log;
    await visit('closed');
    const another = openServices({ storage: service.storage });
    another.learning.saw(service.organizationId, 'closed' as SessionId, now);
    now += VISIT_GAP + 61_000;
    await another.learning.look(now);
    assert.equal(another.shops.peek(service.organizationId), undefined);
    assert.equal((await another.shops.learned(service.organizationId)).model.log.sessions, sessions + 1);
    await another.close();
  });

  it('learns after a restart what ended before it, or was open, once', async () => {
    const { organizationId, storage } = service;
    const { sessions } = (await learned()).model.log;
    const write = async (sessionId: string) => {
      now += 1;
      const signals = [{ type: 'product_view', value: 'p5', at: now }];
      const write = { kind: 'signals', after: 0, openedAt: now, signals } as const;
      await storage.commit({
        organizationId,
        at: now,
        writes: [{ ...write, sessionId: sessionId as SessionId }],
      });
    };
    await write('ended-before');
    now += VISIT_GAP;
    await write('open-before');
    for (const [restart, learnt] of [
      ['first', 3],
      ['second', 4],
    ] as const) {
      const another = openServices({ storage });
      await write(`after-${restart}`);
      another.learning.saw(organizationId, `after-${restart}` as SessionId, now);
      now += VISIT_GAP + 61_000;
      await another.learning.look(now);
      assert.equal((await another.shops.learned(organizationId)).model.log.sessions, sessions + learnt);
      await another.close();
    }
  });

  it('uses no shop in which nothing has ended', async () => {
    const another = openServices({ storage: service.storage });
    another.learning.saw(service.organizationId, 'quiet' as SessionId, now);
    await another.learning.look(now + VISIT_GAP);
    assert.equal(another.shops.peek(service.organizationId), undefined);
    await another.close();
  });

  it('remembers so many sessions of all organizations, and of each at least its share', async () => {
    const asked: string[] = [];
    const { organizationId, storage } = service;
    const sessions = {
      ...storage.sessions,
      log: async (_: OrganizationId, sessionId: SessionId) => {
        asked.push(sessionId);
        return [];
      },
    };
    const learning = new Learning({
      storage: { ...storage, sessions },
      builder: { train: async () => undefined },
      shops: services.shops,
      most: 4,
    });
    function see(of: OrganizationId, ...names: string[]): void {
      for (const name of names) learning.saw(of, name as SessionId, now);
    }
    see(organizationId, 'a1', 'a2', 'a3', 'a4', 'a5');
    see('org_other' as OrganizationId, 'b1', 'b2', 'b3');
    now += VISIT_GAP + 61_000;
    await learning.look(now);
    assert.deepEqual(asked, ['a1', 'a2', 'a3', 'a4', 'b1', 'b2']);
    see(organizationId, 'a6');
    now += VISIT_GAP + 61_000;
    await learning.look(now);
    assert.equal(asked.at(-1), 'a6');
    await learning.close();
  });

  it('does not train beside another process, and trains at the next look after that has ended', async () => {
    const { organizationId, storage } = service;
    const other = await storage.leases.acquire(organizationId, 'training', 'another process', 3_600_000);
    assert.ok(other);
    const before = await learned();
    await visits('enough', Math.max(60, before.trainedOn));
    await lookWhenOver();
    assert.equal((await learned()).version.split('.')[0], before.version.split('.')[0]);
    await storage.leases.release(other);
    await services.learning.look(now);
    assert.notEqual((await trainedAfter(before.version)).version, before.version);
    assert.ok(await storage.leases.acquire(organizationId, 'training', 'a third', 0), 'released at the end');
  });

  it('learns onto the model that another process stored after the current one was read', async () => {
    const { organizationId, storage } = service;
    const before = await learned();
    const { sessions } = before.model.log;
    const others = { steps: [{ item: 'p7', touch: 'viewed', at: now }], context: {} } as const;
    const other = nextVersion(before.version, before.updates);
    let asked = 0;
    const models = {
      ...storage.models,
      // Another process stores the next version between the look at the current one and the step.
      currentVersion: async () => {
        const version = await storage.models.currentVersion(organizationId);
        if (asked++ === 0) {
          const facts = { organizationId, version: other, catalogueVersion: null, builtAt: now };
          await storage.models.put({ ...facts, bytes: packStep(before.version, [others]) });
        }
        return version;
      },
    };
    const learning = new Learning({
      storage: { ...storage, models },
      builder: { train: async () => undefined },
      shops: services.shops,
    });
    await visits('late', 1);
    learning.saw(organizationId, 'late0' as SessionId, now);
    now += VISIT_GAP + 61_000;
    await learning.look(now);
    await learning.close();
    const after = await services.shops.learned(organizationId);
    assert.equal(after.version, nextVersion(other, before.updates + 1));
    assert.equal(after.model.log.sessions, sessions + 2);
  });

  it('trains again without a session that an owner excluded, and with it once it is admitted', async () => {
    const { organizationId, storage } = service;
    const excluded = 'early0' as SessionId;
    const trained = async () => {
      const before = await learned();
      await services.learning.look(now);
      return (await trainedAfter(before.version)).trainedOn;
    };
    await storage.sessions.rule(organizationId, [excluded], 'excluded', now);
    const fewer = await trained();
    await storage.sessions.rule(organizationId, [excluded], 'admitted', now);
    assert.equal(await trained(), fewer + 1);
  });

  it('trains by a ruling at a later look where the store failed at the first', async () => {
    const { organizationId, storage } = service;
    const { trainedOn } = await learned();
    let fails = 1;
    const sessions = {
      ...storage.sessions,
      rulings: async (id: OrganizationId) => {
        if (fails-- > 0) throw new Error('The store is away.');
        return storage.sessions.rulings(id);
      },
    };
    const faults: unknown[] = [];
    const another = openServices({
      storage: { ...storage, sessions },
      onFault: (_, error) => void faults.push(error),
    });
    await storage.sessions.rule(organizationId, ['early1' as SessionId], 'excluded', now);
    while (faults.length === 0) await nextTurn().then(() => another.learning.look(now));
    now += 61_000;
    await another.learning.look(now);
    await another.close();
    assert.equal((await services.shops.learned(organizationId)).trainedOn, trainedOn - 1);
  });
});

describe('trainings of a shop that grows', () => {
  let service: ServiceUnderTest;
  let services: Services;
  let now = Date.now() - 16 * 3_600_000;
  const minutes = (count: number): number => count * 60_000;
  before(async () => {
    service = await ServiceUnderTest.start();
    await service.importCatalogue(SIXTY_PRODUCTS);
    services = openServices({ storage: service.storage });
  });
  after(async () => {
    await services.close();
    await service.stop();
  });

  /** A learner whose trainings take their time on a clock that only they move, and the visits that it learns. */
  async function learner(t: TestContext, { takes, failing = 0 }: { takes: number; failing?: number }) {
    const { organizationId, storage } = service;
    let passed = 0;
    const clock = performance.now.bind(performance);
    t.mock.method(performance, 'now', () => clock() + passed);
    const told = { trainings: 0 };
    const learning = new Learning({
      storage,
      shops: services.shops,
      onFault: () => {},
      builder: {
        train: async (...asked) => {
          passed += takes;
          if (++told.trainings <= failing) throw new Error('The thread died.');
          return services.builder.train(...asked);
        },
      },
    });
    return {
      told,
      learning,
      /** Visits that end, and a look at them. */
      lookAfter: async (name: string, count: number): Promise<void> => {
        for (let i = 0; i < count; i++) {
          now += 1;
          const sessionId = `${name}${i}` as SessionId;
          const signals = ['p5', 'p40'].map((value) => ({ type: 'product_view', value, at: now }));
          await service.ok('/track', { sessionId, signals });
        }
        // The first look reads what the store has, which was all last seen at the real time.
        await learning.look(now);
        for (let i = 0; i < count; i++) learning.saw(organizationId, `${name}${i}` as SessionId, now);
        now += VISIT_GAP + 61_000;
        await learning.look(now);
      },
    };
  }

  it('rest for nine times as long as they took; not from owners who rule otherwise', async (t) => {
    const { organizationId, storage } = service;
    const long = minutes(5);
    const { told, learning, lookAfter } = await learner(t, { takes: long });
    await lookAfter('first', 60);
    assert.equal(told.trainings, 1);
    const trained = now;
    await lookAfter('more', 60);
    assert.equal(told.trainings, 1);
    now = trained + 10 * long - 1_000;
    await learning.look(now);
    assert.equal(told.trainings, 1, 'it rests');
    now = trained + 10 * long + minutes(1);
    await learning.look(now);
    assert.equal(told.trainings, 2, 'it was owed');
    await lookAfter('most', 120);
    assert.equal(told.trainings, 2, 'it rests again');
    await storage.sessions.rule(organizationId, ['first0' as SessionId], 'excluded', now);
    await learning.look(now);
    assert.equal(told.trainings, 3, 'an owner does not wait');
    await learning.close();
  });

  it('rest also where news of rulings were missed that ruled nothing else', async (t) => {
    const { changes } = service.storage;
    let missed = (): void => {};
    const subscribe = t.mock.method(changes, 'subscribe', (subscriber: ChangeListener) => {
      missed = () => subscriber.missed();
      return () => {};
    });
    const { told, learning, lookAfter } = await learner(t, { takes: minutes(5) });
    subscribe.mock.restore();
    await lookAfter('grown', 120);
    assert.equal(told.trainings, 1);
    await lookAfter('again', 120);
    missed();
    await learning.look(now);
    assert.equal(told.trainings, 1);
    await learning.close();
  });

  it('that fail are tried again after a pause from their end', async (t) => {
    const { told, learning, lookAfter } = await learner(t, { takes: minutes(20), failing: 1 });
    await lookAfter('late', 240);
    assert.equal(told.trainings, 1);
    now += minutes(20.5);
    await learning.look(now);
    assert.equal(told.trainings, 1, 'half a minute after the end');
    now += minutes(1);
    await learning.look(now);
    assert.equal(told.trainings, 2);
    await learning.close();
  });
});

describe('learning that is stopped', () => {
  /** A store with an organization that is due for its first training, and the time by which its visits are over. */
  async function dueForTraining() {
    const service = await ServiceUnderTest.start();
    for (let n = 0; n < 60; n++) {
      const signals = ['p5', 'p40'].map((value) => ({ type: 'product_view', value }));
      await service.ok('/track', { sessionId: `shopper${n}`, signals });
    }
    return { service, over: Date.now() + VISIT_GAP + 61_000 };
  }

  it('cuts a training on a thread, as it may last for minutes, tells no fault and gives the lease back', async () => {
    const { service, over } = await dueForTraining();
    const { organizationId, storage } = service;
    const worker = new URL('data:text/javascript,export default () => { for (;;); }');
    const faults: unknown[] = [];
    const services = openServices({
      storage,
      building: { worker },
      onFault: (_, error) => void faults.push(error),
    });
    services.learning.saw(organizationId, 'shopper0' as SessionId, over - VISIT_GAP - 61_000);
    const given = Promise.withResolvers<void>();
    const train = services.builder.train.bind(services.builder);
    services.builder.train = (...of) => {
      given.resolve();
      return train(...of);
    };
    const looking = services.learning.look(over);
    await given.promise;
    await services.close();
    await looking;
    assert.deepEqual(faults, []);
    assert.ok(await storage.leases.acquire(organizationId, 'training', 'another', 0));
    await service.stop();
  });

  it('reads no further, neither of this organization nor of the next', async () => {
    const { service, over } = await dueForTraining();
    const { organizationId, storage } = service;
    let read = 0;
    const reading = Promise.withResolvers<void>();
    const sessions = {
      ...storage.sessions,
      async *since(id: OrganizationId, at: number) {
        for await (const session of storage.sessions.since(id, at)) {
          read++;
          reading.resolve();
          await nextTurn();
          yield session;
        }
      },
    };
    const services = openServices({ storage: { ...storage, sessions } });
    for (const id of [organizationId, 'org_other' as OrganizationId])
      services.learning.saw(id, 'shopper0' as SessionId, over - VISIT_GAP - 61_000);
    const looking = services.learning.look(over);
    await reading.promise;
    await services.close();
    await looking;
    assert.equal(read, 1);
    await service.stop();
  });
});

describe('learning from addresses that can be told apart', () => {
  let service: ServiceUnderTest;
  let services: Services;
  before(async () => {
    service = await ServiceUnderTest.start();
    services = openServices({ storage: service.storage });
  });
  after(async () => {
    await services.close();
    await service.stop();
  });

  /** All visits are of one day, as blocks have their names for one: of yesterday, as retention removes older ones. */
  let now = (Math.floor(Date.now() / 86_400_000) - 1) * 86_400_000 + 3_600_000;
  async function visit(sessionId: string, address: string, ...items: readonly string[]): Promise<void> {
    const at = ++now;
    const call = {
      organizationId: service.organizationId,
      sessionId: sessionId as SessionId,
      at,
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' },
      address,
      keyId: 'key_1' as KeyId,
      commit: (writes: readonly Write[]) =>
        service.storage.commit({ organizationId: service.organizationId, at, writes }),
    };
    const signals = items.map((value) => ({ type: 'product_view', value, at }));
    await append(services, call, signals, () => undefined);
  }
  const model = async () => (await services.shops.learned(service.organizationId)).model;
  async function clicksOn(item: string): Promise<number> {
    now += VISIT_GAP + 61_000;
    await services.learning.look(now);
    const { log, numbers } = await model();
    const number = numbers.get(item);
    return number === undefined ? 0 : log.count[number];
  }
  async function train(): Promise<void> {
    const builder = new BuildPool();
    await trainModel(service.storage, builder, service.organizationId, now).finally(() => builder.close());
  }

  it('learns online what a training learns, and no push of one address', async () => {
    for (let n = 0; n < 60; n++) await visit(`shopper${n}`, `10.0.${n}.1`, `p${n % 20}`, `p${(n * 7) % 20}`);
    assert.equal(await clicksOn('p3'), 6);
    // A few visits to one product are those of one shopper.
    for (let n = 0; n < 3; n++) await visit(`few${n}`, `203.0.113.${n}`, 'few', `p${n}`);
    assert.equal(await clicksOn('few'), 1);
    for (let n = 0; n < 20; n++) await visit(`many${n}`, `198.51.100.${n}`, 'pushed', `p${n}`);
    assert.equal(await clicksOn('pushed'), 0);
    const before = (await model()).log;
    await train();
    const after = (await model()).log;
    assert.deepEqual([after.sessions, after.clicks], [before.sessions, before.clicks]);
  });

  it('drops with the next training what was pushed too slowly to be noticed at first', async () => {
    for (let n = 0; n < 6; n++) {
      await visit(`slow${n}`, '192.0.2.1', 'slow', `p${n}`);
      assert.equal(await clicksOn('slow'), 1, 'one visit of the block is in the model meanwhile');
    }
    await train();
    assert.equal(await clicksOn('slow'), 0);
  });
});
