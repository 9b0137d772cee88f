import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTable } from '../../catalogue/csv/table-reader.ts';
import { interpretTogether } from '../../catalogue/sameness/interpret-together.ts';
import { Random } from '../../primitives/random.ts';
import { verify } from './verify.ts';

const PRODUCTS = 200;
const each = <T>(of: (product: number) => T) => Array.from({ length: PRODUCTS }, (_, product) => of(product));

/** What a monitor says of a column whose cells were overwritten. */
function monitored(before: readonly string[], after: readonly string[]) {
  const csv = (cells: readonly string[]) =>
    ['id,fact,kind', ...cells.map((cell, at) => `p${at},"${cell}",${['mug', 'bowl'][(at * 7) % 2]}`)].join(
      '\n',
    );
  const {
    attributes,
    warnings = [],
    answerability,
  } = verify(...interpretTogether(readTable(csv(before)), readTable(csv(after))));
  return {
    status: attributes.find(({ attribute }) => attribute === 'fact')?.status,
    warned: warnings.flatMap(({ code, message }) => (code === 'overwritten' ? [message] : [])).join(),
    moved: answerability.moved,
  };
}

const random = new Random(7);
const drawn = (values: readonly string[]) => each(() => values[random.below(values.length)]);
const colours = drawn(['größe', 'weiß', 'grün', 'café', 'noir']);
const asWindows = (text: string) =>
  [...new TextEncoder().encode(text)].map((byte) => String.fromCharCode(byte)).join('');
const half = (of: (text: string, at: number) => string) => (text: string, at: number) =>
  at % 2 === 0 ? text : of(text, at);

test('what spreadsheets and encodings do to cells is told, and lowers the headline', () => {
  const sizes = drawn(['3/4', '1/2', '5/8', '7/8', '1/4', '3/8']);
  const codes = each((at) => `40063813${33931 + (at % 12)}`);
  const fits = drawn(['slim and long', 'slim and short', 'wide and long', 'wide and short']);
  for (const [before, after, told] of [
    [colours, colours.map(half(asWindows)), /another encoding/],
    [sizes, sizes.map(half((text) => `0${text.at(-1)}-Mar`)), /dates/],
    [codes, codes.map(half((text) => `${text[0]}.00638E+12`)), /powers of ten/],
    [fits, fits.map(half((text) => text.slice(0, 8))), /cut off/],
  ] as const) {
    const { status, warned, moved } = monitored(before, after);
    assert.match(warned, told);
    assert.equal(status, 'worsened', warned);
    // Long numbers are codes, which no figure counts.
    if (before === codes) assert.equal(moved, 0);
    else assert.ok(moved < 0, warned);
  }
});

test('a column that was sorted alone is told', () => {
  const names = drawn(['ash', 'birch', 'cedar', 'dogwood', 'elm', 'fir', 'gum', 'hazel']);
  const { warned, status } = monitored(names, names.toSorted());
  assert.match(warned, /other products/);
  assert.equal(status, 'worsened');
});

test('values that were drawn anew are told and prove nothing, at any share of the cells', () => {
  const rates = drawn(['60', '75', '120', '144', '165', '240']);
  for (const [before, values] of [
    [rates, ['60', '75', '120', '144', '165', '240']],
    [drawn(['yes', 'no']), ['yes', 'no']],
  ] as const) {
    for (const share of [0.3, 0.6, 1]) {
      const redrawn = before.map((own) =>
        random.uniform() < share ? values[random.below(values.length)] : own,
      );
      const { warned, moved, status } = monitored(before, redrawn);
      assert.notEqual(warned, '');
      assert.notEqual(status, 'improved');
      assert.ok(moved <= 1e-9);
    }
  }
});

test('a few corrections, and values that got other names, are no damage', () => {
  const names = drawn(['ash', 'birch', 'cedar', 'dogwood']);
  const long = names.map((own) => `${own} wood`);
  const pieces = drawn(['2 pieces', '4 pieces', '6 pieces']);
  for (const [before, after] of [
    [names, names.map((own, at) => (at % 25 === 0 ? 'elm' : own))],
    [names, long],
    [long, names],
    [pieces, pieces.map((own) => own.replace('pieces', 'pcs'))],
  ])
    assert.equal(monitored(before, after).warned, '');
});

test('cells with a value each that hold anything else are told', () => {
  const notes = each((at) => `note ${at * 7919} of ${at % 13}`);
  const after = notes.map((own) => `x${own.length}${own.slice(-3)}y${own.slice(5, 7)}`);
  assert.notEqual(monitored(notes, after).warned, '');
});
