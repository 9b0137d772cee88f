import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attributeText, changedAttributes } from './attribute-text.ts';

describe('the attributes of a product in fields', () => {
  it('are written as exports write them', () => {
    assert.deepEqual([undefined, null, 79.9, true, 'Red', ['red', 'blue']].map(attributeText), [
      '',
      '',
      '79.9',
      'true',
      'Red',
      'red, blue',
    ]);
  });

  it('are sent where their text differs, cleared ones as empty text', () => {
    const before = { color: 'Red', size: 'M', note: 'new' };
    assert.deepEqual(
      changedAttributes(before, { color: ' Blue ', size: 'M ', note: '', weight: '2 kg', width: '' }),
      {
        color: 'Blue',
        note: '',
        weight: '2 kg',
      },
    );
  });
});
