import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseSignals, type RawSignal } from './parse-signals.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const faultOf = (signal: RawSignal) => {
  const parsed = parseSignals([{ type: 'product_view', value: 'sku-1' }, signal], NOW);
  return parsed.ok ? undefined : parsed.fault;
};

const GOOD: readonly (readonly [string, string])[] = [
  ['category_view', 'boots'],
  ['price_filter', '60-150'],
  ['price_filter', '0-0'],
  ['price_filter', '-60'],
  ['price_filter', '60-'],
  ['price_filter', '10.50-20'],
  ['price_filter', '10.5-10.5'],
  ['price_filter', '123456789012.123456-'],
  ['attribute_filter', 'colour=red'],
  ['attribute_filter', 'formula=a=b'],
  ['dwell', 'sku-1:12'],
  ['dwell', 'urn:sku:1:2.5'],
  ['sort', 'price_asc'],
  ['device', 'tablet'],
  ['referrer', 'paid'],
  ['referrer', 'other:blog.example'],
  ['time_of_day', '21:45+02:00'],
  ['time_of_day', '09:05-05:00'],
];
for (const [type, value] of GOOD) {
  test(`${type} "${value}" is accepted`, () => assert.equal(faultOf({ type, value }), undefined));
}

const BAD: readonly (readonly [string, string | undefined])[] = [
  ['category_view', ''],
  ['category_view', undefined],
  ['product_view', '  '],
  ['price_filter', 'cheap'],
  ['price_filter', '60'],
  ['price_filter', '-'],
  ['price_filter', '-5-10'],
  ['price_filter', '6.-10'],
  ['price_filter', '6,5-10'],
  ['price_filter', '10.51-10.5'],
  ['price_filter', '60 - 150'],
  ['price_filter', '150-60'],
  ['attribute_filter', 'red'],
  ['attribute_filter', '=red'],
  ['attribute_filter', 'colour='],
  ['dwell', 'sku-1'],
  ['dwell', ':12'],
  ['dwell', 'sku-1:long'],
  ['device', 'Phone'],
  ['referrer', 'google'],
  ['referrer', 'other:'],
  ['time_of_day', 'noon'],
  ['time_of_day', '25:00+00:00'],
];
for (const [type, value] of BAD) {
  test(`${type} ${JSON.stringify(value)} is refused with its field and what it should look like`, () => {
    const fault = faultOf({ type, ...(value === undefined ? {} : { value }) });
    assert.equal(fault?.field, 'signals[1].value');
    assert.match(fault.message, /signals\[1\]\.value .*should be/);
  });
}

test('a number that is too long is told as that, not as a fault of form', () => {
  const told = (type: string, value: string) => faultOf({ type, value })?.message;
  assert.match(told('price_filter', '1-1234567890123')!, /at most 12 digits/);
  assert.match(told('price_filter', '1.1234567-2')!, /at most 6 decimals/);
  assert.match(told('dwell', 'sku-1:12345678')!, /at most 9,999,999 seconds/);
});

test('one fault refuses every signal of the call', () => {
  const parsed = parseSignals(
    [
      { type: 'category_view', value: 'boots' },
      { type: 'price_filter', value: 'cheap' },
    ],
    NOW,
  );
  assert.equal(parsed.ok, false);
  assert.ok(!('signals' in parsed));
});

test('unknown types are kept and named once, and names of object members are no types', () => {
  const parsed = parseSignals(
    [
      { type: 'zoom', value: 'x' },
      { type: 'zoom' },
      { type: 'constructor' },
      { type: 'sort', value: 'newest' },
    ],
    NOW,
  );
  assert.ok(parsed.ok);
  assert.equal(parsed.signals.length, 4);
  assert.equal(parsed.accepted, 1);
  assert.deepEqual(parsed.unrecognised, ['zoom', 'constructor']);
});

const timeOf = (at: string | number): number | string => {
  const parsed = parseSignals([{ type: 'sort', value: 'newest', at }], NOW);
  return parsed.ok ? parsed.signals[0].at : parsed.fault.field;
};

test('a signal keeps its own time, as ISO 8601 or as milliseconds', () => {
  assert.equal(timeOf('2026-01-31T11:59:00Z'), NOW - 60_000);
  assert.equal(timeOf('2026-01-31T12:59:00+01:00'), NOW - 60_000);
  assert.equal(timeOf(NOW - 60_000), NOW - 60_000);
});

test('up to ten minutes ahead counts as now, further is refused', () => {
  assert.equal(timeOf(NOW + 600_000), NOW);
  assert.equal(timeOf(NOW + 600_001), 'signals[0].at');
});

test('up to a day old is taken, older is refused', () => {
  assert.equal(timeOf(NOW - 86_400_000), NOW - 86_400_000);
  assert.equal(timeOf(NOW - 86_400_001), 'signals[0].at');
});

test('a day that its month does not have is refused, not taken for one of the next month', () => {
  const at = '2026-02-30T01:00:00Z';
  const march = Date.parse('2026-03-02T12:00:00Z');
  const parsed = parseSignals([{ type: 'sort', value: 'newest', at }], march);
  assert.ok(!parsed.ok);
  assert.equal(parsed.fault.field, 'signals[0].at');
  assert.match(parsed.fault.message, /a day that its month does not have/);
  assert.ok(parseSignals([{ type: 'sort', value: 'newest', at: '2026-03-02' }], march).ok);
});

test('what is no time is refused', () => {
  for (const at of ['yesterday', '31/01/2026', '2026-01-31T12:00', '', Number.NaN]) {
    assert.equal(timeOf(at), 'signals[0].at', String(at));
  }
});

test('a time in seconds is told from one that is too old', () => {
  const signal = { type: 'product_view', value: 'sku-2' };
  assert.match(
    faultOf({ ...signal, at: NOW / 1_000 })!.message,
    /is in seconds since the epoch; send milliseconds/,
  );
  assert.match(faultOf({ ...signal, at: NOW - 25 * 3_600_000 })!.message, /more than 24 hours in the past/);
});

test('an age counts back from the arrival, whatever `at` says, and is cut to a day: none is refused', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.integer({ min: -1e12, max: 1e12 }), fc.double({ noNaN: true })),
      fc.option(fc.oneof(fc.double(), fc.string()), { nil: undefined }),
      (age, at) => {
        const parsed = parseSignals(
          [{ type: 'sort', value: 'newest', age, ...(at !== undefined && { at }) }],
          NOW,
        );
        assert.ok(parsed.ok);
        assert.equal(parsed.signals[0].at, Math.round(NOW - Math.min(Math.max(age, 0), 86_400_000)));
      },
    ),
  );
});
