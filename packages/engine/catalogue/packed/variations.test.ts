import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { interpret, readTable } from '../index.ts';

const SIZES = ['S', 'M', 'L'];

test('what is recorded of all variations is not missing of their product, whatever the column of products is called', () => {
  const names = fc.constantFrom('item_group_id', 'parent_sku', 'Parent', 'product group');
  const families = fc.array(fc.constantFrom('white', 'green', 'red'), { minLength: 8, maxLength: 20 });
  fc.assert(
    fc.property(names, families, fc.boolean(), (parent, colours, isFirst) => {
      const rows = colours.flatMap((colour, at) => {
        const own = `P${at},Shirt ${at},,,,,19.90 EUR`;
        const children = SIZES.map(
          (size) => `P${at}-${size},Shirt ${at} ${size},P${at},${colour},${size},40${at}${size},19.90 EUR`,
        );
        return isFirst ? [own, ...children] : [...children, own];
      });
      const csv = `id,title,${parent},color,size,gtin,price\n${rows.join('\n')}\n`;
      const { ids, attributes } = interpret(readTable(csv));
      const missing = (name: string) => {
        const { cell } = attributes.find((attribute) => attribute.name === name)!;
        return ids.filter((_, product) => cell[product] < 0);
      };
      assert.deepEqual([missing('size'), missing('color')], [[], []]);
      // A product has no trade item number of its variations.
      assert.equal(missing('gtin').length, colours.length);
      const size = attributes.find(({ name }) => name === 'size')!;
      const [first] = ids.flatMap((id, product) => (id === 'P0' ? [size.cells[size.cell[product]]] : []));
      assert.deepEqual(first.map((value) => size.values[value].label).sort(), ['L', 'M', 'S']);
    }),
    { numRuns: 50 },
  );
});
