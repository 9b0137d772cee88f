import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { InlineValue, Roles } from '../types.ts';
import { sentAttributes } from './candidate-columns.ts';
import { candidateRoles, mayPlayRole } from './candidate-roles.ts';

const rolesOf = (attributes: Readonly<Record<string, InlineValue>>, roles: Roles = {}): Roles => {
  const sent = sentAttributes([{ id: 'a', attributes }], () => true);
  let step = sent.next();
  while (!step.done) step = sent.next();
  const found = candidateRoles(roles, step.value);
  let next = found.next();
  while (!next.done) next = found.next();
  return next.value;
};

/** The attributes of one list in several languages. */
const NAMES: readonly (readonly [
  language: string,
  title: string,
  price: string,
  brand: string,
  category: string,
])[] = [
  ['English', 'title', 'price', 'brand', 'category'],
  ['German', 'titel', 'Preis', 'Marke', 'Kategorie'],
  ['French', 'titre', 'prix', 'marque', 'catégorie'],
  ['Spanish', 'título', 'precio', 'marca', 'categoría'],
  ['Italian', 'titolo', 'prezzo', 'marca', 'categoria'],
  ['Dutch', 'titel', 'prijs', 'merk', 'categorie'],
  ['Portuguese', 'título', 'preço', 'marca', 'categoria'],
  ['Swedish', 'produktnamn', 'pris', 'varumärke', 'kategori'],
  ['Polish', 'nazwa', 'cena', 'producent', 'kategoria'],
  ['Russian', 'название', 'цена', 'бренд', 'категория'],
  ['Arabic', 'اسم المنتج', 'السعر', 'الماركة', 'الفئة'],
  ['Japanese', '商品名', '価格', 'ブランド', 'カテゴリ'],
  ['Chinese', '商品名称', '价格', '品牌', '类别'],
  ['Korean', '상품명', '가격', '브랜드', '카테고리'],
];

describe('the roles of sent attributes', () => {
  for (const [language, title, price, brand, category] of NAMES) {
    test(`are recognised by their names in ${language}`, () => {
      const roles = rolesOf({ [title]: 'Boots', [price]: 50, [brand]: 'Acme', [category]: 'Shoes' });
      const { title: t, price: p, brand: b, category: c } = roles;
      assert.deepEqual([t, p, b, c], [title, price, brand, category]);
    });
  }

  test('are recognised in snake case and camel case', () => {
    const { title, price, image, url, availability } = rolesOf({
      productName: 'Boots',
      sale_price: '49,90 €',
      imageUrl: 'https://x.example/a.jpg',
      productUrl: 'https://x.example/a',
      inStock: true,
    });
    assert.deepEqual(
      [title, price, image, url, availability],
      ['productName', 'sale_price', 'imageUrl', 'productUrl', 'inStock'],
    );
  });

  test('go to the name that fits best, in any order', () => {
    const fits = { compare_at_price: 80, sale_price: 40, price: 50 };
    assert.equal(rolesOf(fits).price, 'price');
    assert.equal(rolesOf(Object.fromEntries(Object.entries(fits).reverse())).price, 'price');
  });

  test('are not given to a name whose values have another format', () => {
    const roles = rolesOf({ 'available colours': ['red', 'blue'], price: 'on request' });
    assert.equal(roles.availability, undefined);
    assert.equal(roles.price, undefined);
  });

  test('remain those of the catalogue', () => {
    assert.equal(rolesOf({ Preis: 50, cost: 40 }, { price: 'cost' }).price, 'cost');
    assert.equal(rolesOf({ Preis: 50 }, { price: null }).price, null);
  });

  test('are not given to names that no language uses for a role', () => {
    for (const name of ['colour', 'Größe', 'weight_kg', 'attribute 7'])
      assert.equal(mayPlayRole(name), false);
    for (const name of ['prix', 'Verfügbarkeit', '在庫', 'photo']) assert.equal(mayPlayRole(name), true);
  });
});
