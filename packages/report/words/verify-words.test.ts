import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GradedClaim, VerifyResult } from '@decidable/engine/audit';
import { believedBits, filesOf, gainInWords, statusInWords, verdictSentence } from './verify-words.ts';

const cells = { filled: 0, cleared: 0, changed: 0, placeholders: 0 };
type Compared = VerifyResult['attributes'][number];

function compared(fields: Partial<Compared['cells']>, believed?: number): Compared {
  return {
    attribute: 'colour',
    status: 'improved',
    bits: { before: 1, after: 2.5, moved: 1.5, ...(believed === undefined ? {} : { believed }) },
    recorded: { before: 40, after: 60 },
    cells: { ...cells, ...fields },
  };
}

function said(
  verdict: GradedClaim['verdict'],
  attribute: Compared,
  bitsGained = 1.5,
): [string | undefined, string] {
  const claim: GradedClaim = { attribute: 'Colour', verdict, bitsGained, cellsFilled: 0, reasons: [] };
  const result = { products: { common: 100 }, attributes: [attribute] } as unknown as VerifyResult;
  return [verdictSentence(claim, result), gainInWords(claim, result)];
}

test('a verdict is said with the figures of its claim', () => {
  assert.deepEqual(said('verified', compared({ filled: 20 })), [
    '20 of 60 empty cells were filled, and the rest of the export tells the new values as well as those recorded before.',
    '+1.50 bits',
  ]);
  assert.equal(
    said('partial', compared({ cleared: 3, filled: 1 }))[0],
    '1 of 60 empty cells was filled, 3 values went missing.',
  );
  assert.equal(said('unchanged', compared({}))[0], 'No cell differs between the two exports.');
  assert.equal(
    said('regressed', compared({ changed: 7 }))[0],
    '7 values changed; an answer tells less than before (+1.50 bits).',
  );
  assert.equal(
    said('not_found', { ...compared({}), attribute: 'size' })[0],
    'Neither export has a column of this name.',
  );
});

test('unproven is said of what no verdict and no believed part tells', () => {
  const told = (believed: number, claims?: readonly string[], unclaimed?: readonly string[]) =>
    statusInWords({ ...compared({ filled: 20 }, believed), status: 'unproven' }, {
      claims,
      unclaimed,
    } as unknown as VerifyResult);
  assert.equal(told(0), 'unproven');
  assert.equal(told(0, [], ['colour']), 'unproven');
  assert.equal(told(0, ['doubtful'], []), '', 'the claim is called doubtful');
  assert.equal(told(0.2), '', '0.20 bits of it are believed');
});

test('what is not believed stands beside what moved', () => {
  assert.equal(said('doubtful', compared({ filled: 20 }, 0.2), 0.2)[1], '0.20 of +1.50 bits believed');
  assert.equal(said('empty', compared({ filled: 20 }, 0), 0)[1], 'none of +1.50 bits believed');
  const told = compared({ filled: 20 }, 0);
  const beyond = { ...told, bits: { ...told.bits, toldBy: 'sole' } };
  assert.equal(said('verified', beyond, 0)[1], 'none of +1.50 bits beyond sole');
  assert.equal(believedBits(compared({}, 1.496)), undefined);
  assert.equal(believedBits(compared({}, 1.494)), 1.494);
});

test('two files of one name are told apart', () => {
  assert.deepEqual(filesOf('a/shop.csv', 'b/shop.csv'), {
    before: 'shop.csv (before)',
    after: 'shop.csv (after)',
  });
  assert.deepEqual(filesOf('old.csv', '-'), { before: 'old.csv', after: 'standard input' });
});
