import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readExport } from '../index.ts';
import { binary, compound, label, parts, records, wide, wideText } from '../testing/lying/old-workbooks.ts';
import { cellsOf, tableOf } from '../testing.fixture.ts';

const cells = async (bytes: Uint8Array) => cellsOf(tableOf((await readExport(bytes)).rows));
const bytes = (...values: readonly number[]) => Buffer.from(values);
const real = (value: number) => {
  const written = Buffer.alloc(8);
  written.writeDoubleLE(value);
  return written;
};
const cell = (record: number, column: number, value: Buffer, style = 0) =>
  [record, Buffer.concat([wide(column, style), value])] as const;
const row = (number: number, ...texts: readonly string[]) =>
  [[0, wide(number)] as const, ...texts.map((each, at) => cell(6, at, wideText(each)))] as const;

test('cells of a binary workbook are as they are shown', async () => {
  const shown = [
    [cell(2, 1, wide(((12 << 2) | 2) >>> 0)), '12'],
    [cell(2, 1, wide(((-1234 << 2) | 3) >>> 0)), '-12.34'],
    [cell(2, 1, wide(0x3ff80000)), '1.5'],
    [cell(5, 1, real(0.1 + 0.2)), '0.3'],
    [cell(5, 1, real(45_000), 1), '2023-03-15'],
    [cell(9, 1, real(45_000.5), 2), '2023-03-15T12:00:00Z'],
    [cell(4, 1, bytes(1)), 'true'],
    [cell(10, 1, bytes(0)), 'false'],
    [cell(3, 1, bytes(42)), '#N/A'],
    [cell(7, 1, wide(1)), 'of all'],
    [cell(8, 1, wideText('made')), 'made'],
    [cell(62, 1, Buffer.concat([bytes(0), wideText('rich')])), 'rich'],
  ] as const;
  const sheet = parts(
    ...row(0, 'id', 'value'),
    ...shown.flatMap(([value], at) => [...row(at + 1, `p${at}`), value]),
  );
  const style = (format: number) => [47, Buffer.from([0, 0, format % 256, format >> 8])] as const;
  const file = binary([parts(...row(0, 'hidden', 'x'), ...row(1, '1', '2'), ...row(2, '2', '3')), sheet], {
    hidden: true,
    typed: {
      sharedStrings: parts(
        ...['none', 'of all'].map((each) => [19, Buffer.concat([bytes(0), wideText(each)])] as const),
      ),
      styles: parts(
        [44, Buffer.concat([bytes(200, 0), wideText('yyyy-mm-dd hh:mm')])],
        style(14),
        [617, bytes()],
        style(0),
        style(14),
        style(200),
        [618, bytes()],
      ),
    },
  });
  assert.deepEqual(
    [...(await readExport(file)).rows.rows].map(([, value]) => value),
    shown.map(([, text]) => text),
  );
});

test('a cell without a column stands behind the one before it, which may be empty', async () => {
  const short = (record: number, value: Buffer, style = 0) =>
    [record, Buffer.concat([wide(style), value])] as const;
  const sheet = parts(
    ...row(0, 'id'),
    ...['a', 'b', 'c', 'd'].map((name) => short(17, wideText(name))),
    [0, wide(1)],
    cell(6, 0, wideText('1')),
    short(13, wide(((12 << 2) | 2) >>> 0)),
    short(12, bytes()),
    short(16, real(0.5)),
    short(15, bytes(1)),
    [0, wide(2)],
    [1, wide(0, 0)],
    cell(6, 0, wideText('2')),
    cell(6, 2, wideText('x')),
    short(15, bytes(0)),
  );
  assert.deepEqual(await cells(binary([sheet])), {
    1: { a: '12', c: '0.5', d: 'true' },
    2: { b: 'x', c: 'false' },
  });
});

test('of a workbook of either form the hidden sheets are not read, whatever they hold', async () => {
  const [few, many] = [2, 30].map((count) =>
    Array.from({ length: count }, (_, at) => [
      label(at, 0, `${at || 'id'}`),
      label(at, 1, `${at || 'a'}`),
    ]).flat(),
  );
  const wideSheet = parts(...Array.from({ length: 30 }, (_, at) => row(at, `${at}`, 'x', 'y')).flat());
  const files = [
    compound(records([many, few])),
    binary([wideSheet, parts(...row(0, 'id', 'a'), ...row(1, '1', '1'))], { hidden: true }),
  ];
  for (const file of files) assert.deepEqual(await cells(file), { 1: { a: '1' } });
});
