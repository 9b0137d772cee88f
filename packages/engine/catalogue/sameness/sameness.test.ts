import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { csvOf, type SmallExport, smallExport } from '../../audit/exports.fixture.ts';
import { readTable } from '../csv/table-reader.ts';
import { interpretTogether } from './interpret-together.ts';

const together = (before: SmallExport, after: SmallExport) =>
  interpretTogether(readTable(csvOf(before)), readTable(csvOf(after)));

/** What both exports say, product by product. */
function isSame(before: SmallExport, after: SmallExport): void {
  const [left, right] = together(before, after);
  assert.deepEqual(
    right.attributes.map(({ name }) => name),
    left.attributes.map(({ name }) => name),
  );
  assert.deepEqual(right.ids, left.ids);
  for (const [at, attribute] of left.attributes.entries())
    assert.deepEqual(right.attributes[at].cell, attribute.cell, attribute.name);
}

const header = (edit: (name: string) => string) => (own: SmallExport) => ({
  ...own,
  names: own.names.map(edit),
});
const ids = (edit: (id: string, at: number) => string) => (own: SmallExport) => ({
  ...own,
  rows: own.rows.map(([id, ...cells], at) => [edit(id, at), ...cells]),
});

const edits = fc.constantFrom<(own: SmallExport) => SmallExport>(
  header((name) => name.toUpperCase()),
  header((name) => ` ${name}  `),
  header((name) => name.replaceAll(' ', '_')),
  ids((id) => id.toUpperCase()),
  ids((id) => `'${id}`),
);

test('headers and ids in another form are the same headers and ids', () => {
  fc.assert(
    fc.property(smallExport, edits, (own, edit) => isSame(own, edit(own))),
    { numRuns: 100 },
  );
});

const numbered = (idOf: (at: number) => string, cell: (at: number) => string): SmallExport => ({
  names: ['id', 'colour', 'width'],
  rows: Array.from({ length: 60 }, (_, at) => [idOf(at), ['red', 'blue', 'green'][(at * 7) % 3], cell(at)]),
});
const plain = (at: number) => `${at + 1}`;
const width = (sign: string) => (at: number) => `${10 + (at % 20)}${sign}${at % 2 === 0 ? '5' : '25'}`;

test('zeros in front of an id, or a fraction of zeros behind it, are no part of it', () => {
  isSame(
    numbered((at) => plain(at).padStart(4, '0'), width('.')),
    numbered(plain, width('.')),
  );
  isSame(
    numbered(plain, width('.')),
    numbered((at) => `${plain(at)}.0`, width('.')),
  );
  const [, after] = together(
    numbered((at) => plain(at).padStart(4, '0'), width('.')),
    numbered(plain, width('.')),
  );
  assert.deepEqual(
    after.warnings.map(({ code }) => code),
    ['ids_reformatted'],
  );
});

test('ids of which two would have one form stay as they are', () => {
  const two = numbered((at) => (at % 2 === 0 ? plain(at) : `0${plain(at - 1)}`), width('.'));
  const [before, after] = together(two, ids((id) => `${id}.0`)(two));
  assert.equal(before.ids.includes('01'), true);
  assert.equal(after.ids.includes('01'), false);
});

test('a decimal comma and a decimal point are one sign', () => {
  isSame(numbered(plain, width(',')), numbered(plain, width('.')));
  isSame(numbered(plain, width('.')), numbered(plain, width(',')));
});

test('a column under another name is the same column where it holds the same cells, and only there', () => {
  const named = (name: string, cell: (at: number) => string): SmallExport => ({
    names: ['id', 'fit', name],
    rows: Array.from({ length: 60 }, (_, at) => [plain(at), 'slim', cell(at)]),
  });
  const colour = (at: number) => ['red', 'blue', 'green'][(at * at) % 3];
  const half = (at: number) => (at % 2 === 0 ? colour(at) : '');
  const [, renamed] = together(named('colour', half), named('farbe', colour));
  assert.deepEqual(
    renamed.attributes.map(({ name }) => name),
    ['fit', 'colour'],
  );
  assert.deepEqual(
    renamed.warnings.map(({ code }) => code),
    ['column_renamed'],
  );
  const [, other] = together(
    named('colour', colour),
    named('farbe', (at) => colour(at + 1)),
  );
  assert.ok(other.attributes.some(({ name }) => name === 'farbe'));
});
