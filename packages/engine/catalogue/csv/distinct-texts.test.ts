import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FoldedTexts, fold } from '../columns/text-folding.ts';
import { DistinctTexts, HashChains, hashesOf, hashOf, moveOut } from './distinct-texts.ts';

const text = fc.string({
  unit: fc.constantFrom(
    'a',
    'A',
    'b',
    'é',
    'É',
    'e\u0301',
    ' ',
    '\t',
    '\u00a0',
    '_',
    '1',
    'ß',
    '\u212a',
    'k',
  ),
  maxLength: 5,
});

test('texts are numbered by first appearance', () => {
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      const distinct = [...new Set(texts)];
      const numbered = new DistinctTexts();
      assert.deepEqual(
        texts.map((each) => numbered.number(each)),
        texts.map((each) => distinct.indexOf(each)),
      );
      assert.deepEqual(numbered.texts, distinct);
      assert.deepEqual(hashesOf(numbered.finished()), hashesOf(distinct));
    }),
  );
});

test('texts are one where they fold alike, and only there', () => {
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      const distinct = [...new Set(texts.map(fold))];
      const numbered = new FoldedTexts();
      assert.deepEqual(
        texts.map((each) => numbered.number(each, hashOf(each))),
        texts.map((each) => distinct.indexOf(fold(each))),
      );
      assert.deepEqual(numbered.spellings.map(fold), distinct);
      assert.deepEqual([...numbered.hashes], distinct.map(hashOf));
    }),
  );
});

test('letter case leaves the hash as it is', () => {
  fc.assert(
    fc.property(fc.string(), (each) => {
      assert.equal(hashOf(each.toUpperCase().toLowerCase()), hashOf(each.toUpperCase()));
    }),
  );
});

test('many texts with one hash are still distinguished, and found again', () => {
  const distinct = new DistinctTexts();
  const folded = new FoldedTexts();
  const texts = Array.from({ length: 20_000 }, (_, index) => `t${index}`);
  for (const numbered of [distinct, folded]) {
    for (const [index, each] of texts.entries()) assert.equal(numbered.number(each, 6), index);
    for (const [index, each] of texts.entries()) assert.equal(numbered.number(each, 6), index);
  }
  assert.equal(folded.number('T7', 6), 7);
});

test('a search that passes many entries reports it, one in a full table does not', () => {
  const chains = new HashChains();
  for (let entry = 0; entry < 10_000; entry++) {
    const hash = hashOf(`product ${entry}`);
    assert.equal(chains.first(hash), -1);
    assert.equal(chains.isCrowded, false);
    chains.add(hash);
  }
  for (let entry = 0; entry < 100; entry++) chains.add((entry << 20) | 3);
  chains.first((200 << 20) | 3);
  assert.equal(chains.isCrowded, true);
});

test('the entries of a hash are found one after the other, however many others there are', () => {
  const chains = new HashChains();
  for (let entry = 0; entry < 5000; entry++) assert.equal(chains.add((entry % 50) - 25), entry);
  const found: number[] = [];
  for (let at = chains.first(-25); at >= 0; at = chains.after(at)) found.push(at);
  assert.deepEqual(
    found.sort((left, right) => left - right),
    Array.from({ length: 100 }, (_, index) => index * 50),
  );
  assert.equal(chains.first(25), -1);
});

test('property: texts that were moved out say the same', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 30 })), (texts) => {
      const moved = [...texts];
      moveOut(moved);
      assert.deepEqual(moved, texts);
    }),
  );
  const long = ['a'.repeat(3_000_000), '', 'b', 'c'.repeat(1_500_000)];
  const moved = [...long];
  moveOut(moved);
  assert.deepEqual(moved, long);
});
