import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type SignalForm, signalTypes } from '@decidable/contract';
import { parseSignals, SIGNAL_TYPES } from '@decidable/engine/session';
import fc from 'fast-check';

const isTaken = (type: string, value: string) => parseSignals([{ type, value }], 0).ok;

/** Pieces that values are made of, so that many are nearly right. */
const nearlyRight = fc
  .array(
    fc.constantFrom(
      '6',
      '60',
      '150',
      '.',
      '.5',
      '-',
      '=',
      ':',
      ' ',
      '\n',
      'red',
      '12:30',
      '+02:00',
      'Z',
      'é',
    ),
    { maxLength: 6 },
  )
  .map((pieces) => pieces.join(''));

describe('the types of signals that the description has', () => {
  it('are those that are understood', () => {
    assert.deepEqual(Object.keys(signalTypes).sort(), Object.keys(SIGNAL_TYPES).sort());
  });

  for (const [type, { pattern, examples }] of Object.entries<SignalForm>(signalTypes)) {
    it(`${type}: its examples are taken`, () => {
      for (const example of examples) assert.ok(isTaken(type, example), example);
    });
    if (pattern === undefined) continue;
    it(`${type}: the pattern matches all that is taken, and only what is well formed`, () => {
      const form = new RegExp(pattern, 'u');
      fc.assert(
        fc.property(fc.oneof(nearlyRight, fc.constantFrom(...examples)), (value) => {
          // A range of prices the wrong way round has the right form.
          const [, min, max] = /^([\d.]+)-([\d.]+)$/.exec(value) ?? [];
          if (type === 'price_filter' && Number(min) > Number(max)) return;
          assert.equal(form.test(value), isTaken(type, value), JSON.stringify(value));
        }),
        { numRuns: 2_000 },
      );
    });
  }
});
