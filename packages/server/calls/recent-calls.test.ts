import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OrganizationId } from '../storage/ports.ts';
import { KEPT_FOR, RecentCalls, type RecordedCall } from './recent-calls.ts';

const shop = 'org_a' as OrganizationId;
const other = 'org_b' as OrganizationId;

const call = (id: string, more: Partial<RecordedCall> = {}): RecordedCall => ({
  id,
  at: 0,
  endpoint: '/track',
  status: 200,
  milliseconds: 1,
  keyPrefix: 'pk_live_abcd',
  origin: undefined,
  userAgent: undefined,
  body: Buffer.from('{}'),
  bodyBytes: 2,
  answer: Buffer.from('{}'),
  warnings: [],
  ...more,
});

/** Keeps a call as the pipeline does, one a second. */
function keeper() {
  const clock = { now: 0 };
  const calls = new RecentCalls(() => clock.now);
  const keep = (id: string, more: Partial<RecordedCall> = {}, whose = shop) => {
    clock.now += 1_000;
    const made = call(id, { at: clock.now, ...more });
    if (calls.wants(whose, made.status >= 400 || made.warnings.length > 0, clock.now)) calls.add(whose, made);
  };
  const ids = (whose = shop) => calls.of(whose).map(({ id }) => id);
  return { clock, calls, keep, ids };
}

describe('the calls that are kept of an organization', () => {
  it('are its own, in the order of their times', () => {
    const { keep, ids } = keeper();
    keep('1');
    keep('2', { status: 400 });
    keep('3', {}, other);
    keep('4');
    assert.deepEqual(ids(), ['1', '2', '4']);
    assert.deepEqual(ids(other), ['3']);
  });

  it('are five of a second that went well, and twenty of those that did not', () => {
    const { calls } = keeper();
    const wanted = (troubled: boolean, now: number) =>
      Array.from({ length: 50 }, () => calls.wants(shop, troubled, now)).filter(Boolean).length;
    assert.deepEqual([wanted(false, 1_000), wanted(true, 1_999), wanted(false, 1_500)], [5, 20, 0]);
    assert.equal(wanted(false, 2_000), 5);
    assert.equal(calls.wants(other, false, 1_000), true);
  });

  it('are a hundred of each kind: those that went well do not push out the others', () => {
    const { keep, ids } = keeper();
    keep('refused', { status: 403 });
    keep('warned', { warnings: [{ code: 'x', message: 'X.' }] });
    for (let n = 0; n < 101; n++) keep(`${n}`);
    assert.deepEqual(ids().slice(0, 3), ['refused', 'warned', '1']);
    assert.equal(ids().length, 102);
  });

  it('are of the last ten minutes', () => {
    const { clock, keep, ids, calls } = keeper();
    keep('old');
    clock.now = 1_000 + KEPT_FOR;
    assert.deepEqual(ids(), ['old']);
    clock.now++;
    assert.deepEqual(ids(), []);
    keep('new', {}, other);
    assert.ok(calls.bytes > 0 && calls.bytes < 2_000, 'the old one takes no memory');
  });

  it('take a bounded memory together: whoever had no call for longest is forgotten first', () => {
    const { clock, calls } = keeper();
    const body = Buffer.alloc(4_096);
    const answer = Buffer.alloc(2_048);
    for (let n = 0; n < 60; n++) {
      for (let k = 0; k < 100; k++) {
        const whose = `org_${n}` as OrganizationId;
        calls.wants(whose, true, clock.now + k * 1_000);
        calls.add(whose, call(`${k}`, { status: 400, at: clock.now, body, answer }));
        assert.ok(calls.bytes <= 16 * 1024 * 1024);
      }
    }
    assert.equal(calls.of('org_0' as OrganizationId).length, 0);
    assert.equal(calls.of('org_59' as OrganizationId).length, 100);
  });

  it('are told to those who follow, until they leave', () => {
    const { keep, calls } = keeper();
    const told: string[] = [];
    const leave = calls.follow(shop, ({ id }) => told.push(id));
    keep('1');
    keep('2', {}, other);
    leave();
    keep('3');
    assert.deepEqual(told, ['1']);
  });

  it('are forgotten when something of the organization is erased', () => {
    const { keep, ids, calls } = keeper();
    keep('1');
    keep('2', {}, other);
    calls.forget(shop);
    assert.deepEqual([ids(), ids(other)], [[], ['2']]);
    calls.forget();
    assert.deepEqual([ids(other), calls.bytes], [[], 0]);
  });
});
