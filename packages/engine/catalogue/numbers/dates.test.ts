import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { couldBeDate, decideDayOrder, readDate } from './dates.ts';

const days = (iso: string): number => Date.parse(`${iso}T00:00:00Z`) / 86_400_000;

test('a day is read back in every form that exports write', () => {
  const months = 'January February March April May June July August September October November December';
  fc.assert(
    fc.property(fc.integer({ min: days('1970-01-01'), max: days('2069-12-31') }), (day) => {
      const date = new Date(day * 86_400_000);
      const [y, m, d] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
      const name = months.split(' ')[m - 1];
      const two = (n: number): string => String(n).padStart(2, '0');
      for (const text of [
        `${y}-${two(m)}-${two(d)}`,
        `${y}/${m}/${d}`,
        `${y}-${two(m)}-${two(d)}T12:30:00Z`,
        `${d}.${m}.${y}`,
        `${two(d)}/${two(m)}/${String(y).slice(2)}`,
        `${d} ${name} ${y}`,
        `${name} ${d}, ${y}`,
        `${name.slice(0, 3)}. ${d}th, ${y}`,
      ]) {
        assert.ok(couldBeDate(text), text);
        assert.equal(readDate(text, 'day-first'), day, text);
      }
      assert.equal(readDate(`${m}/${d}/${y}`, 'month-first'), day);
    }),
  );
});

test('a quarter is its first day', () => {
  for (const [text, day] of [
    ['2010, Q1', '2010-01-01'],
    ['2010 Q3', '2010-07-01'],
    ['Q4 2010', '2010-10-01'],
  ] as const)
    assert.equal(readDate(text, 'day-first'), Date.parse(day) / 86_400_000, text);
  for (const text of ['2010, Q5', 'Q0 2010', '2010, R1'])
    assert.equal(readDate(text, 'day-first'), undefined);
});

test('months are read in six languages', () => {
  for (const text of ['5 mars 2020', '5. März 2020', '5 de marzo de 2020', '5 maart 2020', '5 marzo 2020'])
    assert.equal(readDate(text, 'day-first'), days('2020-03-05'), text);
});

test('the day is first where some date of the column requires it, else by the separator', () => {
  assert.equal(decideDayOrder(['03/04/2020', '25/12/2020']), 'day-first');
  assert.equal(decideDayOrder(['03.04.2020', '12.25.2020']), 'month-first');
  assert.equal(decideDayOrder(['03/04/2020']), 'month-first');
  assert.equal(decideDayOrder(['03.04.2020']), 'day-first');
});

test('a day that does not exist is not a date, nor is a year, a number or a word', () => {
  for (const text of [
    '2020-02-30',
    '31/04/2020',
    '2020',
    '12.50',
    '1.2.3',
    'May',

    '0000-01-01',
  ])
    assert.equal(readDate(text, 'day-first'), undefined, text);
});
