import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lineOf, rangeOfLine, readRules } from './rules.ts';

describe('rules of synonyms while they are written', () => {
  it('are read line by line, without empty ones and comments', () => {
    assert.deepEqual(readRules('# sofas\nsofa,  couch\n\ntv => television, smart tv\n'), {
      rules: [
        { line: 2, words: ['sofa', 'couch'] },
        { line: 4, words: ['tv'], finds: ['television', 'smart tv'] },
      ],
      faults: [],
    });
  });

  it('tell which lines cannot be read', () => {
    const { rules, faults } = readRules('sofa\na, , b\na => b => c\ntv =>');
    assert.deepEqual(rules, []);
    assert.deepEqual(
      faults.map(({ line }) => line),
      [1, 2, 3, 4],
    );
  });

  it('find the line that a refusal names', () => {
    assert.equal(lineOf('Line 2 has one word only.'), 2);
    assert.equal(lineOf('The file is over 1 MB.'), undefined);
    assert.deepEqual(rangeOfLine('ab\ncde\nf', 2), [3, 6]);
  });
});
