import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { asAmong } from './lone-number.ts';
import { readAmount, readRange } from './ranges.ts';

/** How a shop writes its numbers: the decimal sign, and what groups thousands. */
const STYLES: readonly (readonly [decimal: string, group: string])[] = [
  ['.', ''],
  ['.', ','],
  ['.', ' '],
  ['.', "'"],
  ['.', '\u2019'],
  ['.', '\u00a0'],
  ['.', '\u202f'],
  [',', ''],
  [',', '.'],
  [',', ' '],
  [',', '\u00a0'],
];
const hundredths = fc.integer({ min: -99_999_999, max: 99_999_999 }).map((n) => n / 100);
const whole = fc.integer({ min: -9_999_999, max: 9_999_999 });

function written(number: number, [decimal, group]: readonly [string, string], digits: number): string {
  const [before, behind] = Math.abs(number).toFixed(digits).split('.');
  const grouped = before.replace(/\B(?=(?:\d{3})+$)/g, group);
  return `${number < 0 ? '-' : ''}${grouped}${behind === undefined ? '' : decimal + behind}`;
}
const number = fc.tuple(fc.oneof(whole, hundredths), fc.constantFrom(...STYLES)).map(([value, style]) => ({
  value,
  text: written(value, style, Number.isInteger(value) ? 0 : 2),
}));

describe('a number', () => {
  test('is read back in whatever way a shop writes it', () => {
    fc.assert(
      fc.property(number, ({ value, text }) => {
        assert.equal(readAmount(text)?.value, value === 0 ? 0 : value, text);
      }),
    );
  });

  test('is read back with its unit or currency', () => {
    fc.assert(
      fc.property(
        number,
        fc.constantFrom('kg', ' kg', ' €', '€', ' inch', '"', ' %'),
        ({ value, text }, unit) => {
          const read = readAmount(text + unit);
          assert.equal(read?.value, value === 0 ? 0 : value, text + unit);
          assert.ok(read?.unit?.known);
        },
      ),
    );
  });

  test('with three digits after its one separator is a thousand, or the reading within the range of its column', () => {
    for (const [text, least, most, value] of [
      ['1,299', 300, 2000, 1299],
      ['1.299', 300, 2000, 1299],
      ['1,299', 0.5, 8, 1.299],
      ['1.299', 0.5, 8, 1.299],
      ['1,299', 0.5, 2000, 1299],
      ['1.299', 0.5, 2000, 1.299],
      ['0,125', 100, 200, 0.125],
    ] as const) {
      assert.equal(readAmount(text, asAmong(least, most))?.value, value, `${text} in ${least} to ${most}`);
    }
    assert.equal(readAmount('1.299')?.value, 1299);
  });

  test('is none in a pair, a name, a phrase or a range', () => {
    for (const text of ['1920,1080', '1,2,3', 'A4', '3 in 1', '5 stars or so', '1-2', '5..', '', 'kg'])
      assert.equal(readAmount(text), undefined, text);
  });
});

const ends = fc
  .tuple(
    fc.integer({ min: -999_999, max: 999_999 }),
    fc.integer({ min: 1, max: 999_999 }),
    fc.constantFrom(...STYLES),
  )
  .map(([from, more, style]) => ({
    from: from / 100,
    to: (from + more) / 100,
    texts: [from / 100, (from + more) / 100].map((each) => written(each, style, 2)),
  }));

describe('a range', () => {
  test('is read back with any sign or word between its ends, negative numbers included', () => {
    fc.assert(
      fc.property(
        ends,
        fc.constantFrom('-', ' - ', '\u2013', ' \u2014 ', '..', ' .. ', '\u2026', ' to ', '~'),
        fc.constantFrom('', ' kg', ' €'),
        ({ from, to, texts }, between, unit) => {
          const text = texts.join(between) + unit;
          const range = readRange(text);
          assert.equal(range?.from?.value, from === 0 ? 0 : from, text);
          assert.equal(range?.to?.value, to === 0 ? 0 : to, text);
          assert.equal(range?.isOpen, false);
          assert.equal(range?.from?.unit, range?.to?.unit);
        },
      ),
    );
  });

  test('is read back with one end', () => {
    fc.assert(
      fc.property(
        number,
        fc.constantFrom(
          ...([
            ['>=', '', 'from', false],
            ['≥ ', '', 'from', false],
            ['>', '', 'from', true],
            ['at least ', '', 'from', false],
            ['over ', '', 'from', true],
            ['', ' or more', 'from', false],
            ['', '+', 'from', false],
            ['', '..', 'from', false],
            ['<=', '', 'to', false],
            ['≤', '', 'to', false],
            ['< ', '', 'to', true],
            ['under ', '', 'to', true],
            ['up to ', '', 'to', false],
            ['not over ', '', 'to', false],
            ['', ' or less', 'to', false],
            ['..', '', 'to', false],
          ] as const),
        ),
        ({ value, text }, [before, behind, end, isOpen]) => {
          const range = readRange(before + text + behind);
          assert.equal(range?.[end]?.value, value === 0 ? 0 : value, before + text + behind);
          assert.equal(range?.[end === 'from' ? 'to' : 'from'], undefined);
          assert.equal(range?.isOpen, isOpen);
        },
      ),
    );
  });

  test('may have a unit at each end', () => {
    const { from, to } = readRange('90 cm - 1.5 m')!;
    assert.deepEqual([from?.value, from?.unit?.name, to?.value, to?.unit?.name], [90, 'cm', 1.5, 'm']);
  });

  test('is none where its ends are reversed or of different things, nor is a number, a date or a word', () => {
    for (const text of [
      '10-5',
      '5-5',
      '1 kg - 2 m',
      '1e-7',
      '5-inch',
      '-5',
      '2020-01-05',
      '1-2-3',
      'under',
      'over ear',
      'up to date',
      'to',
      '',
    ]) {
      assert.equal(readRange(text), undefined, text);
    }
  });
});
