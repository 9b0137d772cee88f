import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type CountedColumn, readCounts } from './count-parser.ts';

const column = (attribute: string, noun: string, ...modifiers: readonly string[]): CountedColumn => ({
  attribute,
  noun,
  modifiers,
  counts: [1, 2, 4, 6, 8, 16],
});
const CORES = column('core_count', 'core');
const HDMI = column('hdmi ports quantity', 'ports', 'hdmi');
const USB = column('usb ports quantity', 'ports', 'usb');

/** What a search says by column, and the words that are left. */
function read(search: string, ...columns: readonly CountedColumn[]): readonly [said: string, rest: string] {
  const { matched, rest } = readCounts(search, columns, 'eng', (word) => word === 'not');
  const said = matched.map(({ attribute, value }) => `${attribute}=${value}`).join(' ');
  return [said, rest.replace(/\s+/g, ' ').trim()];
}

describe('a count', () => {
  test('is a number before the word for what a column counts, in singular or plural', () => {
    for (const search of ['8 core cpu', '8-core cpu', '8 cores cpu', 'cpu 8 core'])
      assert.deepEqual(read(search, CORES), ['core_count=8', search]);
    assert.deepEqual(read('core 8 cpu', CORES), ['', 'core 8 cpu'], 'not behind it');
    assert.deepEqual(read('18 core', CORES), ['', '18 core'], 'nothing has so many');
    assert.deepEqual(read('1.8 core', CORES), ['', '1.8 core']);
  });

  test('may have the other words of the column between, and no others', () => {
    assert.equal(read('4 hdmi ports', HDMI, USB)[0], 'hdmi ports quantity=4');
    assert.equal(read('4 red ports', HDMI, USB)[0], '');
  });

  test('is of the columns whose other words the search has, else of all that count the same', () => {
    assert.equal(read('usb hub 4 ports', HDMI, USB)[0], 'usb ports quantity=4');
    assert.equal(read('hub 4 ports', HDMI, USB)[0], 'hdmi ports quantity=4 usb ports quantity=4');
    const many = Array.from({ length: 5 }, (_, k) => column(`p${k}`, 'ports', `kind${k}`));
    assert.equal(read('hub 4 ports', ...many.slice(1))[0].split(' ').length, 4);
    assert.equal(read('hub 4 ports', ...many)[0], '', 'more columns may be meant');
  });

  test('may be a limit, whose words are taken out', () => {
    assert.deepEqual(read('cpu with 8 cores or more', CORES), ['core_count=>=8', 'cpu with']);
    assert.deepEqual(read('cpu with up to 8 cores', CORES), ['core_count=<=8', 'cpu with']);
    assert.deepEqual(read('cpu 4-8 cores', CORES), ['core_count=4-8', 'cpu']);
  });

  test('is neither of several things nor turned away', () => {
    assert.equal(read('2 x 8 core cpu', CORES)[0], '');
    assert.equal(read('cpu not 8 core', CORES)[0], '');
  });

  test('is one of four at most', () => {
    const search = (count: number) => `${'4 hubs '.repeat(count)}8 core`;
    assert.equal(read(search(3), CORES)[0], 'core_count=8');
    assert.equal(read(search(4), CORES)[0], '');
  });
});
