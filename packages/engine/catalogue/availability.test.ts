import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isAvailable, saysAvailability } from './availability.ts';

/** What exports of shops and their software write, by language. */
const AVAILABLE: Readonly<Record<string, readonly string[]>> = {
  English: [
    'in stock',
    'In Stock (3)',
    'in_stock',
    'instock',
    'Available',
    'currently available',
    'only 2 left',
    'Only 2 left in stock - order soon',
    'low stock',
    '10 available',
    'ships in 2 weeks',
    'In stock. Not available for delivery to islands',
    'preorder',
    'pre-order',
    'PreOrder',
    'backorder',
    'onbackorder',
    'Available on backorder',
    'Out of stock, can be backordered',
    'limited availability',
    'not out of stock',
    'never sold out',
    'yes',
    'active',
    'publish',
  ],
  German: [
    'lieferbar',
    'Sofort verfügbar',
    'auf Lager',
    'vorrätig',
    'nur noch 2 auf Lager',
    'mehr als 10 auf Lager',
    'ja',
    'nicht ausverkauft',
    'vorbestellbar',
  ],
  French: ['en stock', 'disponible', 'Plus que 2 en stock', 'plus de 10 en stock', 'oui', 'en précommande'],
  Spanish: ['en stock', 'disponible', 'sí', 'quedan 3 unidades', 'bajo pedido'],
  Italian: ['disponibile', 'sì', 'ultimi 2 pezzi', 'su ordinazione'],
  Portuguese: ['em estoque', 'disponível', 'sim'],
  Dutch: ['op voorraad', 'leverbaar', 'ja'],
  Swedish: ['i lager', 'finns i lager', 'ja'],
  Danish: ['på lager', 'ja'],
  Norwegian: ['på lager', 'tilgjengelig'],
  Polish: ['dostępny', 'w magazynie', 'tak'],
  Finnish: ['varastossa', 'saatavilla'],
  Turkish: ['stokta', 'mevcut', 'evet'],
  Russian: ['в наличии', 'есть в наличии', 'доступен', 'под заказ'],
  Arabic: ['متوفر', 'نعم'],
  Japanese: ['在庫あり', '在庫あり（残り3点）', '予約受付中'],
  Chinese: ['有货', '有貨', '现货', '库存充足', '库存: 12'],
  Korean: ['재고 있음', '구매 가능'],
};

