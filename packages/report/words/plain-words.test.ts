import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditedAttribute, AuditResult } from '@decidable/engine/audit';
import {
  advice,
  askedWhere,
  lacking,
  leftAfterThree,
  leftInWords,
  meterOf,
  togetherInWords,
  toldBy,
  worthInWords,
} from './plain-words.ts';

const attribute = (fields: Partial<AuditedAttribute>): AuditedAttribute => ({
  attribute: 'colour',
  kind: 'category',
  priority: 1,
  bits: { now: 1, complete: 2, recoverable: 1 },
  narrowing: { now: 2, complete: 4 },
  recorded: 30,
  missing: 10,
  placeholders: 0,
  distinct: 4,
  affectedProducts: [],
  ...fields,
});

test('an answer leaves a number of 100 products, or of as many more as it takes for one to remain', () => {
  const said = (now: number, complete: number, missing = 10) =>
    leftInWords(attribute({ narrowing: { now, complete }, missing }));
  assert.equal(said(2, 4), 'Of 100 products an answer leaves 50 today, and 25 once all are recorded.');
  assert.equal(said(1, 100), 'Of 100 products an answer leaves all today, and 1 once all are recorded.');
  assert.equal(said(2, 200), 'Of 1,000 products an answer leaves 500 today, and 5 once all are recorded.');
  assert.equal(
    said(2, 2.001),
    'Of 100 products an answer leaves 50, today as well as once all are recorded.',
  );
  assert.equal(said(4, 4, 0), 'Of 100 products an answer leaves 25.');
});

test('worth is spread over the products to which the attribute applies', () => {
  assert.equal(
    worthInWords(attribute({ priority: 1, threeQuestionGain: 1 })),
    'A shopper who asks about it is left with about 50 % fewer products.',
  );
  assert.equal(
    worthInWords(attribute({ priority: 0.415, threeQuestionGain: 1 })),
    'A shopper who has the answers of those above it and asks about it is left with about 25 % fewer products.',
  );
  assert.match(worthInWords(attribute({})), /^A shopper .* two other attributes .* 50 % fewer products\.$/);
  const some = attribute({
    priority: 1,
    threeQuestionGain: 1,
    bits: { now: 1, complete: 3, recoverable: 2 },
    recorded: 10,
    notApplicable: 20,
    appliesTo: { attribute: 'kind', values: ['shirt'] },
  });
  assert.match(worthInWords(some), /^Where it applies, a shopper who asks .* about 75 % fewer products\.$/);
  assert.equal(askedWhere(some, 40), 'Asked where kind is shirt (20 products).');
});

test('placeholders are not counted twice', () => {
  assert.equal(lacking(attribute({}), 40), '10 of 40 products lack it');
  assert.equal(
    lacking(attribute({ placeholders: 4 }), 40),
    '10 of 40 products lack it; 4 of those cells hold a placeholder',
  );
  assert.equal(
    lacking(attribute({ placeholders: 10 }), 40),
    '10 of 40 products lack it: their cells hold a placeholder',
  );
  assert.equal(
    lacking(attribute({ missing: 1, placeholders: 1 }), 40),
    '1 of 40 products lacks it: its cell holds a placeholder',
  );
});

test('advice is one sentence, and none where nothing is missing', () => {
  assert.equal(advice(attribute({})), 'Look it up, the most useful products first.');
  assert.equal(
    advice(attribute({ derivable: { products: 4, from: 'fabric' } })),
    'Fill 4 from fabric, then look up the other 6.',
  );
  assert.equal(
    advice(attribute({ derivable: { products: 10, from: 'fabric' } })),
    'Fill it from fabric for 10 products, without asking anybody.',
  );
  assert.equal(
    advice(attribute({ repeatedBy: [{ attribute: 'Color', filled: 3 }] })),
    'Merge it with Color, then look up the rest.',
  );
  assert.equal(
    advice(attribute({ action: 'record', breakEvenSessions: 63.2 })),
    'Look it up, the most useful products first; recording pays after 64 sessions.',
  );
  assert.equal(
    advice(attribute({ bestSubstitute: { attribute: 'shade', overlap: 0.9 } })),
    'Look it up last, if at all: shade answers the same question.',
  );
  assert.equal(
    advice(attribute({ bestSubstitute: { attribute: 'shade', overlap: 0.89 } })),
    'Look it up, the most useful products first.',
  );
  assert.equal(
    advice(attribute({ priority: 0.05, threeQuestionGain: 1 })),
    'Look it up last, if at all: the attributes above tell nearly all that it would.',
  );
  assert.equal(advice(attribute({ missing: 0 })), undefined);
});

