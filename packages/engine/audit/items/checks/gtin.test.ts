import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hasCheckDigit } from '../../../catalogue/numbers/check-digit.ts';
import { gtin14, gtinFault } from './gtin.ts';

/** Digits with their check digit behind them. */
const checked = (digits: string): string =>
  `${digits}${[...'0123456789'].find((last) => hasCheckDigit(digits + last))}`;
const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
/** A GTIN of a maker: 13 digits that begin with 30 to 97. */
const makers = fc
  .tuple(fc.integer({ min: 30, max: 97 }), digits(10))
  .map(([prefix, rest]) => checked(`${prefix}${rest}`));

test('a number of a maker is right, however it is spaced', () => {
  for (const gtin of ['4006381333931', '036000291452', '96385074', '9783161484100', '10036000291459'])
    assert.equal(gtinFault(gtin), undefined, gtin);
  fc.assert(
    fc.property(makers, (gtin) => {
      assert.equal(gtinFault(gtin), undefined);
      assert.equal(gtinFault(`${gtin.slice(0, 1)} ${gtin.slice(1, 7)}-${gtin.slice(7)}`), undefined);
    }),
  );
});

test('any wrong digit is noticed', () => {
  fc.assert(
    fc.property(makers, fc.nat({ max: 12 }), fc.integer({ min: 1, max: 9 }), (gtin, at, by) => {
      const wrong = `${gtin.slice(0, at)}${(Number(gtin[at]) + by) % 10}${gtin.slice(at + 1)}`;
      assert.equal(gtinFault(wrong), 'gtin-check-digit');
      assert.equal(gtin14(wrong), undefined);
    }),
  );
});

test('leading zeros that are lost are told, since they change no check digit', () => {
  fc.assert(
    fc.property(digits(10), (rest) => {
      fc.pre(!rest.startsWith('0'));
      assert.equal(gtinFault(checked(rest)), 'gtin-leading-zeros');
    }),
  );
  assert.equal(gtinFault('36000291452'), 'gtin-leading-zeros');
  assert.equal(gtinFault('439023483'), 'gtin-leading-zeros');
  assert.equal(gtinFault('36000291453'), 'gtin-format');
});

test('numbers of one company, of coupons and of ten digits are told as what they are', () => {
  for (const [prefix, fault] of [
    ['20', 'gtin-restricted-prefix'],
    ['02', 'gtin-restricted-prefix'],
    ['04', 'gtin-restricted-prefix'],
    ['05', 'gtin-coupon-prefix'],
    ['981', 'gtin-coupon-prefix'],
    ['99', 'gtin-coupon-prefix'],
  ] as const)
    assert.equal(gtinFault(checked(`${prefix}1234567890`.slice(0, 12))), fault);
  // Twelve digits are thirteen with a zero in front.
  assert.equal(gtinFault(checked('21234567890')), 'gtin-restricted-prefix');
  assert.equal(gtinFault(checked('50000012345')), 'gtin-coupon-prefix');
  assert.equal(gtinFault('3-16-148410-X'), 'gtin-isbn-10');
  assert.equal(gtinFault('080442957X'), 'gtin-isbn-10');
});

test('what is no number of a length that there is has the wrong form; what spreadsheets shortened is told elsewhere', () => {
  for (const text of ['A-1042', '123', '4006381333931.0', '0000000000000', '40063813339310000'])
    assert.equal(gtinFault(text), 'gtin-format', text);
  assert.equal(gtinFault('4.00638E+12'), undefined);
});

test('one number in two forms is the same', () => {
  assert.equal(gtin14('036000291452'), gtin14('0 036000 291452'));
  assert.equal(gtin14('36000291453'), undefined);
});
