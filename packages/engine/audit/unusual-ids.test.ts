import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpret, readTable } from '../catalogue/index.ts';
import { parseSignals } from '../session/signals/parse-signals.ts';
import { audit, verify } from './index.ts';

const IDS = ['na', 'null', 'none', '-', 'n/a', 'b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7'];
const exported = (colourOf: (i: number) => string) =>
  `id,colour,size\n${IDS.map((id, i) => `${id},${colourOf(i)},${['S', 'M', 'L'][i % 3]}`).join('\n')}\n`;

test('a product called na, null or none is listed among the affected, and compared by its id', () => {
  const colours = ['red', 'blue', 'green'];
  const before = exported((i) => (i < 3 ? '' : colours[i % 3]));
  const after = exported((i) => colours[(i + 1) % 3]);
  const { attributes } = audit(interpret(readTable(before)));
  assert.deepEqual(
    attributes.find(({ attribute }) => attribute === 'colour')?.affectedProducts.toSorted(),
    IDS.slice(0, 3).sort(),
  );
  const { products } = verify(interpret(readTable(before)), interpret(readTable(after)));
  assert.deepEqual([products.added.length, products.removed.length], [0, 0]);
});

test('signals may be about such a product', () => {
  for (const value of IDS) {
    const parsed = parseSignals([{ type: 'product_view', value }], 0);
    assert.ok(parsed.ok && parsed.signals[0]?.value === value, value);
  }
});
