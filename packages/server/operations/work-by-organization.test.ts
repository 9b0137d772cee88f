import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { MAX_NAMED, OTHERS, WorkByOrganization } from './work-by-organization.ts';

const PERIOD = 60_000;

describe('work by organization', () => {
  it('tells the first by name and the rest as one', () => {
    const work = new WorkByOrganization(() => 0);
    for (let n = 0; n < MAX_NAMED + 5; n++) work.worked(`org-${n}`, 1_000);
    const told = work.seconds;
    assert.equal(told.size, MAX_NAMED + 1);
    assert.equal(told.get('org-0'), 1);
    assert.equal(told.get(OTHERS), 5);
  });

  it('names who has come to work much, in place of who works least', () => {
    let now = 0;
    const work = new WorkByOrganization(() => now);
    for (let n = 0; n < MAX_NAMED; n++) work.worked(`quiet-${n}`, n === 3 ? 1 : 100);
    work.worked('noisy', 5_000);
    assert.equal(work.seconds.has('noisy'), false);
    now += PERIOD;
    work.worked('noisy', 5_000);
    work.worked('noisy', 2_000);
    const told = work.seconds;
    assert.equal(told.get('noisy'), 2);
    assert.equal(told.has('quiet-3'), false);
    assert.equal(told.size, MAX_NAMED + 1);
  });

  it('counts all work once, and no counter goes down or jumps while it is told', () => {
    const steps = fc.array(
      fc.record({ organization: fc.nat(25), milliseconds: fc.nat(5_000), pause: fc.nat(PERIOD) }),
      { maxLength: 300 },
    );
    fc.assert(
      fc.property(steps, (all) => {
        let now = 0;
        const work = new WorkByOrganization(() => now);
        let before = work.seconds;
        for (const { organization, milliseconds, pause } of all) {
          now += pause;
          work.worked(`org-${organization}`, milliseconds);
          const told = work.seconds;
          let counted = 0;
          for (const [name, seconds] of told) {
            const known = before.get(name);
            assert.ok(known === undefined || seconds >= known, `${name}: ${known} to ${seconds}`);
            counted += seconds - (known ?? 0);
          }
          assert.ok(Math.abs(counted - milliseconds / 1_000) < 1e-6, `${counted}`);
          before = told;
        }
      }),
    );
  });
});
