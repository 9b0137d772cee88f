import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readExport } from '../../read-export.ts';
import { bytesOf as bytes, zipOf } from '../../testing.fixture.ts';

const rowsOf = async (xml: string) => {
  const { rows } = await readExport(bytes(xml));
  return {
    warnings: rows.warnings.map(({ code }) => code),
    records: [...rows.rows].map((row) =>
      Object.fromEntries(rows.names.map((name, at) => [name, row[at] ?? ''])),
    ),
  };
};

test('an & that begins no reference is read as written, with a warning, and those of CDATA without', async () => {
  const texts = fc.constantFrom('a & b', 'R&D', 'M&Ms', 'x &', '&& y', '&#38; z', '&amp;', 'plain');
  await fc.assert(
    fc.asyncProperty(fc.array(texts, { minLength: 2, maxLength: 8 }), fc.boolean(), async (all, inCdata) => {
      const written = (text: string) => (inCdata ? `<![CDATA[${text}]]>` : text);
      const xml = `<feed>${all.map((text, at) => `<item><id>${at}</id><name>${written(text)}</name></item>`).join('\n')}</feed>`;
      const { warnings, records } = await rowsOf(xml);
      const meant = (text: string) => (inCdata ? text : text.replace(/&(?:#38|amp);/, '&'));
      assert.deepEqual(
        records.map(({ name }) => name),
        all.map(meant),
      );
      const isBare = !inCdata && all.some((text) => /&(?!#38;|amp;)/.test(text));
      assert.deepEqual(warnings, isBare ? ['bare_ampersands'] : []);
    }),
    { numRuns: 60 },
  );
});

test('references of web pages are read as their characters, and unknown ones as written', async () => {
  const written = ['Bad&iacute;a', '27&Prime; &mdash; caf&eacute;', '&LT;b&GT;', 'AT&T; Inc', '&nbsp;x'];
  const items = written.map((text, at) => `<item><id>${at}</id><name>${text}</name></item>`).join('');
  const { warnings, records } = await rowsOf(`<feed>${items}</feed>`);
  assert.deepEqual(
    records.map(({ name }) => name),
    ['Badía', '27″ — café', '<b>', 'AT&T; Inc', 'x'],
  );
  assert.deepEqual(warnings, ['bare_ampersands']);
});

test('a list that products state by id is none of products, however long it is', async () => {
  const categories = Array.from(
    { length: 200 },
    (_, at) => `<category id="${at + 1}" parentId="${at}">C${at + 1}</category>`,
  );
  const offers = [3, 7].map(
    (id) => `<offer id="o${id}"><categoryId>${id}</categoryId><price>5</price></offer>`,
  );
  const { records } = await rowsOf(
    `<shop><categories>${categories.join('')}</categories><offers>${offers.join('')}</offers></shop>`,
  );
  assert.deepEqual(
    records.map(({ id }) => id),
    ['o3', 'o7'],
  );
  // Without products that name them, categories are what the document lists.
  const { records: alone } = await rowsOf(`<shop>${categories.slice(0, 3).join('')}</shop>`);
  assert.equal(alone.length, 3);
});

test('products are read, though others state them by id and some or all of them are no more than a text', async () => {
  const product = (id: number) =>
    `<product id="${id}"><name>n${id}</name><related><product_id>2</product_id></related></product>`;
  const text = (id: number) => `<product id="${id}" price="5">n${id}</product>`;
  const best = '<best><product_id>1</product_id><product_id>2</product_id></best>';
  for (const feed of [
    `<shop>${[1, 2].map(product).join('')}${text(3)}${[4, 5].map(product).join('')}</shop>`,
    `<shop>${[1, 2, 3, 4, 5].map(text).join('')}${best}</shop>`,
    `<shop>${best}${[1, 2, 3, 4, 5].map(text).join('')}</shop>`,
  ]) {
    const { records } = await rowsOf(feed);
    assert.deepEqual(
      records.map(({ id }) => id),
      ['1', '2', '3', '4', '5'],
      feed,
    );
    assert.equal(records[2].product, 'n3');
  }
});

test('what products state by id has the name that the document lists, with the names above it', async () => {
  const categories =
    '<category id="1">Phones</category><category id="2" parentId="1">Cases</category><category id="3" parentId="3">Odd</category>';
  const offers = ['1', '2', '3', '9'].map(
    (id, at) => `<offer id="${at}"><categoryId>${id}</categoryId><name>n${at}</name><price>5</price></offer>`,
  );
  const { records } = await rowsOf(
    `<shop><categories>${categories}</categories><offers>${offers.join('')}</offers></shop>`,
  );
  assert.deepEqual(
    records.map(({ category, categoryId }) => [categoryId, category?.split(' > ').at(-1)]),
    [
      ['1', 'Phones'],
      ['2', 'Cases'],
      ['3', 'Odd'],
      ['9', ''],
    ],
  );
  assert.equal(records[1].category, 'Phones > Cases');
});

test('a document of Apple Numbers is refused with what to do', async () => {
  const file = zipOf({
    'Index/Document.iwa': bytes('x'),
    'Metadata/Properties.plist': bytes('y'),
    'preview.jpg': bytes('z'),
  });
  await assert.rejects(readExport(file), /Numbers.*Export To.*CSV/s);
});
