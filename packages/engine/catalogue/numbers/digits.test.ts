import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isGrouped, ungrouped, withPlainDigits } from './digits.ts';

test('digits and separators of other scripts become plain ones', () => {
  assert.equal(withPlainDigits('１，２９９．５'), '1,299.5');
  assert.equal(withPlainDigits('١٬٢٩٩٫٥٠'), '1,299.50');
  assert.equal(withPlainDigits('۱۲۳'), '123');
  assert.equal(withPlainDigits('你好，世界'), '你好，世界');
});

test('spaces and apostrophes group thousands and nothing else', () => {
  for (const text of ['1 299', "1'299", '1\u2019299', '1\u00a0299', '1\u202f299'])
    assert.equal(ungrouped(text), '1299');
  assert.equal(ungrouped('12 345 678,90'), '12345678,90');
  assert.equal(ungrouped('1,299'), '1,299');
  for (const text of ['1 29', '1234 567', '10 20']) assert.equal(ungrouped(text), undefined, text);
});

test('groups have three digits, or two before the last three with commas', () => {
  assert.ok(isGrouped('1,299,000', ','));
  assert.ok(isGrouped('1,05,000', ','));
  assert.ok(!isGrouped('1.05.000', '.'));
  assert.ok(!isGrouped('1,05,00', ','));
  assert.ok(!isGrouped('1299,000', ','));
});
