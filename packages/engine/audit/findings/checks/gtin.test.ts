import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hasCheckDigit } from '../../../catalogue/numbers/check-digit.ts';
import { catalogueOf } from '../../exports.fixture.ts';
import { areTradeNumbers, gtin14, gtinFault, gtinFaultsOf } from './gtin.ts';

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
      // A tenth of them are ISBNs as well.
      for (const length of [8, 9, 10])
        assert.equal(gtinFault(checked(rest.slice(0, length))), 'gtin-leading-zeros');
    }),
  );
  assert.equal(gtinFault('36000291452'), 'gtin-leading-zeros');
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

/** Digits with the check digit of an ISBN of ten digits behind them. */
const isbn = (nine: string): string =>
  nine + ([...'0123456789X'].find((last) => gtinFault(nine + last, true) === 'gtin-isbn-10') ?? '');

const columnOf = (name: string, labels: readonly string[]) => ({
  ...catalogueOf({ names: ['id', name], rows: labels.map((label, at) => [`p-${at}`, label]) }).attributes[0],
});

test('of nine digits an ISBN without its zero is told with a fix that makes it an ISBN', () => {
  assert.equal(gtinFault('439023483'), 'gtin-isbn-9');
  assert.equal(gtinFault('439023484'), 'gtin-format');
  fc.assert(
    fc.property(digits(9), (nine) => {
      fc.pre(/^0[1-9]/.test(nine) && !isbn(nine).endsWith('X'));
      const shortened = isbn(nine).slice(1);
      assert.equal(gtinFault(shortened, true), 'gtin-isbn-9');
      // The fix of the rule.
      assert.equal(gtinFault(checked(`9780${shortened.slice(0, 8)}`)), undefined);
    }),
  );
});

test('what may be an ISBN and another number without its zeros is what the name or the others of the column say', () => {
  const both = '1000000052';
  assert.deepEqual([gtinFault(both), gtinFault(both, true)], ['gtin-leading-zeros', 'gtin-isbn-10']);
  const faultIn = (name: string, others: readonly string[]) =>
    gtinFaultsOf(columnOf(name, [both, ...others]))(both);
  assert.equal(faultIn('gtin', ['4006381333931']), 'gtin-leading-zeros');
  assert.equal(faultIn('isbn', ['9783161484100']), 'gtin-isbn-10');
  assert.equal(faultIn('gtin', ['316148410X', '080442957X', '36000291452']), 'gtin-isbn-10');
});

test('numbers of the shop are no trade item numbers, unless the name of the column promises them', () => {
  const own = Array.from({ length: 20 }, (_, at) => `INT-${1000 + at}`);
  const made = Array.from({ length: 20 }, (_, at) => checked(`4006381${10_000 + at}`));
  assert.equal(areTradeNumbers(columnOf('barcode', own)), false);
  assert.equal(areTradeNumbers(columnOf('barcode', made)), true);
  assert.equal(areTradeNumbers(columnOf('ean', own)), true);
});
