import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CatalogueError, interpret, readTable, recogniseRoles } from '../index.ts';
import { COLUMN_ROLES, type ColumnProfile } from './roles.ts';

const example = (file: string) =>
  interpret(readTable(readFileSync(new URL(`../../../../examples/catalogues/${file}`, import.meta.url))));

test('the roles of the columns of the sample catalogue are recognised', () => {
  const { attributes, ...roles } = recogniseRoles(example('computer-parts.csv'));
  assert.deepEqual(roles, { title: 'name', category: 'category', brand: 'brand', price: 'price' });
  assert.ok(attributes.includes('color') && attributes.includes('panel_type'));
  assert.ok(!attributes.includes('price') && !attributes.includes('name'));
});

test('images, links and prices are recognised by contents, in shop exports of several makes', () => {
  const shopify = interpret(
    readTable(
      'Handle,Title,Vendor,Type,Variant Price,Variant Compare At Price,Image Src,Variant Inventory Qty\n' +
        'a,Oak chair,Acme,Chair,10,12,https://x.example/a.jpg,3\nb,Ash chair,Acme,Chair,11,,https://x.example/b.jpg,0\n' +
        'c,Oak table,Bolt,Table,30,,https://x.example/c.jpg,1\nd,Ash table,Bolt,Table,31,,https://x.example/d.jpg,2\n',
    ),
  );
  const { attributes: _, ...roles } = recogniseRoles(shopify);
  assert.deepEqual(roles, {
    title: 'Title',
    category: 'Type',
    brand: 'Vendor',
    price: 'Variant Price',
    image: 'Image Src',
    availability: 'Variant Inventory Qty',
  });
  const german = interpret(
    readTable(
      'Artikelnummer;Bezeichnung;Kategorie;Marke;Preis;Link;Verfügbarkeit\n' +
        '1;Stuhl Eiche hell;Stühle;Acme;10,50;https://x.example/1;lieferbar\n2;Stuhl Esche;Stühle;Bolt;11,00;https://x.example/2;ausverkauft\n' +
        '3;Tisch Eiche;Tische;Acme;99,00;https://x.example/3;lieferbar\n4;Tisch Esche;Tische;Bolt;89,00;https://x.example/4;lieferbar\n',
    ),
  );
  const { attributes: __, ...found } = recogniseRoles(german);
  assert.deepEqual(found, {
    title: 'Bezeichnung',
    category: 'Kategorie',
    brand: 'Marke',
    price: 'Preis',
    url: 'Link',
    availability: 'Verfügbarkeit',
  });
});

test('a column of distinct names is the title where no other is, and one of part numbers is not', () => {
  const titleOf = (header: string, ...names: readonly string[]) => {
    const rows = names.map((name, k) => `${k},${name},${k % 2 ? 'Acme' : 'Bolt'},${10 + k}`);
    return recogniseRoles(interpret(readTable([`id,${header},company,price`, ...rows].join('\n')))).title;
  };
  const phones = [
    'Galaxy Tab S6',
    'iPhone 13',
    'Pixel 7 Pro',
    'Redmi Note 11',
    'Xperia 5',
    'Moto G Power',
    '3310',
  ];
  assert.equal(titleOf('model', ...phones), 'model');
  assert.equal(
    titleOf('part number', 'XK-200A', 'XK-210A', 'ABF-13', 'PXL-7', 'RN11', 'MGP-8', '3310'),
    undefined,
  );
});

test('columns are recognised by their names in Japanese and Chinese', () => {
  const rolesIn = (csv: string) => {
    const { attributes, ...roles } = recogniseRoles(interpret(readTable(csv)));
    return { roles, attributes };
  };
  assert.deepEqual(
    rolesIn(
      '商品ID,商品名,カテゴリー,ブランド,色,価格,在庫\n' +
        '1,革の靴 軽い,靴,リーガル,茶,"¥19,800",売り切れ\n2,布の靴 軽い,靴,コンバース,白,"5,500円",在庫あり\n' +
        '3,革のベルト 長い,ベルト,リーガル,茶,"3,300円",在庫あり\n4,布のベルト 長い,ベルト,コンバース,白,"￥2,200",在庫あり\n',
    ),
    {
      roles: {
        title: '商品名',
        category: 'カテゴリー',
        brand: 'ブランド',
        price: '価格',
        availability: '在庫',
      },
      attributes: ['色'],
    },
  );
  assert.deepEqual(
    rolesIn(
      '商品编号,名称,类别,品牌,颜色,价格,库存\n' +
        '1,蓝牙耳机 无线,耳机,索尼,黑色,899.00元,有货\n2,有线耳机 便携,耳机,铁三角,白色,199元,缺货\n' +
        '3,机械键盘 红轴,键盘,索尼,黑色,459元,有货\n4,薄膜键盘 静音,键盘,铁三角,白色,79元,售罄\n',
    ),
    {
      roles: { title: '名称', category: '类别', brand: '品牌', price: '价格', availability: '库存' },
      attributes: ['颜色'],
    },
  );
});

