import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { csvOf, type SmallExport, smallExport } from '../../audit/exports.fixture.ts';
import { readSecondTable, readTable } from '../csv/table-reader.ts';
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

test('rows without ids are the same rows after they were filled, sorted, or had others put between them', () => {
  const rows = Array.from({ length: 40 }, (_, at) => ({
    colour: ['red', 'blue'][at % 2],
    material: at % 3 === 0 ? '' : 'oak',
    piece: `desk ${at >> 1}`,
  }));
  type Row = (typeof rows)[number];
  const filled = (all: readonly Row[]) => all.map((row) => ({ ...row, material: row.material || 'elm' }));
  const changes: fc.Arbitrary<readonly Row[]> = fc.oneof(
    fc.constant(filled(rows)),
    fc.shuffledSubarray(filled(rows), { minLength: 40 }),
    fc.nat(39).map((at) => filled(rows.toSpliced(at, 0, { colour: 'green', material: '', piece: 'stool' }))),
  );
  const read = (all: readonly Row[]) =>
    ['colour,material,piece', ...all.map((row) => Object.values(row).join(','))].join('\n');
  fc.assert(
    fc.property(changes, (after) => {
      const first = readTable(read(rows), { tolerant: true });
      assert.equal(first.idColumn, 'row');
      const [left, right] = interpretTogether(first, readSecondTable(first, read(after), { tolerant: true }));
      const [kept, known] = [new Set(right.ids), new Set(left.ids)];
      assert.ok(left.ids.every((id) => kept.has(id)));
      const places = right.ids.flatMap((id, place) => (known.has(id) ? [place] : []));
      // Rows are known by colour and piece here.
      const said = right.attributes.find(({ name }) => name === 'piece')!;
      const before = left.attributes.find(({ name }) => name === 'piece')!;
      for (const place of places)
        assert.equal(said.cell[place], before.cell[left.ids.indexOf(right.ids[place])]);
    }),
    { numRuns: 60 },
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
