import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SessionId } from '../../storage/ports.ts';
import {
  ALONE_BESIDE_OTHERS,
  CHANCE_OF_A_BLOCK,
  DayLedger,
  FEWEST_OTHER_BLOCKS,
  MOST_ALONE,
  MOST_COPIES,
  MOST_OF_A_BLOCK,
  MOST_OF_A_SENDER,
  MOST_RETURNS,
  PUSHING,
  SAME_IN_A_BLOCK,
  SHARE_OF_A_BLOCK,
  SURGE,
} from './day-ledger.ts';
import type { Reason } from './reasons.ts';
import type { VisitFacts } from './visit-facts.ts';

const MIDNIGHT = Date.UTC(2026, 2, 4);
const HOUR = 3_600_000;

let made = 0;
/** A visit of a session of its own to products of its own, unless told otherwise. */
function visit(more: Partial<VisitFacts> = {}): VisitFacts {
  const n = made++;
  return {
    sessionId: `s${n}` as SessionId,
    begins: MIDNIGHT + 12 * HOUR + n,
    products: [`only${n}`, `also${n}`],
    block: undefined,
    sender: undefined,
    ...more,
  };
}

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

/** One visit each of so many address blocks. */
const elsewhere = (count: number, more: Partial<VisitFacts> = {}): VisitFacts[] =>
  times(count, () => {
    const facts = visit(more);
    return { ...facts, block: `block of ${facts.sessionId}` };
  });

/** What is decided about visits of a day, in their order. */
function judged(visits: readonly VisitFacts[]): (Reason | undefined)[] {
  const ledger = new DayLedger();
  for (const facts of visits) ledger.count(facts);
  return visits.map((facts) => ledger.judge(facts));
}

/** How many of the visits teach that match, beside the others. */
const taught = (visits: readonly VisitFacts[], others: readonly VisitFacts[] = []): number =>
  judged([...others, ...visits])
    .slice(others.length)
    .filter((reason) => reason === undefined).length;

describe('an address block', () => {
  it('teaches by no more visits an hour than its limit, and anew in the next', () => {
    const visits = (hour: number) =>
      times(MOST_OF_A_BLOCK + 5, (n) => visit({ block: 'b', begins: MIDNIGHT + hour * HOUR + n }));
    const others = elsewhere(FEWEST_OTHER_BLOCKS);
    assert.equal(taught(visits(3).slice(0, MOST_OF_A_BLOCK), others), MOST_OF_A_BLOCK);
    assert.equal(taught(visits(3), others), MOST_OF_A_BLOCK);
    assert.equal(taught([...visits(3), ...visits(4)], others), 2 * MOST_OF_A_BLOCK);
  });

  it('has room as the shop has visits, as a mobile carrier needs', () => {
    const others = elsewhere(1_000);
    const most = 1_000 * SHARE_OF_A_BLOCK;
    assert.equal(
      taught(
        times(most, () => visit({ block: 'b' })),
        others,
      ),
      most,
    );
    assert.equal(
      taught(
        times(most + 1, () => visit({ block: 'b' })),
        others,
      ),
      most,
    );
  });

  it('is not told apart where nearly all visits come through one proxy or server', () => {
    const visits = times(100, () => visit({ block: 'b' }));
    assert.equal(taught(visits, elsewhere(FEWEST_OTHER_BLOCKS - 1)), 100);
    assert.equal(taught(visits, elsewhere(FEWEST_OTHER_BLOCKS)), MOST_OF_A_BLOCK);
  });

  it('teaches a product that nobody else looks at by one session', () => {
    const visits = times(PUSHING, (n) => visit({ block: 'b', products: ['pushed', `other${n}`] }));
    assert.equal(taught(visits, elsewhere(50)), 1);
  });

  it('teaches nothing of a product that it pushes', () => {
    const visits = times(PUSHING + 1, (n) => visit({ block: 'b', products: ['pushed', `other${n}`] }));
    assert.deepEqual(new Set(judged([...elsewhere(50), ...visits]).slice(50)), new Set(['address']));
  });

  it('may like what everybody likes', () => {
    // A tenth of the other visits are to the product, so of ten visits one is expected.
    const others = [...elsewhere(45), ...elsewhere(5, { products: ['liked', 'another'] })];
    const visits = times(10, (n) => visit({ block: 'b', products: ['liked', `y${n}`] }));
    assert.equal(taught(visits, others), 1 + 1 + CHANCE_OF_A_BLOCK);
  });

  it('as large as the exit of a carrier has some who look at the same rare product', () => {
    const others = elsewhere(5_000);
    const enough = 2 / SAME_IN_A_BLOCK;
    const block = (count: number) => times(count, () => visit({ block: 'b' }));
    const rare = times(3, (n) => visit({ block: 'b', products: ['rare', `x${n}`] }));
    assert.equal(taught(rare, [...others, ...block(enough - 2)]), 1);
    assert.equal(taught(rare, [...others, ...block(enough - 1)]), 2);
  });

  it('has shoppers who come back to a product, as often as one person does', () => {
    const visits = (count: number) =>
      times(count, () => visit({ block: 'b', sessionId: 'one' as SessionId, products: ['again', 'x'] }));
    assert.equal(taught(visits(MOST_RETURNS), elsewhere(50)), MOST_RETURNS);
    assert.equal(taught(visits(MOST_RETURNS + 1), elsewhere(50)), MOST_RETURNS);
  });

  it('is nothing to visits in older logs', () => {
    assert.equal(
      taught(
        times(100, () => visit()),
        elsewhere(50),
      ),
      100,
    );
  });
});

