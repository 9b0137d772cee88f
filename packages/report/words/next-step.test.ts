import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditedAttribute, AuditResult } from '@decidable/engine/audit';
import { afterAudit } from './next-step.ts';

const attribute = (name: string, fields: Partial<AuditedAttribute> = {}): AuditedAttribute => ({
  attribute: name,
  kind: 'category',
  priority: 0,
  bits: { now: 1, complete: 1, recoverable: 0 },
  narrowing: { now: 2, complete: 2 },
  recorded: 40,
  missing: 0,
  placeholders: 0,
  distinct: 4,
  affectedProducts: [],
  ...fields,
});

const next = (attributes: readonly AuditedAttribute[], fields: Partial<AuditResult> = {}): string =>
  steps(attributes, fields)[0];

function steps(attributes: readonly AuditedAttribute[], fields: Partial<AuditResult>): string[] {
  const result: AuditResult = {
    grade: 'A',
    answerability: 1,
    products: 40,
    shelfBits: 5,
    attributes,
    notQuestions: [],
    source: 'merchant',
    trust: 1,
    method: {},
    ...fields,
  };
  return afterAudit(result, 'shop.csv').map(({ text }) => text);
}

const complete = ['colour', 'size', 'fit'].map((name) => attribute(name));

test('nothing is said to be left only where the audit says that all is recorded', () => {
  assert.match(next(complete, { allRecorded: true }), /^Nothing is left to record/);
  assert.equal(next(complete), 'colour, size and fit are complete.');
  const empty = attribute('fabric', { priority: null, recorded: 0, missing: 40 });
  assert.equal(
    next([...complete, empty]),
    'colour, size and fit are complete. Nothing is recorded of fabric; record a few values to learn whether it is worth it.',
  );
  const few = attribute('fabric', { priority: null, recorded: 2, missing: 38 });
  assert.match(
    next([...complete, few], { answerability: 0.9 }),
    /^What can be judged is recorded\. Of fabric too little/,
  );
  assert.match(
    next([...complete, attribute('care', { priority: 0.001, missing: 1 })]),
    /^What is still missing would hardly help/,
  );
});

test('a shelf whose columns are complete, and which is not among the best, is told which columns such shelves have', () => {
  const lacked = { degree: 'usual', values: 'material', usualBits: 1 } as const;
  const knownShelves = {
    unknown: 0,
    values: [
      {
        shelf: 'clothing',
        name: 'clothing',
        products: 40,
        toldBy: 'title',
        lacks: [{ ...lacked, attribute: 'material', name: 'material' }],
        marketplaces: [],
      },
    ],
  } as const;
  assert.deepEqual(steps(complete, { allRecorded: true, grade: 'B', knownShelves }), [
    'Nothing is left to record in the columns that this file has.',
    'Add a column for material to the 40 products that are clothing, and grade again.',
  ]);
  assert.equal(steps(complete, { allRecorded: true, grade: 'A', knownShelves }).length, 1);
});

test('three questions are enough, fewer ask for more columns, and one product is no shelf', () => {
  assert.doesNotMatch(next(complete), /a shopper asks more/);
  assert.match(
    next(complete.slice(1), { grade: null }),
    /^size and fit are complete, but a shopper asks more than that/,
  );
  assert.match(next(complete, { grade: null, products: 1 }), /^There is 1 product, too few to tell apart/);
});

test('the first step names what to record, what that means, and the products with their titles', () => {
  const colour = attribute('colour', {
    priority: 1,
    threeQuestionGain: 1,
    bits: { now: 1, complete: 2, recoverable: 1 },
    missing: 2,
    affectedProducts: ['p-1', 'p-2'],
    examples: [{ id: 'p-1', title: 'Shirt' }, { id: 'p-2' }],
  });
  assert.equal(
    next([colour, ...complete]),
    'Record colour for 2 products, worth 1.00 bits. A shopper who asks about it is left with ' +
      'about 50 % fewer products. Look it up, the most useful products first. Start with Shirt (p-1); p-2.',
  );
});