test('columns are recognised by their names in Russian, Arabic, Korean, Polish and Swedish', () => {
  for (const [names, prices, stock] of [
    [['Артикул', 'Название', 'Категория', 'Бренд', 'Цена', 'Наличие'], '₽', ['в наличии', 'нет в наличии']],
    [['id', 'الاسم', 'الفئة', 'العلامة التجارية', 'السعر', 'availability'], 'ر.س', ['متوفر', 'غير متوفر']],
    [['상품코드', '상품명', '카테고리', '브랜드', '가격', '재고'], '원', ['재고 있음', '품절']],
    [['id', 'Nazwa', 'Kategoria', 'Marka', 'Cena', 'Dostępność'], 'zł', ['dostępny', 'niedostępny']],
    [['id', 'Namn', 'Kategori', 'Varumärke', 'Pris', 'Tillgänglighet'], 'kr', ['i lager', 'slut']],
  ] as const) {
    const rows = [0, 1, 2, 3, 4, 5].map(
      (k) => `p${k};thing ${k} of ${k};kind ${k % 2};maker ${k % 3};${10 + k},50 ${prices};${stock[k % 2]}`,
    );
    const { attributes, ...roles } = recogniseRoles(
      interpret(readTable(`${names.join(';')}\n${rows.join('\n')}\n`)),
    );
    const [, title, category, brand, price, availability] = names;
    assert.deepEqual(roles, { title, category, brand, price, availability });
  }
});

test('a role can be given to another column, or to none', () => {
  const catalogue = example('computer-parts.csv');
  const roles = recogniseRoles(catalogue, { category: 'type', brand: null });
  assert.equal(roles.category, 'type');
  assert.equal(roles.brand, null);
  assert.ok(roles.attributes.includes('brand') && roles.attributes.includes('category'));
  assert.throws(() => recogniseRoles(catalogue, { price: 'cost' }), CatalogueError);
});

test('a column about where a product is sold is not its availability', () => {
  assert.equal(recogniseRoles(example('lego-sets.csv')).availability, undefined);
});

test('a role that is added to the registry is recognised, given and taken like the others', () => {
  const roles = {
    ...COLUMN_ROLES,
    energy: ({ words, attribute }: ColumnProfile) =>
      attribute.kind === 'category' && /\benergy (?:class|label)\b/.test(words) ? 1 : 0,
  };
  const rows = Array.from(
    { length: 12 },
    (_, i) => `${i},Fridge ${i} of ours,${'ABC'[i % 3]},${400 + i},${'DE'[i % 2]}`,
  );
  const catalogue = interpret(
    readTable(['id,title,Energy label,price,Energy label old', ...rows].join('\n')),
  );
  const found = recogniseRoles(catalogue, {}, roles);
  assert.equal(found.energy, 'Energy label');
  assert.deepEqual(found.attributes, ['Energy label old']);
  assert.equal(recogniseRoles(catalogue, { energy: 'Energy label old' }, roles).energy, 'Energy label old');
  assert.equal(recogniseRoles(catalogue, { energy: null }, roles).energy, null);
  assert.deepEqual(recogniseRoles(catalogue).attributes, ['Energy label', 'Energy label old']);
});

test('numbers of categories are categories, where no column names them', () => {
  const rows = Array.from(
    { length: 40 },
    (_, i) => `p${i},${[43, 471, 166][i % 3]},${['oak', 'ash', 'elm'][i % 3]}`,
  );
  const roles = (names: string) => recogniseRoles(interpret(readTable(`${names}\n${rows.join('\n')}\n`)));
  assert.equal(roles('sku,categoryId,wood').category, 'categoryId');
  assert.equal(roles('sku,categoryId,category').category, 'category');
});

