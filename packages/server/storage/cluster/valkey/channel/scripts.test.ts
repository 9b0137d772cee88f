import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { Redis } from 'iovalkey';
import { Names } from '../names.ts';
import { withoutServer } from '../testing/redis-binaries.ts';
import { ValkeyProcess } from '../testing/valkey-process.ts';
import { ChannelScripts } from './channel-scripts.ts';
import { CHANGES_KEPT } from './lease-times.ts';
import { LogModel } from './log-model.fixture.ts';

const nodes = ['north', 'east', 'south'] as const;
const node = fc.constantFrom(...nodes);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('renew' as const), node, settles: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('announce' as const), node, change: fc.string() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('look' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('lose' as const), key: fc.constantFrom('log', 'nodes', 'all') }),
  },
);

describe('the scripts of the change log', { skip: withoutServer }, () => {
  let server: ValkeyProcess;
  let client: Redis;
  before(async () => {
    server = await ValkeyProcess.start();
    client = new Redis(server.port, '127.0.0.1');
  });
  after(async () => {
    client.disconnect();
    await server.dispose();
  });

  const scriptsOf = (names: Names) =>
    new Map(nodes.map((name) => [name, new ChannelScripts(client, names, name)]));
  let prefixes = 0;
  const names = () => new Names(`test-${++prefixes}`);

  it('do what the model does, whatever is asked in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
        const own = names();
        const scripts = scriptsOf(own);
        const model = new LogModel();
        const known = new Map(nodes.map((name) => [name, { real: '', model: '', seen: 0 }]));
        let announced: { real: string; model: string; number: number } | undefined;
        for (const [index, each] of steps.entries()) {
          const fresh = `${index}`;
          if (each.kind === 'renew') {
            const knows = known.get(each.node)!;
            const renewal = { seen: knows.seen, settles: each.settles, sentAt: 0 };
            const real = await scripts
              .get(each.node)!
              .renew({ ...renewal, incarnation: knows.real }, fresh, '', '');
            const expected = model.renew(each.node, { ...renewal, incarnation: knows.model }, fresh);
            assert.deepEqual(
              { last: real.last, changes: real.changes },
              { last: expected.last, changes: expected.changes },
            );
            known.set(each.node, {
              real: real.incarnation,
              model: expected.incarnation,
              seen: expected.last,
            });
          } else if (each.kind === 'announce') {
            const real = await scripts.get(each.node)!.announce(each.change, fresh);
            const expected = model.announce(each.node, each.change, fresh);
            assert.deepEqual(
              { ...real, incarnation: '', unconfirmed: new Map([...real.unconfirmed].sort()) },
              { ...expected, incarnation: '', unconfirmed: new Map([...expected.unconfirmed].sort()) },
            );
            announced = { real: real.incarnation, model: expected.incarnation, number: real.number };
          } else if (each.kind === 'lose') {
            if (each.key !== 'nodes') await client.del(own.log);
            if (each.key !== 'log') await client.del(own.nodes);
            model.flush();
          } else if (announced !== undefined) {
            const { number } = announced;
            const real = await scripts.get('north')!.unconfirmed(announced.real, number, nodes);
            const expected = model.unconfirmed(announced.model, number, nodes);
            assert.deepEqual(real, expected);
            if (each.kind === 'forget' && real !== undefined && real.size > 0) {
              await scripts.get('north')!.forget(announced.real, real);
              model.forget(announced.model, expected!);
            }
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it('begin a new incarnation when the process is another one, even with all its data', async () => {
    const own = names();
    const scripts = scriptsOf(own).get('north')!;
    const start = { incarnation: '', seen: 0, settles: false, sentAt: 0 };
    const first = await scripts.renew(start, 'a', '', '');
    // As a replica has it that was promoted: the log of another process.
    await client.hset(own.log, 'incarnation', `another${first.incarnation}`);
    await client.hset(own.nodes, 'incarnation', `another${first.incarnation}`);
    const second = await scripts.renew({ ...start, incarnation: `another${first.incarnation}` }, 'b', '', '');
    assert.equal(second.changes, undefined);
    assert.notEqual(second.incarnation, first.incarnation);
  });

  it(`keep ${CHANGES_KEPT} changes: a node that is one further behind has missed some`, async () => {
    const scripts = scriptsOf(names()).get('north')!;
    const start = { incarnation: '', seen: 0, settles: false, sentAt: 0 };
    const { incarnation } = await scripts.renew(start, 'a', '', '');
    for (let number = 1; number <= CHANGES_KEPT; number++) await scripts.announce(`${number}`, 'a');
    const known = { ...start, incarnation };
    assert.equal((await scripts.renew(known, 'a', '', '')).changes?.length, CHANGES_KEPT);
    await scripts.announce('one more', 'a');
    assert.equal((await scripts.renew(known, 'a', '', '')).changes, undefined);
    assert.deepEqual((await scripts.renew({ ...known, seen: CHANGES_KEPT }, 'a', '', '')).changes, [
      'one more',
    ]);
  });
});
