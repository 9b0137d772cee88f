import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../../languages/index.ts';
import { PRIVATE_REASONS } from '../../languages/language-pack.ts';
import { readTable } from '../csv/table-reader.ts';
import { interpret } from './interpreter.ts';
import { privateColumns, privateReason, withChoices, withoutPrivateColumns } from './private-columns.ts';

/** Names as shop systems and their owners write them. */
const PRIVATE = {
  cost: [
    'cost_price',
    'Cost per item',
    'cost',
    'Cost (EUR)',
    'Variant Cost',
    'Wholesale price',
    'purchasePrice',
    'Meta: _wc_cog_cost',
    'COGS',
    'EK',
    'EK-Preis netto',
    'Einkaufspreis',
    "Prix d'achat HT",
    'Coût',
    'Costo',
    'Precio de compra',
    'Preço de custo',
    'inkoopprijs',
    'indkøbspris',
    'innkjøpspris',
    'inköpspris',
    'ostohinta',
    'cena zakupu',
    'Alış Fiyatı',
    'سعر التكلفة',
    '仕入価格',
    '原価',
    '매입가',
    '원가',
    'закупочная цена',
    '成本价',
    '進貨價',
  ],
  margin: [
    'margin',
    'Margin %',
    'Profit margin',
    'gross_margin',
    'Marge',
    'Handelsspanne',
    'Taux de marge',
    'margine lordo',
    'margen',
    'margem de lucro',
    'winstmarge',
    'dækningsgrad',
    'avanse',
    'marginal',
    'katetuotto',
    'marża',
    'kâr marjı',
    'هامش الربح',
    '粗利率',
    '마진율',
    'маржа',
    '毛利率',
  ],
  supplier: [
    'supplier',
    'Supplier reference #',
    'supplier_sku',
    'Main supplier',
    'Vendor SKU',
    'Lieferant',
    'Lieferantennummer',
    'Fournisseur',
    'Réf. fournisseur',
    'fornitore',
    'Código de proveedor',
    'fornecedor',
    'Leverancier',
    'leverandør',
    'Leverantör',
    'Tavarantoimittaja',
    'dostawca',
    'Tedarikçi',
    'المورد',
    '仕入先',
    '공급업체',
    'Поставщик',
    '供应商',
  ],
  internal: [
    'internal_notes',
    'Internal note',
    'internalComment',
    'Notes (internal)',
    'staff notes',
    'interne Notiz',
    'Interne Bemerkungen',
    'Note interne',
    'note interne',
    'Notas internas',
    'observações internas',
    'interne opmerking',
    'intern note',
    'internt notat',
    'interna anteckningar',
    'sisäinen kommentti',
    'notatka wewnętrzna',
    'dahili not',
    'ملاحظات داخلية',
    '社内メモ',
    '내부 메모',
    'внутренний комментарий',
    '内部备注',
  ],
};

for (const reason of PRIVATE_REASONS) {
  test(`columns of ${reason} are private by their names, in all languages`, () => {
    for (const name of PRIVATE[reason]) assert.equal(privateReason(name), reason, name);
    for (const { code, headers } of LANGUAGES) assert.ok(headers?.private?.[reason], `${code} has no names`);
  });
}

test('names that only contain such a word are for shoppers', () => {
  for (const name of [
    'Cost of ownership class',
    'Supplier colour',
    'Supplier color',
    'Running cost per year',
    'Additional shipping cost',
    'Energy cost',
    'Left margin',
    'Margin width',
    'Seam margin',
    'Notes',
    'Tasting notes',
    'Top notes',
    'Purchase note',
    'Internal memory',
    'Internal 3.5" bays',
    'Internal diameter',
    'Non-profit',
    'Vendor',
    'Manufacturer',
    'Distributor',
    'purchase_places',
    'brand_owner',
    'Owner',
    'Price',
    'Regular price',
    'Compare at price',
    'MSRP',
    'Wholesale',
    'Lieferzeit',
    'Lieferumfang',
    'Lieferantenfarbe',
    'Versandkosten',
    'Hersteller',
    'Notes de tête',
    'Frais de port',
    'PA',
    'Kate',
    'Ganancia',
    'Color del margen',
    'Costola',
    'custom',
    'Costume',
    'internal',
    'Warehouse',
    'Comments',
    '価格',
    '성분',
    '品牌',
    'цена',
    'السعر',
  ]) {
    assert.equal(privateReason(name), undefined, name);
  }
});

test('the choices of the owner count before the name, and a column that is named for a role is public', () => {
  const names = ['title', 'cost', 'supplier', 'stock'];
  assert.deepEqual(privateColumns(names), [
    { name: 'cost', reason: 'cost' },
    { name: 'supplier', reason: 'supplier' },
  ]);
  assert.deepEqual(privateColumns(names, { private: ['stock'], public: ['supplier'] }), [
    { name: 'cost', reason: 'cost' },
    { name: 'stock', reason: 'owner' },
  ]);
  assert.deepEqual(privateColumns(names, {}, { price: 'cost', brand: null }), [
    { name: 'supplier', reason: 'supplier' },
  ]);
  assert.deepEqual(privateColumns(names, { private: ['cost'] }, { price: 'cost' })[0], {
    name: 'cost',
    reason: 'owner',
  });
});

test('a later choice replaces an earlier one, and one for both is refused', () => {
  assert.deepEqual(withChoices({}, {}), { private: [], public: [] });
  assert.deepEqual(withChoices({ private: ['a', 'b'], public: ['c'] }, { private: ['c'], public: ['b'] }), {
    private: ['a', 'c'],
    public: ['b'],
  });
  assert.throws(() => withChoices({}, { private: ['a'], public: ['a'] }), {
    name: 'CatalogueError',
    message: 'The column "a" cannot be both private and public.',
  });
});

test('a catalogue without its private columns keeps all others as they were read', () => {
  const catalogue = interpret(readTable('id,colour,supplier,cost\n1,red,Acme,1.5\n2,blue,Zeta,2\n'));
  const { attributes, ...rest } = withoutPrivateColumns(catalogue);
  assert.deepEqual(
    attributes,
    catalogue.attributes.filter(({ name }) => name === 'colour'),
  );
  const { attributes: _, ...others } = catalogue;
  assert.deepEqual(rest, others);
  const all = { public: ['supplier', 'cost'] };
  assert.equal(withoutPrivateColumns(catalogue, all), catalogue);
});

test('a private option is left out with the columns that name options', () => {
  const csv =
    'id,Name,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)\n' +
    '1,Boots,Supplier,Acme,Colour,red\n2,Hats,Colour,blue,Supplier,Zeta\n';
  const catalogue = interpret(readTable(csv));
  assert.ok(catalogue.attributes.some(({ name }) => name === 'Supplier'));
  const { attributes } = withoutPrivateColumns(catalogue);
  const shown = JSON.stringify(attributes.map(({ name, values }) => [name, values]));
  assert.match(shown, /Boots.*Colour|Colour.*Boots/);
  assert.doesNotMatch(shown, /Supplier|Acme|Zeta/);
});
