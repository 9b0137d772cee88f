import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { converted, isCurrency, isMoney, mayMean, measureOf, unitOf } from './units.ts';

const unit = (spelling: string) => measureOf(spelling)!;

test('units of one dimension convert into each other, and back', () => {
  assert.equal(converted(10, unit('mm'), unit('cm')), 1);
  assert.equal(converted(1, unit('in'), unit('cm')), 2.54);
  assert.equal(converted(1, unit('lb'), unit('g')), 453.59237);
  assert.equal(converted(1, unit('kg'), unit('cm')), undefined);
  const lengths = fc.constantFrom('mm', 'cm', 'm', 'km', 'in', 'ft', 'yd');
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 6 }), lengths, lengths, (size, from, to) => {
      const back = converted(converted(size, unit(from), unit(to))!, unit(to), unit(from))!;
      assert.ok(Math.abs(back / size - 1) < 1e-10);
    }),
  );
});

test('a spelling is a unit whatever its case, its hyphen and its point', () => {
  for (const text of ['inch', ' Inch', '-inch', 'INCH', 'inch.'])
    assert.equal(unitOf(text)?.name, 'in', text);
  assert.equal(unitOf('  '), undefined);
});

test('a word that no table knows is a unit of its own', () => {
  assert.deepEqual(unitOf(' Stars'), { dimension: 'unit stars', size: 1, name: 'stars', known: false });
  assert.equal(measureOf('stars'), undefined);
});

test('a currency is no measure, and a sign stands for each currency that shares it', () => {
  assert.equal(measureOf('€'), undefined);
  assert.ok(isCurrency('€') && isCurrency('chf') && !isCurrency('kg'));
  const [dollar, cad, euro] = ['$', 'cad', '€'].map((text) => unitOf(text)!);
  assert.ok(isMoney(dollar) && mayMean(dollar, cad) && !mayMean(cad, dollar) && !mayMean(dollar, euro));
});
