import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { LAWS_OF_COLUMNS } from '../../information/constants.ts';
import { catalogueOf } from '../exports.fixture.ts';
import { audit } from './audit.ts';

/** A shop with a complete colour, and another cut of each of so many products. */
function graded(products: number, recorded: number) {
  return audit(
    catalogueOf({
      names: ['id', 'colour', 'cut'],
      rows: Array.from({ length: products }, (_, index) => [
        `p${index}`,
        ['red', 'blue', 'green'][index % 3],
        index < recorded ? `cut ${index}` : '',
      ]),
    }),
    { applicable: ['cut'] },
  );
}

test('a few different values do not make a shelf look as if every product had a value of its own', () => {
  const many = (LAWS_OF_COLUMNS.variety.mean + LAWS_OF_COLUMNS.variety.deviation) / Math.LN2;
  fc.assert(
    fc.property(fc.integer({ min: 60, max: 600 }), fc.integer({ min: 1, max: 5 }), (products, recorded) => {
      const { answerability, attributes } = graded(products, recorded);
      const [cut, colour] = ['cut', 'colour'].map(
        (name) => attributes.find((own) => own.attribute === name)!,
      );
      assert.equal(cut.priority, null);
      assert.equal(cut.bits.recoverable, 0);
      const expected = (colour.bits.now + cut.bits.now) / answerability! - colour.bits.now;
      assert.ok(expected <= many, `${expected} bits expected of ${recorded} values`);
    }),
    { numRuns: 40 },
  );
});

test('sentences are no question, however few are recorded', () => {
  const care = (index: number) => `Wash it at ${index} degrees, and dry it in the shade.`;
  for (const recorded of [3, 5, 60])
    assert.deepEqual(
      audit(
        catalogueOf({
          names: ['id', 'care'],
          rows: Array.from({ length: 200 }, (_, index) => [
            `p${index}`,
            index < recorded ? care(index === 1 ? 0 : index) : '',
          ]),
        }),
      ).notQuestions,
      [{ attribute: 'care', reason: 'text' }],
    );
});
