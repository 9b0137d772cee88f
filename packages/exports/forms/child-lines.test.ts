import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readExport } from '../index.ts';
import { bytesOf, cellsOf, tableOf } from '../testing.fixture.ts';

const read = async (records: readonly object[]) =>
  cellsOf(tableOf((await readExport(bytesOf(records.map((each) => JSON.stringify(each)).join('\n')))).rows));

const gid = (kind: string, id: number) => `gid://shopify/${kind}/${id}`;

test('the lines of a bulk operation of Shopify are its products, with their variants and metafields', async () => {
  const [product, other] = [gid('Product', 1), gid('Product', 2)];
  const variant = (id: number, size: string, __parentId: string) => ({
    id: gid('ProductVariant', id),
    sku: `S-${id}`,
    selectedOptions: [{ name: 'Size', value: size }],
    __parentId,
  });
  const cells = await read([
    { id: product, title: 'Boot', vendor: 'North' },
    variant(11, '40', product),
    { id: other, title: 'Shoe', vendor: 'South' },
    variant(12, '41', product),
    { id: gid('Metafield', 5), namespace: 'custom', key: 'material', value: 'leather', __parentId: product },
    variant(21, '42', other),
    { url: 'https://shop.example/1.jpg', __parentId: product },
  ]);
  assert.deepEqual(Object.keys(cells), [product, other]);
  const { title, 'variants.sku': skus, 'items.url': image } = cells[product]!;
  assert.deepEqual([title, skus, image], ['Boot', 'S-11\u001fS-12', 'https://shop.example/1.jpg']);
  assert.equal(cells[product]!.material, 'leather');
  assert.equal(cells[other]!['variants.sku'], 'S-21');
});

test('products below collections are the records, with the titles of their collections and with each variant once', async () => {
  const [summer, winter] = [gid('Collection', 1), gid('Collection', 2)];
  const [boot, shoe] = [gid('Product', 1), gid('Product', 2)];
  const variant = { id: gid('ProductVariant', 9), sku: 'S9', __parentId: boot };
  const cells = await read([
    { id: summer, title: 'Summer' },
    { id: boot, title: 'Boot', vendor: 'North', __parentId: summer },
    variant,
    { id: shoe, title: 'Shoe', vendor: 'South', __parentId: summer },
    { id: winter, title: 'Winter' },
    { id: boot, title: 'Boot', vendor: 'North', __parentId: winter },
    variant,
    { id: gid('Collection', 3), title: 'Empty' },
  ]);
  assert.deepEqual(Object.keys(cells), [boot, shoe]);
  const { title, collection, 'variants.sku': skus } = cells[boot]!;
  assert.deepEqual([title, collection, skus], ['Boot', 'Summer\u001fWinter', 'S9']);
  assert.deepEqual(cells[shoe], { title: 'Shoe', vendor: 'South', collection: 'Summer' });
});

test('products that a product names are no records again', async () => {
  const [boot, shoe] = [gid('Product', 1), gid('Product', 2)];
  const cells = await read([
    { id: boot, title: 'Boot' },
    { id: gid('Metafield', 5), namespace: 'custom', key: 'goes_with', __parentId: boot },
    { id: shoe, __parentId: gid('Metafield', 5) },
    { id: shoe, title: 'Shoe' },
  ]);
  assert.deepEqual(Object.keys(cells), [boot, shoe]);
  assert.equal(cells[shoe]!.title, 'Shoe');
});

test('lines say the same as the nested records, in whatever order the children of a record stand', async () => {
  const product = fc.record({
    title: fc.constantFrom('Boot', 'Shoe'),
    variants: fc.array(fc.nat(99), { maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(product, { minLength: 2, maxLength: 5 }),
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      async (products, places) => {
        const nested = products.map(({ title, variants }, n) => ({
          id: gid('Product', n),
          title,
          ...(variants.length > 0 && {
            variants: variants.map((stock, m) => ({ id: gid('ProductVariant', 100 * n + m), stock })),
          }),
        }));
        const roots = nested.map(({ variants: _, ...own }) => own);
        // Interleaved, as several connections of one query are.
        const children = nested
          .flatMap(({ id, variants = [] }) => variants.map((own) => ({ ...own, __parentId: id })))
          .map((own) => [places.next().value, own] as const)
          .sort(([one], [two]) => one - two || 0)
          .map(([, own]) => own);
        const plain = (cells: Awaited<ReturnType<typeof read>>) =>
          Object.fromEntries(
            Object.entries(cells).map(([id, own]) => [
              id,
              Object.fromEntries(
                Object.entries(own as Record<string, string>).map(([name, text]) => [
                  name,
                  text.split('\u001f').sort(),
                ]),
              ),
            ]),
          );
        assert.deepEqual(plain(await read([...roots, ...children])), plain(await read(nested)));
      },
    ),
    { numRuns: 100 },
  );
});

test('a line whose parent no line before it has is refused by its number', async () => {
  await assert.rejects(
    read([{ id: gid('Product', 1) }, { id: gid('ProductVariant', 2), __parentId: gid('Product', 3) }]),
    (error: { code?: string; place?: { line?: number } } & Error) =>
      error.code === 'no_record' &&
      /__parentId/.test(error.message) &&
      JSON.stringify(error).includes('"line":2'),
  );
});

test('a field of that name that says nothing is none', async () => {
  assert.deepEqual(Object.keys(await read([{ id: 'a', __parentId: null, colour: 'red' }, { id: 'b' }])), [
    'a',
    'b',
  ]);
});
