import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVIDENCE_KINDS } from '@decidable/engine/session';
import { evidenceInWords } from './evidence-words.ts';

test('evidence is told as a shop owner would say it', () => {
  for (const [signal, words] of [
    ['expensive_products:2', 'looked at 2 expensive products'],
    ['products:1', 'looked at 1 product'],
    ['search:red boots', 'searched for “red boots”'],
    ['search:sale', 'searched for reduced products'],
    ['attribute_filter:base_colour=red', 'filtered for base colour: red'],
    ['price_filter:0-80', 'set a price of up to 80'],
    ['price_filter:20-80', 'set a price of 20 to 80'],
    ['price_filter:20-', 'set a price of 20 or more'],
    ['sort:newest', 'sorted by newest'],
    ['behavior:size_guide', 'size guide'],
    ['visits:3', 'came 3 times'],
  ])
    assert.equal(evidenceInWords(signal!), words);
});

test('no kind of evidence shows the name of a column or a signal', () => {
  for (const kind of EVIDENCE_KINDS) assert.doesNotMatch(evidenceInWords(kind), /[_=]/, kind);
});
