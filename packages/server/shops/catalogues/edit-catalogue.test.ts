import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { editCatalogue } from './edit-catalogue.ts';

const CSV = ['sku,title,colour', 'a,Boot,red', 'a,,blue', 'b,"Hat, felt",', 'c,Scarf,red'].join('\n');

async function edited(edits: Parameters<typeof editCatalogue>[1]) {
  const { csv, ...counts } = await editCatalogue(new TextEncoder().encode(CSV), edits);
  return { lines: new TextDecoder().decode(csv).trim().split('\n'), counts };
}

describe('editing a catalogue', () => {
  it('changes the named attributes of a product, adds products and columns, and leaves the rest', async () => {
    const { lines, counts } = await edited({
      upsert: [
        { id: 'a', attributes: { colour: 'green' } },
        { id: 'd', attributes: { title: 'Glove', size: 'M' } },
        { id: 'b', attributes: { title: 'Hat, felt' } },
      ],
    });
    assert.deepEqual(counts, { added: 1, changed: 1, removed: 0 });
    assert.deepEqual(lines, [
      'sku,title,colour,size',
      'a,Boot,green,',
      'a,,,',
      'b,"Hat, felt",,',
      'c,Scarf,red,',
      'd,Glove,,M',
    ]);
  });

  it('removes products with all their rows; one that is removed and given again is new', async () => {
    const { lines, counts } = await edited({
      remove: ['a', 'c', 'unknown'],
      upsert: [{ id: 'c', attributes: { title: 'Shawl' } }],
    });
    assert.deepEqual(counts, { added: 1, changed: 0, removed: 2 });
    assert.deepEqual(lines, ['sku,title,colour', 'b,"Hat, felt",', 'c,Shawl,']);
  });

  it('renames the values of a column, and removes those that get an empty name', async () => {
    const { lines, counts } = await edited({
      rename: { column: 'colour', texts: { red: 'crimson', blue: '' } },
    });
    assert.equal(counts.changed, 3);
    assert.deepEqual(lines.slice(1), ['a,Boot,crimson', 'a,,', 'b,"Hat, felt",', 'c,Scarf,crimson']);
  });

  it('keeps at least one product', async () => {
    await assert.rejects(edited({ remove: ['a', 'b', 'c'] }), { name: 'InvalidInput' });
  });
});
