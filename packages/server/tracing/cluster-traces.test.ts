import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { withoutServer } from '../storage/cluster/valkey/testing/redis-binaries.ts';
import { until, ValkeyProcess } from '../storage/cluster/valkey/testing/valkey-process.ts';
import { OtlpCollector } from '../testing/otlp-collector.ts';
import { type TestDatabase, testDatabase, withoutPostgres } from '../testing/postgres.ts';
import { RunningService } from '../testing/running-service.ts';

describe('the traces of a node of a cluster', { skip: withoutPostgres() || withoutServer }, () => {
  let database: TestDatabase;
  let valkey: ValkeyProcess;
  let collector: OtlpCollector;
  let service: RunningService;
  before(async () => {
    [database, valkey, collector] = await Promise.all([
      testDatabase(),
      ValkeyProcess.start(),
      OtlpCollector.start(),
    ]);
    service = await RunningService.start({
      STORAGE: 'cluster',
      DATABASE_URL: database.url,
      VALKEY_URL: valkey.url,
      DECIDABLE_NODE: 'node-7',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.address}/v1/traces`,
      OTEL_SERVICE_NAME: 'shop',
      OTEL_BSP_SCHEDULE_DELAY: '1',
    });
  });
  after(async () => {
    await service.close();
    await Promise.all([collector.stop(), valkey.dispose(), database.drop()]);
  });

  it('hold the calls of Valkey and PostgreSQL, and the round trips of the group that a commit went with', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
    const { organizationId } = service.key;
    const body = {
      organizationId,
      sessionId: 'shopper',
      signals: [{ type: 'category_view', value: 'boots' }],
    };
    const { status } = await service.post('/track', body, { headers });
    assert.equal(status, 200);
    const isServer = ({ kind }: { kind: number }) => kind === 2;
    await until('the span of the request', () => collector.spans.some(isServer));
    const spans = collector.spans.filter((span) => span.traceId === traceId);
    const parentOf = (name: string) => {
      const span = spans.find((each) => each.name === name);
      assert.ok(span, `${name} is not among ${spans.map((each) => each.name).join(', ')}`);
      return [span.kind, spans.find(({ spanId }) => spanId === span.parentSpanId)?.name];
    };
    const request = 'POST /api/v1/track';
    assert.deepEqual(parentOf('store sessions.load'), [3, request]);
    assert.deepEqual(parentOf('valkey profile.get'), [3, 'store sessions.load']);
    assert.deepEqual(parentOf('store commit'), [3, request]);
    assert.deepEqual(parentOf('store group'), [1, 'store commit']);
    assert.deepEqual(parentOf('postgresql lock and read'), [1, 'store group']);
    assert.deepEqual(parentOf('postgresql write and commit'), [1, 'store group']);
    const { resource } = spans.find(isServer)!;
    assert.deepEqual([resource['service.name'], resource['service.instance.id']], ['shop', 'node-7']);
    assert.equal(
      spans.find(({ name }) => name === 'store commit')!.attributes['db.system.name'],
      'postgresql',
    );
  });
});
