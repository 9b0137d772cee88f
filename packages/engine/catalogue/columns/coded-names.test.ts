import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTable } from '../csv/table-reader.ts';
import { flatten } from '../records/flatten.ts';
import { isCodedName } from './coded-names.ts';
import { interpret } from './interpreter.ts';

test('names of systems are told from names that people write', () => {
  for (const name of [
    '5442',
    'fr0ddvy5osavkxdf',
    'attributes.5442',
    'params.fr0ddvy5osavkxdf',
    '5f3a91c2b7d04e6a88c1f0aa',
    '0b8e3a52-91f4-4c1d-9a77-5d2f0c6e1b34',
  ])
    assert.ok(isCodedName(name), name);
  for (const name of [
    '4G',
    'USB 3.0',
    'Owner.1',
    'rs232db9',
    'column 7',
    'DIN 4102',
    'h264',
    'iphone12pro13',
    'colour',
    'custom_label_0',
    'größe',
    '5G / LTE',
    'x86_64',
    'A4',
    'value.2',
  ])
    assert.ok(!isCodedName(name), name);
});

test('a column that has a code for a name is no question, whatever it holds', () => {
  const rows = Array.from(
    { length: 60 },
    (_, at) => `P${at},${['wool', 'silk', ''][at % 3]},${[3, 5, 7][(at * 7) % 3]},${['red', 'blue'][at % 2]}`,
  );
  const { attributes } = interpret(readTable(['sku,5442,fr0ddvy5osavkxdf,colour', ...rows].join('\n')));
  assert.deepEqual(
    attributes.map(({ name, notRecordable }) => [name, notRecordable]),
    [
      ['5442', 'unnamed'],
      ['fr0ddvy5osavkxdf', 'unnamed'],
      ['colour', undefined],
    ],
  );
});

test('an attribute has the name that the file says beside its code', () => {
  for (const named of [
    { code: '5442', label: 'Colour' },
    { name: '5442', label: 'Colour' },
    { name: 'Colour', code: '5442' },
  ])
    assert.deepEqual(
      [...flatten({ sku: 1, attributes: [{ ...named, value: 'red' }] }, 9)],
      [
        ['sku', '1'],
        ['Colour', 'red'],
      ],
    );
  assert.deepEqual([...flatten({ attributes: [{ code: '5442', value: 'red' }] }, 9)], [['5442', 'red']]);
  assert.deepEqual(
    [...flatten({ attributes: [{ code: 'colour', label: 'Shown colour', value: 'red' }] }, 9)],
    [['colour', 'red']],
  );
});
