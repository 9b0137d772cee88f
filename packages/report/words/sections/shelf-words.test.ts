import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditResult } from '@decidable/engine/audit';
import {
  expectedInWords,
  lacksInWords,
  lacksSentence,
  marketplacesInWords,
  shelfInWords,
  tellingShelves,
} from './shelf-words.ts';

type Known = NonNullable<AuditResult['knownShelves']>;

const lacked = (name: string, saidIn?: string): Known['values'][number]['lacks'][number] => ({
  attribute: name,
  name,
  degree: 'usual',
  values: 'choice',
  usualBits: 2,
  ...(saidIn === undefined ? {} : { saidIn }),
});

const shelf: Known['values'][number] = {
  shelf: 'shoes',
  name: 'shoes',
  products: 1271,
  toldBy: 'title',
  lacks: [lacked('size'), lacked('material', 'title'), lacked('gender')],
  expected: { asked: ['size', 'material', 'gender'], left: 9.2, low: 3.04, high: 41.4 },
  marketplaces: [
    { marketplace: 'Google Merchant Center', required: ['gender', 'age group'], recommended: ['gtin'] },
    { marketplace: 'Bazaar', required: [], recommended: ['gtin'] },
  ],
};

test('what a shelf lacks is told in one sentence, with the texts that say it', () => {
  const boots = { ...shelf, shelf: 'boots', name: 'boots', products: 68, within: 'shoes' } as const;
  const result = { knownShelves: { unknown: 0, values: [shelf, boots] } } as unknown as AuditResult;
  assert.equal(shelfInWords(shelf, result), 'shoes, 1,271 products');
  assert.equal(shelfInWords(boots, result), 'boots, 68 of the 1,271 products of shoes');
  assert.equal(lacksInWords(shelf), 'no column for size, material (only in title) and gender');
  assert.equal(lacksSentence(boots), 'Also no column for size, material (only in title) and gender.');
  assert.equal(lacksSentence({ ...shelf, lacks: [] }), undefined);
});

test('what answers would leave is told as an expectation, with its bounds', () => {
  assert.equal(
    expectedInWords(shelf),
    'Shoppers who ask for size, material and gender are left with all 1,271; recorded, with about 9.2 (3 to 41), as such shelves usually go.',
  );
  const certain = { ...shelf, expected: { ...shelf.expected!, left: 1.5, low: 1.5, high: 1.5 } };
  assert.match(expectedInWords(certain)!, /recorded, with about 1\.5, as such/);
  const { expected: _, ...complete } = shelf;
  assert.equal(expectedInWords(complete), undefined);
});

test('what marketplaces ask is told by marketplace', () => {
  assert.deepEqual(marketplacesInWords(shelf), [
    'Google Merchant Center requires gender and age group, and recommends gtin; no column holds them.',
    'Bazaar recommends gtin; no column holds it.',
  ]);
});

test('a shelf that lacks nothing is not told', () => {
  const known = { unknown: 0, values: [shelf, { ...shelf, lacks: [], marketplaces: [] }] };
  assert.deepEqual(tellingShelves({ knownShelves: known } as unknown as AuditResult), [shelf]);
});