describe('a key and origin', () => {
  const visits = (hour: number, count: number): VisitFacts[] =>
    times(count, (n) => visit({ sender: 's', begins: MIDNIGHT + hour * HOUR + n }));

  it('teaches by so many visits in any hour', () => {
    assert.equal(
      taught(
        visits(9, MOST_OF_A_SENDER),
        [1, 2, 3].flatMap((hour) => visits(hour, 1)),
      ),
      MOST_OF_A_SENDER,
    );
  });

  it('teaches beyond that as far as its usual hours explain', () => {
    const usual = [1, 2, 3].flatMap((hour) => visits(hour, 100));
    assert.equal(taught(visits(9, 100 * SURGE), usual), 100 * SURGE);
    const reasons = judged([...usual, ...visits(9, 100 * SURGE + 1)]);
    assert.equal(reasons.at(-1), 'flood');
    assert.equal(reasons.at(-2), undefined);
  });

  it('is not a flood where all its visits lie in one hour, as after a start', () => {
    assert.equal(taught(visits(9, 10 * MOST_OF_A_SENDER)), 10 * MOST_OF_A_SENDER);
  });
});

describe('copies', () => {
  it('of three products in the same order teach up to a limit', () => {
    const copies = (count: number) => times(count, () => visit({ products: ['a', 'b', 'c'] }));
    assert.equal(taught(copies(MOST_COPIES)), MOST_COPIES);
    assert.equal(taught(copies(MOST_COPIES + 1)), MOST_COPIES);
    assert.equal(taught([...copies(MOST_COPIES), visit({ products: ['a', 'c', 'b'] })]), MOST_COPIES + 1);
  });

  it('of two products are what many shoppers do', () => {
    assert.equal(taught(times(100, () => visit({ products: ['a', 'b'] }))), 100);
  });

  it('with one product alone teach up to a limit, or as far as shoppers look at it beside others', () => {
    const alone = (count: number) => times(count, () => visit({ products: ['a'] }));
    assert.equal(taught(alone(MOST_ALONE)), MOST_ALONE);
    assert.equal(taught(alone(MOST_ALONE + 1)), MOST_ALONE);
    const others = times(MOST_ALONE, (n) => visit({ products: ['a', `b${n}`] }));
    const most = ALONE_BESIDE_OTHERS * MOST_ALONE;
    assert.equal(taught(alone(most), others), most);
    assert.equal(taught(alone(most + 1), others), most);
  });
});