const UNAVAILABLE: Readonly<Record<string, readonly string[]>> = {
  English: [
    'Currently unavailable',
    'temporarily out of stock',
    'Temporarily Out Of Stock.',
    'out of stock',
    'Out of  Stock',
    'outofstock',
    'out_of_stock',
    'out-of-stock',
    'OutOfStock',
    'SOLD OUT',
    'soldout',
    'not available',
    'not currently available',
    'no longer available',
    'is not in stock',
    "isn't available",
    'not in stock right now',
    'in stock: no',
    'In stock (0)',
    '0 in stock',
    '0 pcs in stock',
    'stock: 0',
    'no stock',
    'none left',
    '0 left',
    'available soon',
    'Currently unavailable. We do not know when it will be back in stock.',
    'Out of stock. Available again in March',
    'discontinued',
    'discontinued by manufacturer',
    'coming soon',
    'Notify me when available',
    'draft',
    'archived',
    'inactive',
    'no',
    'false',
  ],
  German: [
    'ausverkauft',
    'leider ausverkauft',
    'nicht auf Lager',
    'derzeit nicht verfügbar',
    'Derzeit nicht lieferbar',
    'nicht mehr lieferbar',
    'zur Zeit nicht vorrätig',
    'vergriffen',
    'nein',
    'verfügbar: nein',
    'auf Lager: 0',
    '0 Stück',
    'kein Bestand',
    'keine auf Lager',
    'bald wieder verfügbar',
  ],
  French: [
    'rupture de stock',
    'en rupture de stock',
    'Actuellement en rupture',
    'temporairement indisponible',
    'épuisé',
    'stock épuisé',
    'non disponible',
    "n'est pas disponible",
    "n'est plus disponible",
    'plus en stock',
    'plus de stock',
    'pas en stock',
    'hors stock',
    'bientôt disponible',
    'non',
  ],
  Spanish: [
    'agotado',
    'Producto agotado',
    'no disponible',
    'actualmente no disponible',
    'sin stock',
    'sin existencias',
    'fuera de stock',
    'próximamente',
    'no',
  ],
  Italian: [
    'esaurito',
    'temporaneamente esaurito',
    'non disponibile',
    'non più disponibile',
    'nessuna giacenza',
  ],
  Portuguese: ['esgotado', 'indisponível', 'sem estoque', 'fora de estoque', 'não disponível', 'não'],
  Dutch: ['uitverkocht', 'niet op voorraad', 'tijdelijk niet leverbaar', 'niet beschikbaar', 'nee'],
  Swedish: ['slutsåld', 'slut', 'slut i lager', 'ej i lager', 'finns inte i lager', 'nej'],
  Danish: ['udsolgt', 'ikke på lager', 'midlertidigt udsolgt'],
  Norwegian: ['utsolgt', 'ikke på lager', 'ikke tilgjengelig', 'nei'],
  Polish: ['brak', 'brak w magazynie', 'niedostępny', 'wyprzedane', 'chwilowo niedostępne'],
  Finnish: ['loppu', 'ei varastossa', 'ei saatavilla', 'loppuunmyyty'],
  Turkish: ['tükendi', 'stokta yok', 'mevcut değil', 'hayır'],
  Russian: ['нет в наличии', 'временно нет в наличии', 'распродано', 'не доступен', 'нет', 'отсутствует'],
  Arabic: ['غير متوفر', 'غير متوفر حاليا', 'نفدت الكمية', 'لا'],
  Japanese: [
    '在庫切れ',
    '現在在庫切れです',
    '在庫なし',
    '在庫がありません',
    '売り切れ',
    '品切れ',
    '入荷待ち',
    '完売',
  ],
  Chinese: ['缺货', '暂时缺货', '无货', '暂无库存', '没有库存', '库存: 0', '售罄', '已售罄', '不可购买'],
  Korean: ['품절', '일시 품절', '재고 없음', '구매 불가'],
};

for (const [language, texts] of Object.entries(AVAILABLE)) {
  test(`a product can be bought by a claim in ${language}`, () => {
    for (const text of texts) assert.equal(isAvailable([text]), true, text);
  });
}
for (const [language, texts] of Object.entries(UNAVAILABLE)) {
  test(`a product cannot be bought by a claim or its negation in ${language}`, () => {
    for (const text of texts) assert.equal(isAvailable([text]), false, text);
  });
}

describe('availability as schema.org has it', () => {
  const VALUES: Readonly<Record<string, boolean>> = {
    InStock: true,
    LimitedAvailability: true,
    OnlineOnly: true,
    InStoreOnly: true,
    PreOrder: true,
    PreSale: true,
    BackOrder: true,
    MadeToOrder: true,
    OutOfStock: false,
    SoldOut: false,
    Discontinued: false,
  };
  for (const [value, available] of Object.entries(VALUES)) {
    test(`${value} is read as ${available ? 'available' : 'unavailable'}`, () => {
      for (const prefix of ['https://schema.org/', 'http://schema.org/', 'schema:', ''])
        assert.equal(isAvailable([prefix + value]), available, prefix + value);
    });
  }
});

test('a number is the quantity in stock', () => {
  for (const text of ['12', '0.5', '1,5', '+3']) assert.equal(isAvailable([text]), true, text);
  for (const text of ['0', '0,0', '0.00', '-3', '−3']) assert.equal(isAvailable([text]), false, text);
});

test('a text that claims nothing leaves a product that can be bought', () => {
  for (const text of ['', '?', 'A', 'LEGO exclusive', 'warehouse 7', '0-3 days', 'zzz']) {
    assert.equal(isAvailable([text]), true, text);
    assert.equal(saysAvailability(text), false, text);
  }
});

test('a product can be bought as long as one of its variants can', () => {
  assert.equal(isAvailable(['0', '12']), true);
  assert.equal(isAvailable(['temporarily out of stock', 'in stock']), true);
  assert.equal(isAvailable(['0', 'currently unavailable']), false);
  assert.equal(isAvailable([]), true);
});
