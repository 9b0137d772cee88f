import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits } from '@decidable/contract';
import { Refusal } from '../errors/refusal.ts';
import { type BodyAccount, BodyBudget, bodyLimits } from './body-budget.ts';

/** A budget of 100 bytes in all and 60 of an address, four and two bodies, with a clock that is set by hand. */
function small() {
  const clock = { now: 1_000 };
  const shed: string[] = [];
  const budget = new BodyBudget(
    { bytes: 100, bytesOfAddress: 60, bodies: 4, bodiesOfAddress: 2 },
    (reason) => shed.push(reason),
    () => clock.now,
  );
  const late: Refusal[] = [];
  const open = (address: string, announced = 0): BodyAccount => {
    const account = budget.account(address);
    account.open(announced, (refusal) => late.push(refusal));
    return account;
  };
  return { clock, shed, budget, late, open };
}

const refuses = (work: () => void, status: number) =>
  assert.throws(
    work,
    (error) => error instanceof Refusal && error.status === status && error.headers['retry-after'] === '1',
  );

describe('bodies under way', () => {
  it('are refused beyond the bytes of their address with 429, and at them not', () => {
    const { open, shed } = small();
    const first = open('a', 60);
    first.receive(60);
    refuses(() => open('a', 1), 429);
    const empty = open('a');
    refuses(() => empty.receive(1), 429);
    assert.deepEqual(shed, ['bodies-of-address', 'bodies-of-address']);
    open('b', 40).receive(40);
  });

  it('are refused beyond the bytes of all with 503, and at them not', () => {
    const { open } = small();
    open('a').receive(60);
    const other = open('b');
    other.receive(40);
    refuses(() => other.receive(1), 503);
    refuses(() => open('c', 1), 503);
    open('c', 0);
  });

  it('take nothing by announcing a length: others are not kept out', () => {
    const { open, budget } = small();
    open('a', 60);
    open('a', 60);
    assert.equal(budget.bytes, 0);
    open('b', 60).receive(60);
  });

  it('are refused beyond a number of incomplete ones, of their address and in all', () => {
    const { open } = small();
    const complete = open('a');
    open('a');
    refuses(() => open('a'), 429);
    complete.arrived();
    open('a');
    open('b');
    open('b');
    refuses(() => open('c'), 503);
  });

  it('give back what they took when they are answered, once', () => {
    const { open, budget } = small();
    const account = open('a');
    account.receive(60);
    account.arrived();
    assert.equal(budget.bytes, 60);
    account.close();
    account.close();
    assert.deepEqual([budget.bytes, budget.addresses, budget.arriving.size], [0, 0, 0]);
    open('a', 60).receive(60);
  });

  it('are refused when they do not arrive in 30 s; 16 KiB extend that by a second', () => {
    const { clock, budget, late, open } = small();
    const account = new BodyBudget(
      bodyLimits(1e6),
      () => {},
      () => clock.now,
    ).account('b');
    const large: Refusal[] = [];
    account.open(0, (refusal) => large.push(refusal));
    account.receive(32 * 1024);
    open('a').receive(10);
    clock.now += 29_999;
    budget.sweep();
    assert.equal(late.length, 0);
    clock.now += 2;
    budget.sweep();
    assert.deepEqual(
      late.map(({ status, headers }) => [status, headers.connection]),
      [[400, 'close']],
    );
    assert.deepEqual([budget.bytes, budget.addresses], [0, 0]);
    account.sweep(clock.now);
    assert.equal(large.length, 0);
    account.sweep(clock.now + 2_000);
    assert.equal(large.length, 1);
  });

  it('that are complete have all the time that their answers take', () => {
    const { clock, budget, late, open } = small();
    open('a').arrived();
    clock.now += 1e6;
    budget.sweep();
    assert.equal(late.length, 0);
  });

  it('of one address may take three eighths of the bytes, and at least one body of the largest kind', () => {
    const largest = Math.max(...Object.values(limits.body));
    assert.equal(bodyLimits(64 * 1024 * 1024).bytesOfAddress, 24 * 1024 * 1024);
    assert.equal(bodyLimits(16 * 1024 * 1024).bytesOfAddress, largest);
  });
});
