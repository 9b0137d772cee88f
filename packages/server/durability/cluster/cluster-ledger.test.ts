import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { withoutServer } from '../../storage/cluster/valkey/testing/redis-binaries.ts';
import { until } from '../../storage/cluster/valkey/testing/valkey-process.ts';
import { withoutPostgres } from '../../testing/postgres-process.ts';
import { withoutNginx } from '../../testing/proxies/nginx-process.ts';
import { ClusterUnderFaults } from './cluster-under-faults.ts';
import { runFault } from './fault-run.ts';
import {
  type Fault,
  NODE_HANGS,
  NODE_KILLED,
  NODE_REPLACED,
  NODE_STARTS_WITHOUT_POSTGRES,
  NODE_STARTS_WITHOUT_VALKEY,
  POSTGRES_AWAY,
  POSTGRES_HANGS,
  POSTGRES_KILLED,
  POSTGRES_RESTARTED,
  VALKEY_EMPTIED,
  VALKEY_HANGS,
} from './faults.ts';
import { differences, NO_DIFFERENCE } from './reconciliation.ts';
import { RequestLedger } from './request-ledger.ts';

/*
 * Three nodes behind nginx under light load, through one fault after another. `npm run bench:faults` has more of them, a
 * higher load, and says how long clients wait.
 */

/** Requests a second. */
const RATE = 60;
/** How long a fault lasts before it is mended, and how long it goes on before the next one, in ms. */
const HOLD = 500;
const AFTER = 1_500;
/** Longer than the breaker of a node spares the store, and than a supervisor takes to notice. */
const LONG_HOLD = 12_000;

/** After so many ms a request hangs: the thread that grades may have to start first, on a busy machine. */
const ANSWERED_WITHIN = 30_000;

const withHold = (fault: Fault, lasts: number): Fault => ({ ...fault, lasts });

const PROFILES: readonly { readonly valkey: 'single' | 'none'; readonly faults: readonly Fault[] }[] = [
  {
    valkey: 'single',
    faults: [
      NODE_REPLACED,
      NODE_KILLED,
      withHold(NODE_HANGS, 4_000),
      POSTGRES_RESTARTED,
      VALKEY_EMPTIED,
      withHold(VALKEY_HANGS, 4_000),
      NODE_STARTS_WITHOUT_VALKEY,
      NODE_STARTS_WITHOUT_POSTGRES,
      POSTGRES_KILLED,
      withHold(POSTGRES_HANGS, LONG_HOLD),
      POSTGRES_AWAY,
    ],
  },
  {
    valkey: 'none',
    faults: [POSTGRES_AWAY, withHold(POSTGRES_HANGS, LONG_HOLD)],
  },
];

for (const { valkey, faults } of PROFILES) {
  describe(`the ledger of a cluster, ${valkey === 'none' ? 'without Valkey' : 'with Valkey'}`, {
    skip: withoutPostgres() || withoutNginx() || withoutServer,
  }, () => {
    let cluster: ClusterUnderFaults;
    let ledger: RequestLedger;
    before(async () => {
      cluster = await ClusterUnderFaults.start({ nodes: 3, valkey, postgres: { fsync: 'off' } });
      const { nginx, organizationId, key } = cluster.nodes;
      ledger = new RequestLedger(nginx.address, organizationId, key, ANSWERED_WITHIN);
      ledger.begin(RATE);
    });
    after(() => cluster?.close());

    for (const fault of faults) {
      it(`refuses with the error of the interface, if at all, ends no process, and goes on, when ${fault.name}`, async (t) => {
        const { wrong, requests, refused, messages, ended, firstSuccess } = await runFault(
          cluster,
          ledger,
          fault,
          HOLD,
          AFTER,
        );
        assert.deepEqual(wrong, new Map());
        assert.deepEqual(ended, []);
        assert.ok(requests > 0);
        const acknowledged = () => ledger.acknowledged.get('/event') ?? 0;
        const before = acknowledged();
        await until('requests are acknowledged', () => acknowledged() > before + 5);
        for (const [message, times] of messages) t.diagnostic(`${times} × ${message}`);
        t.diagnostic(
          `${refused} of ${requests} refused, answered again after ${firstSuccess?.toFixed(0)} ms`,
        );
      });
    }

    it('balances: nothing that was acknowledged is lost, doubled or counted otherwise than answered', async (t) => {
      const { storage, organizationId } = cluster.nodes;
      await ledger.end();
      let found = await differences(storage, organizationId, ledger);
      // Nodes count what was pending when the store is back.
      await until('what was pending is counted', async () => {
        found = await differences(storage, organizationId, ledger);
        return found.miscounted.length === 0;
      }).catch(() => {});
      assert.deepEqual(found, NO_DIFFERENCE);
      assert.equal(ledger.skipped, 0, 'every visit began that was due');
      assert.ok(ledger.acknowledged.size === 6, 'requests of all kinds were acknowledged');
      t.diagnostic(
        `${ledger.answers.length} requests, ${[...ledger.acknowledged.values()].reduce((sum, count) => sum + count, 0)} acknowledged`,
      );
    });
  });
}