test('nobody is told to look up, to merge or to ask for what is told as 0.00 bits', () => {
  for (const action of ['record', 'ask', 'leave', undefined] as const)
    for (const more of [{}, { repeatedBy: [{ attribute: 'Color', filled: 3 }] }])
      assert.equal(
        advice(attribute({ priority: 0.0049, threeQuestionGain: 1, ...more, ...(action && { action }) })),
        'Leave it: beside the other attributes it would hardly help a shopper.',
      );
  const derivable = { products: 10, from: 'fabric' };
  assert.match(advice(attribute({ priority: 0, threeQuestionGain: 1, derivable }))!, /^Fill it from fabric/);
});

test('only of what those above it tell is another attribute said to answer the same question', () => {
  const bestSubstitute = { attribute: 'shade', overlap: 1 };
  assert.equal(toldBy(attribute({ bestSubstitute, priority: 1, threeQuestionGain: 1 })), undefined);
  assert.equal(toldBy(attribute({ bestSubstitute, priority: 0.09, threeQuestionGain: 1 })), 'shade');
  assert.equal(
    toldBy(attribute({ bestSubstitute, priority: 0.04, threeQuestionGain: 1, notApplicable: 40 })),
    'shade',
  );
  assert.equal(
    toldBy(attribute({ bestSubstitute, priority: 0.4, threeQuestionGain: 1, notApplicable: 40 })),
    undefined,
  );
});

test('the figures of a list are added up, with why the second of two equal columns is worth little', () => {
  const result = (...gains: readonly number[]) =>
    ({
      attributes: gains.map((priority) => attribute({ priority, threeQuestionGain: 1 })),
    }) as unknown as AuditResult;
  assert.equal(
    togetherInWords(result(1.25, 0.5, 0)),
    'Each figure is what recording adds to the attributes above, so that all together bring 1.75 bits: ' +
      'of two columns that say the same, only the first is worth much.',
  );
  assert.equal(togetherInWords(result(1.25, 0)), 'Recording colour brings 1.25 bits.');
  assert.equal(togetherInWords(result(0, 0)), undefined);
});

test('bits of attributes that the best three questions do not need are told apart from what these leave', () => {
  const told = (priority: number, now: number, complete: number, grade: 'A' | null = 'A') =>
    togetherInWords({
      grade,
      attributes: [attribute({ priority, threeQuestionGain: priority })],
      remaining: { of: 900, now, complete, best: 1.5, reach: { now: 0.9, complete: 0.95 } },
    } as unknown as AuditResult);
  const gain = 'Recording colour brings 6.43 bits.';
  const who =
    'Shoppers who ask about it gain that; a shopper who asks the three questions that narrow most is left with';
  assert.equal(told(6.43, 1.94, 1.52), `${gain} ${who} 1.9 today, and with 1.5 then.`);
  assert.equal(told(6.43, 1.94, 1.93), `${gain} ${who} 1.9 either way.`);
  assert.equal(told(6.43, 640, 4), gain);
  assert.equal(told(6.43, 1.94, 1.52, null), gain);
});

test('what three answers leave is said where there is a grade', () => {
  const remaining = { of: 240, now: 23.4, complete: 3.96, best: 1.5, reach: { now: 0.4, complete: 0.8 } };
  const result = { grade: 'D', products: 240, remaining } as unknown as AuditResult;
  assert.equal(
    leftAfterThree(result),
    'After three answers a shopper is left with 23 of 240 products; with everything recorded, with 4.',
  );
  assert.equal(leftAfterThree({ ...result, grade: null }), undefined);
  const shelf = { value: 'a', products: 120, grade: null, first: [] };
  assert.match(
    leftAfterThree({ ...result, shelves: { by: 'kind', values: [shelf, shelf] } }) ?? '',
    /^On a typical shelf of 240 products, three answers leave a shopper with 23;/,
  );
});

test('the bar is one share, and nothing without a grade', () => {
  const remaining = { of: 240, now: 23.4, complete: 3.96, best: 1.5, reach: { now: 0.4, complete: 0.8 } };
  const result = { grade: 'D', answerability: 1, products: 240, remaining } as unknown as AuditResult;
  assert.deepEqual(meterOf(result), {
    now: 0.4,
    complete: 0.8,
    what: 'of the way from 240 products to the 1.5 that the best recorded shelves leave',
  });
  assert.equal(meterOf({ ...result, grade: null }), undefined);
});
