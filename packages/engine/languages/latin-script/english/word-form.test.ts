import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stem } from '../../../session/text/stemming.ts';
import { wordForm } from './word-form.ts';

test('words that differ in number or spelling alone have one form', () => {
  for (const [one, other] of [
    ['plate', 'plates'],
    ['case', 'cases'],
    ['lens', 'lenses'],
    ['glass', 'glasses'],
    ['dress', 'dresses'],
    ['bus', 'buses'],
    ['battery', 'batteries'],
    ['cookie', 'cookies'],
    ['toy', 'toys'],
    ['knife', 'knives'],
    ['canceling', 'cancelling'],
    ['moulding', 'molding'],
    ['grey', 'gray'],
    ['box', 'boxes'],
  ]) {
    assert.equal(wordForm(one), wordForm(other), one);
  }
});

test('words of one stem that differ otherwise have forms of their own', () => {
  for (const [one, other] of [
    ['plate', 'plated'],
    ['train', 'training'],
    ['light', 'lighted'],
    ['roll', 'rolled'],
    ['paint', 'painting'],
    ['dress', 'dressing'],
    ['bed', 'bedding'],
  ]) {
    assert.equal(stem(one), stem(other), one);
    assert.notEqual(wordForm(one), wordForm(other), one);
  }
});
