import assert from 'node:assert/strict';
import { test } from 'node:test';
import { track } from '@decidable/contract';
import { parseSignals, SIGNAL_TYPES } from '@decidable/engine/session';
import fc from 'fast-check';
import { checkBody } from '../../server/request-body/checked-body.ts';
import { faultOf } from '../src/signal-check.ts';
import type { Signal } from '../src/types.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const HOUR = 3600_000;

/** Whether the service takes a batch of this signal, by the contract and the parser that it runs. */
function serviceTakes(signal: Signal): boolean {
  const body = { sessionId: 's', organizationId: 'o', signals: [signal] };
  try {
    const checked = checkBody(track, Buffer.from(JSON.stringify(body))).body as { signals: Signal[] };
    return parseSignals(checked.signals, NOW).ok;
  } catch {
    return false;
  }
}

const price = fc.stringMatching(/^(\d{0,14}(\.\d{0,8})?)?$/);
const name = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constant(' \u00a0\n'),
);
const value: fc.Arbitrary<unknown> = fc.oneof(
  name,
  fc.tuple(price, fc.constantFrom('-', ' - ', '–', '--', ''), price).map((parts) => parts.join('')),
  fc.tuple(name, fc.constantFrom('=', '==', ':', '::', ''), name).map((parts) => parts.join('')),
  fc.tuple(name, fc.stringMatching(/^:\d{0,9}(\.\d{0,2})?$/)).map((parts) => parts.join('')),
  fc.constantFrom(
    'mobile',
    'bot',
    'Mobile',
    'direct',
    'other:',
    'other:blog.example',
    'other:a b',
    'paid',
    'social',
  ),
  fc
    .tuple(
      fc.integer({ min: 0, max: 29 }),
      fc.constantFrom(':00', ':59', ':60', ''),
      fc.constantFrom('Z', '+02:00', '-0530', '+2', ''),
    )
    .map(([hours, ...rest]) => [String(hours).padStart(2, '0'), ...rest].join('')),
  fc
    .tuple(fc.constantFrom('a', '😀'), fc.integer({ min: 510, max: 514 }))
    .map(([letter, times]) => letter.repeat(times)),
  fc.constantFrom(undefined, null, 5, true, ['a'], {}),
);
const type: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...Object.keys(SIGNAL_TYPES)) },
  name,
  fc.constantFrom(
    'constructor',
    '__proto__',
    'toString',
    undefined,
    null,
    7,
    'x'.repeat(64),
    'x'.repeat(65),
    '😀'.repeat(64),
    '😀'.repeat(65),
  ),
);
const at: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  fc.integer({ min: NOW - 25 * HOUR, max: NOW + HOUR }),
  fc.integer({ min: NOW - 25 * HOUR, max: NOW + HOUR }).map((time) => new Date(time).toISOString()),
  fc.constantFrom(NOW - 24 * HOUR, NOW - 24 * HOUR - 1, NOW + HOUR / 6, NOW + HOUR / 6 + 1),
  fc.constantFrom(
    '2026-01-31',
    '2026-02-30',
    '2026-01-31T11:00',
    '2026-01-31T11:00Z',
    '2026-01-31T13:00+01:00',
  ),
  fc.constantFrom(`2026-01-31T11:00:00.${'1'.repeat(42)}Z`, `2026-01-31T11:00:00.${'1'.repeat(45)}Z`),
  fc.constantFrom('', 'now', null, true, Number.NaN, Number.POSITIVE_INFINITY),
);

test('the SDK passes a signal exactly where the service takes it', () => {
  let taken = 0;
  fc.assert(
    fc.property(fc.record({ type, value, at }), (made) => {
      const signal = made as Signal;
      const passes = faultOf(signal, NOW) === undefined;
      if (passes) taken++;
      // JSON has no such numbers, so that the service cannot see that a page failed to compute the time.
      const isLost = typeof signal.at === 'number' && !Number.isFinite(signal.at);
      assert.equal(passes, !isLost && serviceTakes(signal), JSON.stringify(signal));
    }),
    { numRuns: 5_000 },
  );
  assert.ok(taken > 500, `${taken} of 5,000 were taken`);
});

test('the SDK knows every type that the service knows', () => {
  for (const type of Object.keys(SIGNAL_TYPES)) assert.ok(faultOf({ type }, NOW)?.startsWith('value'), type);
});

test('a price filter with decimals or an open end passes, one whose ends are swapped is told by its field', () => {
  for (const value of ['-60', '60-', '10.50-20'])
    assert.equal(faultOf({ type: 'price_filter', value }, NOW), undefined);
  assert.match(
    faultOf({ type: 'price_filter', value: '100-50' }, NOW)!,
    /^value: "100-50".*smaller price first/,
  );
});