const shop = (names: string, ...rows: readonly string[]) =>
  recogniseRoles(interpret(readTable([names, ...rows].join('\n'))));
const twenty = (row: (i: number) => string) => Array.from({ length: 20 }, (_, i) => row(i));

test('the reduced price has a role of its own, and the struck-out one is not the price', () => {
  for (const [price, sale, old] of [
    ['Regular price', 'Sale price', 'cost'],
    ['price', 'special_price', 'old_price'],
    ['Price', 'Discounted price', 'Compare at price'],
    ['Preis', 'Sonderpreis', 'x'],
    ['Precio', 'Precio promocional', 'x'],
  ]) {
    const roles = shop(
      `sku,${old},${sale},${price}`,
      ...twenty((i) => `${i},${30 + i},${i % 3 ? '' : 10 + i},${20 + i}`),
    );
    assert.deepEqual([roles.price, roles.salePrice], [price, sale]);
  }
  // Without another, it is the price.
  const alone = shop('sku,sale_price,list_price', ...twenty((i) => `${i},${10 + i},${20 + i}`));
  assert.deepEqual([alone.price, alone.salePrice], ['sale_price', undefined]);
});

test('a taxonomy number and a value of all products are categories only where nothing else is', () => {
  const rows = twenty((i) => `${i},166,PHYSICAL,${['Tops', 'Hats'][i % 2]}`);
  assert.equal(shop('sku,Google product category,Product type,Type', ...rows).category, 'Type');
  const numbers = rows.map((row) => row.replace(/,\w+$/, ''));
  assert.ok(shop('sku,Google product category,Product type', ...numbers).category !== undefined);
});

test('a column that hardly any product has plays no role that a full one can play', () => {
  const brand = (share: number) =>
    shop(
      'sku,brand,manufacturer',
      ...Array.from({ length: 100 }, (_, i) => `${i},${i < share ? 'A' : ''},M${i % 9}`),
    ).brand;
  assert.equal(brand(4), 'manufacturer');
  assert.equal(brand(5), 'brand');
});

test('the link and the picture are those of the product', () => {
  const rows = twenty(
    (i) =>
      `${i},https://a.example,https://x.example/p${i},https://x.example/s.jpg,https://x.example/b${i % 3}.jpg`,
  );
  const roles = shop('sku,external url,product link,additional_images,base_image', ...rows);
  assert.deepEqual([roles.url, roles.image], ['product link', 'base_image']);
  assert.equal(
    shop('sku,url,wood', ...Array.from({ length: 21 }, (_, i) => `${i},https://a.example/,oak`)).url,
    undefined,
  );
  assert.equal(shop('sku,url,wood', ...twenty((i) => `${i},https://a.example/,oak`)).url, 'url');
});

for (const [language, header] of [
  ['Finnish', 'Tuotekoodi,Tuotteen nimi,Kategoria,Tuotemerkki,Hinta,Saatavuus'],
  ['Hebrew', 'מק"ט,שם המוצר,קטגוריה,מותג,מחיר,מלאי'],
  ['Thai', 'รหัสสินค้า,ชื่อสินค้า,หมวดหมู่,ยี่ห้อ,ราคา,สต็อก'],
  ['Hindi', 'उत्पाद कोड,उत्पाद का नाम,श्रेणी,ब्रांड,मूल्य,उपलब्धता'],
  ['Arabic', 'رمز المنتج,اسم المنتج,الفئة,الماركة,السعر,المخزون'],
] as const) {
  test(`columns are recognised by their names in ${language}`, () => {
    const names = header.replaceAll('"', '').split(',');
    const rows = Array.from({ length: 12 }, (_, k) =>
      [`A-${k}`, `Xyz ${k} abc`, ['Kk', 'Ll'][k % 2], ['Mm', 'Nn', 'Oo'][k % 3], 10 + k, k % 4].join(','),
    );
    const catalogue = interpret(readTable([names.join(','), ...rows].join('\n')));
    const { attributes: _, ...roles } = recogniseRoles(catalogue);
    assert.deepEqual(roles, {
      title: names[1],
      category: names[2],
      brand: names[3],
      price: names[4],
      availability: names[5],
    });
  });
}
