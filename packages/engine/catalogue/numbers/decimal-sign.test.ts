import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decideConvention, magnitude } from './decimal-sign.ts';

const number = (digits: string) => ({ negative: false, digits, exponent: 0, unit: undefined });

test('another number of digits than three behind a separator is a fraction', () => {
  assert.deepEqual(decideConvention(['1,5', '2,25']), { decimal: ',', certain: true });
  assert.deepEqual(decideConvention(['1.5', '2.25']), { decimal: '.', certain: true });
  assert.deepEqual(decideConvention(['1.299,00', '899']), { decimal: ',', certain: true });
  assert.deepEqual(decideConvention(['1.299.000', '899']), { decimal: ',', certain: true });
});

test('where all have three, numbers with and without separator are of like size', () => {
  assert.equal(decideConvention(['1.299', '899', '950']).decimal, ',');
  assert.equal(decideConvention(['1.299', '2', '3']).decimal, '.');
  assert.equal(decideConvention(['1,299', '899']).decimal, '.');
  assert.equal(decideConvention(['1,299', '2', '3']).decimal, ',');
});

test('a doubt is decided as the other columns of the file are', () => {
  assert.equal(decideConvention(['1,299'], ',').decimal, ',');
  assert.equal(decideConvention(['1,299'], '.').decimal, '.');
  assert.equal(decideConvention(['1.299'], ',').decimal, ',');
});

test('pairs of numbers have no decimal sign, unless the column measures something', () => {
  const pairs = ['15,25', '20,200', '10,40', '1,9'];
  assert.equal(decideConvention(pairs).decimal, undefined);
  assert.equal(decideConvention(pairs, undefined, true).decimal, ',');
});

test('digits that do not follow the convention have no magnitude', () => {
  assert.equal(magnitude(number('1,05,000'), '.'), 105_000);
  assert.equal(magnitude(number('1,05,00'), '.'), undefined);
  assert.equal(magnitude({ ...number('1.5'), negative: true, exponent: 3 }, '.'), -1500);
  assert.equal(magnitude({ ...number('0'), negative: true }, '.'), 0);
});

test('a column is read back in either convention', () => {
  const cents = fc.array(fc.integer({ min: 1, max: 10 ** 9 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(cents, fc.constantFrom('.', ','), (values, sign) => {
      const group = sign === '.' ? ',' : '.';
      const texts = values.map((value) => {
        const [whole, fraction] = (value / 100).toFixed(2).split('.');
        return whole.replace(/\B(?=(?:\d{3})+$)/g, group) + sign + fraction;
      });
      const { decimal } = decideConvention(texts);
      assert.equal(decimal, sign);
      assert.deepEqual(
        texts.map((text) => magnitude(number(text), decimal!)),
        values.map((value) => value / 100),
      );
    }),
  );
});
