import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importableCsv } from './importable-csv.ts';

const imported = async (
  csv: string,
  reading: { readonly id?: string; readonly needsId?: boolean } = {},
): Promise<string> => {
  const files = [{ name: 'shop.csv', bytes: new TextEncoder().encode(csv) }];
  const { file } = await importableCsv({ name: 'shop.csv', files }, reading);
  return new TextDecoder().decode(file.bytes);
};

test('a CSV whose first column is an id stays as it is', async () => {
  for (const csv of ['sku,title\na1,Toy box\n', 'id,color\na1,red\n', 'wine,color\nMerlot,red\n'])
    assert.equal(await imported(csv), csv);
});

test('where titles are the ids, a column of ids is put before them', async () => {
  assert.equal(
    await imported('TITLE,PRICE\n"Toy box, oak",3\nBed frame\n'),
    'id,TITLE,PRICE\n"Toy box, oak","Toy box, oak",3\nBed frame,Bed frame,\n',
  );
  const taken = 'TITLE,id\nToy box,1\nBed frame,1\n';
  assert.equal(await imported(taken), 'product_id,TITLE,id\nToy box,Toy box,1\nBed frame,Bed frame,1\n');
  const named = 'sku,title\na1,Toy box\na2,Bed frame\n';
  assert.match(await imported(named, { id: 'title' }), /^id,sku,title\nToy box,a1,Toy box\n/);
});

test('where all such names are taken, titles stay the ids', async () => {
  const csv = 'title,id,product_id,listing_id\nToy box,1,1,1\nBed frame,1,1,1\n';
  assert.equal(await imported(csv), csv);
});

test('rows without an id are numbered for a grading, and refused where products are ranked by their ids', async () => {
  const csv = 'maker,model\nA,One\nA,One\nB,Two\nB,Two\n';
  assert.match(await imported(csv), /^row,maker,model\n2-[a-z]{7},A,One\n3-/);
  await assert.rejects(
    imported(csv, { needsId: true }),
    /No column tells the products apart \("maker", "model"\)/,
  );
  assert.equal(
    await imported(csv.replace('B,Two\nB,Two', 'B,Two'), { needsId: true, id: 'model' }),
    'model,maker\nOne,A\nOne,A\nTwo,B\n',
  );
});
