import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { breakEvenSessions, recommendedAction } from './recommended-action.ts';

const prospects = fc.record({
  priority: fc.double({ min: 0, max: 5, noNaN: true }),
  missing: fc.integer({ min: 0, max: 1000 }),
  derivable: fc.integer({ min: 0, max: 1000 }),
  unknown: fc.double({ min: 0, max: 8, noNaN: true }),
});

test('more sessions never turn a recommendation to record into one to ask', () => {
  fc.assert(
    fc.property(prospects, fc.nat(1e6), fc.nat(1e6), (prospect, fewer, further) => {
      if (recommendedAction(prospect, fewer) === 'record')
        assert.equal(recommendedAction(prospect, fewer + further), 'record');
    }),
  );
});

test('recording is recommended from the session on in which it has paid', () => {
  fc.assert(
    fc.property(prospects, (prospect) => {
      const sessions = breakEvenSessions(prospect);
      assert.equal(sessions === undefined, prospect.priority === 0);
      if (sessions === undefined) return;
      const actions = [Math.ceil(sessions), Math.ceil(sessions) - 1].map((h) =>
        recommendedAction(prospect, h),
      );
      if (actions.every((action) => action === 'record' || action === 'ask'))
        assert.deepEqual(actions, ['record', 'ask']);
    }),
  );
});
