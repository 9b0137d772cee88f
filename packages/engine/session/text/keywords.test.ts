import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readSearch, textTerms } from './keywords.ts';
import { shopLanguage } from './shop-language.ts';
import { stem } from './stemming.ts';
import { type Vocabulary, vocabularyOf } from './vocabulary.ts';

const shop = vocabularyOf([
  { attribute: 'colour', value: 'Navy Blue' },
  { attribute: 'colour', value: 'Blue' },
  { attribute: 'material', value: 'Leather' },
  { attribute: 'material', value: 'Suede' },
  { attribute: 'type', value: 'Hats' },
  { attribute: 'type', value: 'Running Shoes' },
  { attribute: 'style', value: 'Running Shoes' },
  { attribute: 'size', value: '42' },
]);

const PRICES: readonly (readonly [string, { min?: number; max?: number } | undefined])[] = [
  ['boots under £50', { max: 50 }],
  ['boots under 50', { max: 50 }],
  ['boots < 50€', { max: 50 }],
  ['less than $1,299.50', { max: 1299.5 }],
  ['unter 50 €', { max: 50 }],
  ['bis zu 1.299,50 €', { max: 1299.5 }],
  ['moins de 30 euros', { max: 30 }],
  ['takki enintään 50', { max: 50 }],
  ['kengät alle 50 euroa', { max: 50 }],
  ['takki yli 100 €', { min: 100 }],
  ['tavole per alle 5 persone', undefined],
  ['en fazla 500 tl', { max: 500 }],
  ['menos de 30 €', { max: 30 }],
  ['100-200 €', { min: 100, max: 200 }],
  ['€100 – €200', { min: 100, max: 200 }],
  ['100 to 200 pounds', { min: 100, max: 200 }],
  ['between 20 and 40', { min: 20, max: 40 }],
  ['between 40 and 20', { min: 20, max: 40 }],
  ['zwischen 20 und 40 Euro', { min: 20, max: 40 }],
  ['entre 20 et 40 €', { min: 20, max: 40 }],
  ['over 100', { min: 100 }],
  ['ab 100 €', { min: 100 }],
  ['around $50', { min: 40, max: 60 }],
  ['over £20 under £60', { min: 20, max: 60 }],
  ['10-20 €, under 50 €', { min: 10, max: 20 }],
  ['under £50 or under £30', { max: 30 }],
  ['over £60 under £20', undefined],
  ['around £33', { min: 26.4, max: 39.6 }],
  ['under 50eur', { max: 50 }],
  ['eur50-eur80', { min: 50, max: 80 }],
  ['under 1 299 €', { max: 1299 }],
  ['laptop under £800 256gb', { max: 800 }],
  ['laptop under £800 256 gb', { max: 800 }],
  ['shirt for under 18s', undefined],
  ['car under $50k', { max: 50_000 }],
  [`under ${'9'.repeat(400)}`, undefined],
  [`under £${'999,'.repeat(120)}999`, undefined],
  ['not over 60 euros', { max: 60 }],
  ['not more than $60', { max: 60 }],
  ['nicht mehr als 50 €', { max: 50 }],
  ['pas plus de 50 euros', { max: 50 }],
  ['no más de 50 €', { max: 50 }],
  ['non più di 50 euro', { max: 50 }],
  ['niet meer dan 50 euro', { max: 50 }],
  ['not under 20', { min: 20 }],
  ['nicht unter 20 €', { min: 20 }],
  ['no less than 20', { min: 20 }],
  ['oltre 100 euro', { min: 100 }],
  ['under ₹1,00,000', { max: 100_000 }],
  ['under US$50', { max: 50 }],
  ['até R$ 50', { max: 50 }],
  ['laptop under €1.5k', { max: 1500 }],
  ['between $1k and $2k', { min: 1000, max: 2000 }],
  ['monitor under 4k', undefined],
  ['shoes €50', { min: 40, max: 60 }],
  ['1.000,00 € laptop', { min: 800, max: 1200 }],
  ['150 usd', { min: 120, max: 180 }],
  ['dumbbell 5 pounds', undefined],
  ['audi rs 3', undefined],
  ['4k monitor', undefined],
  ['nike air max 90', undefined],
  ['iphone 15', undefined],
  ['monitor under 27 inch', undefined],
  ['monitor under 27 in curved', undefined],
  ['tv under 50 in', undefined],
  ['boots under 50 in black', { max: 50 }],
  ['boots over 50 in size 42', { min: 50 }],
  ['up to 10 kg', undefined],
  ['desk under 2 meters', undefined],
  ['rope up to 10 metres', undefined],
  ['luggage under 8 kilograms', undefined],
  ['bottle under 500 millilitres', undefined],
  ['seil bis 20 zentimeter', undefined],
  ['boots under 100 pounds', { max: 100 }],
  ['boots from 38', undefined],
  ['501-505', undefined],
  ['50% off', undefined],
  ['ヘッドホン5000円以下', { max: 5000 }],
  ['５，０００円未満の靴', { max: 5000 }],
  ['1万円以内', { max: 10_000 }],
  ['1.1万円まで', { max: 11_000 }],
  ['3千円以上1万円以下', { min: 3000, max: 10_000 }],
  ['5000円〜8000円', { min: 5000, max: 8000 }],
  ['5000円から8000円まで', { min: 5000, max: 8000 }],
  ['¥5,000以下', { max: 5000 }],
  ['約5000円', { min: 4000, max: 6000 }],
  ['5000円くらいの靴', { min: 4000, max: 6000 }],
  ['1万5000円以下', { max: 15_000 }],
  ['1万5千円以下のブーツ', { max: 15_000 }],
  ['2万980円まで', { max: 20_980 }],
  ['1万2千500円以上', { min: 12_500 }],
  ['1万5千円〜2万円', { min: 15_000, max: 20_000 }],
  ['1万50000円', undefined],
  ['обувь до 9000 руб', { max: 9000 }],
  ['кроссовки дешевле 10 000 ₽', { max: 10_000 }],
  ['сапоги от 1000 до 2000 рублей', { min: 1000, max: 2000 }],
  ['куртка не дороже 5000', { max: 5000 }],
  ['не дешевле 500 ₽', { min: 500 }],
  ['куртка от 3000 руб.', { min: 3000 }],
  ['куртка до 48 размера', undefined],
  ['монитор до 27 дюймов', undefined],
  ['حذاء أقل من ٤٠٠ ريال', { max: 400 }],
  ['5만원 이하 신발', { max: 50_000 }],
  ['1만5천원 이상', { min: 15_000 }],
  ['27인치 이하', undefined],
  ['500 TL altı ayakkabı', { max: 500 }],
  ['100元以下的耳机', { max: 100 }],
  ['1000以内的耳机', { max: 1000 }],
  ['低于100元', { max: 100 }],
  ['不超过500块的键盘', { max: 500 }],
  ['預算500元', { max: 500 }],
  ['不低于100元', { min: 100 }],
  ['超过100元的鞋', { min: 100 }],
  ['100到200元', { min: 100, max: 200 }],
  ['耳机100元左右', { min: 80, max: 120 }],
  ['耳机500元', { min: 400, max: 600 }],
  ['under 5000 yen', { max: 5000 }],
  ['27寸以下显示器', undefined],
  ['8GB以上', undefined],
  ['不超过50公斤', undefined],
  ['12歳以上', undefined],
];

for (const [query, range] of PRICES) {
  test(`"${query}" asks for ${range === undefined ? 'no price' : JSON.stringify(range)}`, () => {
    assert.deepEqual(readSearch(query).keywords.priceRange, range);
  });
}

test('what Russian, Arabic and Korean turn away is turned away, whatever its ending', () => {
  const negated = (query: string) => readSearch(query).keywords.negated;
  assert.deepEqual(negated('куртка без капюшона'), [stem('капюшон')]);
  assert.deepEqual(negated('не чёрная'), [stem('черный')]);
  assert.deepEqual(negated('حذاء بدون جلد'), ['جلد']);
  assert.deepEqual(negated('가죽 없는 신발'), ['가죽']);
});

test('the words of a price are not keywords', () => {
  assert.deepEqual(readSearch('leather boots under £50').keywords.keywords, ['leather', 'boots']);
});

test('the longest phrase of the catalogue wins', () => {
  assert.deepEqual(readSearch('navy blue hat', shop).keywords.matched, [
    { keyword: 'navy blue', attribute: 'colour', value: 'Navy Blue' },
    { keyword: 'hat', attribute: 'type', value: 'Hats' },
  ]);
});

test('a phrase that several attributes know matches each of them', () => {
  assert.deepEqual(
    readSearch('RUNNING SHOE', shop).keywords.matched.map((match) => match.attribute),
    ['type', 'style'],
  );
});

test('bare numbers are never a value of the catalogue', () => {
  assert.deepEqual(readSearch('42', shop).keywords.matched, []);
});

test('a word that is a function word elsewhere stays when the catalogue sells it', () => {
  assert.deepEqual(readSearch('ein hat für mich', shop).keywords.keywords, ['hat']);
});

const NEGATIONS: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['boots not leather', ['boots'], ['leather']],
  ['boots not leather or suede', ['boots'], ['leather', 'sued']],
  ['chocolate without sugar', ['chocolate'], ['sugar']],
  ['chocolate w/o sugar', ['chocolate'], ['sugar']],
  ['sugar-free chocolate', ['chocolate'], ['sugar']],
  ['stiefel ohne absatz', ['stiefel'], ['absatz']],
  ['bottes sans cuir', ['bottes'], ['cuir']],
  ['not leather', [], ['leather']],
  ['bag, leather free', ['bag'], ['leather']],
  ['no navy blue shoes', ['shoes'], ['navi', 'blue']],
  ['zapatos sin tacon', ['zapatos'], ['tacon']],
  ['sin azucar para los ninos', ['ninos'], ['azucar']],
  ['pas de cuir', [], ['cuir']],
  ['革なしの靴', ['靴'], ['革']],
  ['革ではない靴', ['靴'], ['革']],
  ['黒以外の靴', ['靴'], ['黒']],
  ['不要皮革的鞋', ['鞋'], ['皮革']],
  ['不含糖的巧克力', ['巧克力'], ['糖']],
  ['除了黑色以外的鞋', ['鞋'], ['黑色']],
];
for (const [query, keywords, negated] of NEGATIONS) {
  test(`"${query}" turns away ${negated.join(', ')} and nothing else`, () => {
    const read = readSearch(query, shop).keywords;
    assert.deepEqual(read.keywords, keywords);
    assert.deepEqual(read.negated, negated);
  });
}

for (const query of [
  'boots for free',
  'boots free delivery',
  'chanel no 5',
  'chanel No. 5',
  'chaussures pas cher',
  'sin city',
  'the art of sin city',
  'original sin',
  'pas normal jersey',
  'sleeping bag minus 10',
  '無線 マウス',
  '無印良品',
]) {
  test(`"${query}" turns nothing away`, () => {
    const { keywords, negated } = readSearch(query, shop).keywords;
    assert.deepEqual(negated, []);
    assert.ok(keywords.length > 1);
  });
}

test('a negator that is another word elsewhere holds in shops of its language, and where a shop does not tell', () => {
  const english = ['The Dark Knight Returns', 'A Game of You', 'The Man Without Fear', 'The Long Halloween'];
  const spanish = ['Zapatos de piel para la mujer', 'Botas con cordones de los niños'];
  const shopOf = (count: number, foreign: number) => {
    const texts = Array.from({ length: count }, (_, i) =>
      i < foreign ? spanish[i % spanish.length] : english[i % english.length],
    );
    return vocabularyOf([], shopLanguage(texts));
  };
  const negated = (query: string, vocabulary: Vocabulary) => readSearch(query, vocabulary).keywords.negated;
  const title = 'Frank Miller Sin City';
  assert.deepEqual(negated(title, shopOf(20, 0)), []);
  assert.deepEqual(readSearch(title, shopOf(20, 0)).keywords.keywords, ['frank', 'miller', 'sin', 'city']);
  assert.deepEqual(negated(title, shopOf(19, 0)), ['citi']);
  assert.deepEqual(negated(title, shopOf(100, 4)), []);
  assert.deepEqual(negated(title, shopOf(100, 5)), ['citi']);
  assert.deepEqual(negated('zapatos sin tacon', shopOf(20, 20)), ['tacon']);
  const stems = (text: string, vocabulary: Vocabulary) => textTerms(text, vocabulary).map(({ stem }) => stem);
  assert.deepEqual(stems('Sin City', shopOf(20, 0)), ['sin', 'citi']);
  assert.deepEqual(stems('Sin City', shopOf(20, 20)), ['sin', '-city']);
  // What the query itself says of its language goes first.
  assert.deepEqual(negated('zapatos para la playa sin tacon', shopOf(20, 0)), ['tacon']);
});

test('a text has not what it says to be without', () => {
  const stems = (text: string) => textTerms(text).map((term) => term.stem);
  assert.deepEqual(stems('Sugar-free gum'), ['gum', '-sugar']);
  assert.deepEqual(stems('Gum, without sugar or mint'), ['gum', '-sugar', '-mint']);
  assert.deepEqual(stems('Gum with sugar'), ['gum', 'sugar']);
  assert.deepEqual(stems('No'), ['no']);
  assert.deepEqual(stems('マイクなしのヘッドホン'), ['へっどほん', '-まいく']);
  assert.deepEqual(stems('Zapatos sin cordones'), ['zapato', 'sin', '-cordon']);
});

test('a title is found by the name that reads as a negation', () => {
  const { stems } = readSearch('Sin City').keywords;
  assert.ok(textTerms('Sin City').some(({ stem }) => stems.includes(stem)));
});

test('singular and plural, accents and capitals are one stem', () => {
  assert.deepEqual(readSearch('Crème BOOTS').keywords.stems, readSearch('creme boot').keywords.stems);
});

test('stop words go, unless nothing else was typed', () => {
  assert.deepEqual(readSearch('a gift for the dad').keywords.keywords, ['gift', 'dad']);
  assert.deepEqual(readSearch('the who').keywords.keywords, ['the', 'who']);
  assert.deepEqual(readSearch('geschenk für die mutter').keywords.keywords, ['geschenk', 'mutter']);
});

test('text without spaces between words is segmented', () => {
  assert.ok(readSearch('黒い靴').keywords.keywords.includes('靴'));
  assert.deepEqual(readSearch('5000円以下の靴').keywords.keywords, ['靴']);
});

test('any text can be read, the same way each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 512 }), (query) => {
      const read = readSearch(query, shop).keywords;
      assert.deepEqual(read, readSearch(query, shop).keywords);
      assert.ok(read.keywords.every((word) => word !== ''));
      const { min, max } = read.priceRange ?? {};
      assert.ok(min === undefined || Number.isFinite(min));
      assert.ok(max === undefined || Number.isFinite(max));
    }),
  );
});

test('a single letter is no value that can be said, a single character of Chinese or Japanese is', () => {
  const vocabulary = vocabularyOf([
    { attribute: '種類', value: '靴', role: 'category' },
    { attribute: '素材', value: '革' },
    { attribute: 'サイズ', value: 'M' },
  ]);
  const { matched } = readSearch('革の靴 M', vocabulary).keywords;
  assert.deepEqual(
    matched.map(({ attribute, value }) => `${attribute}=${value}`),
    ['素材=革', '種類=靴'],
  );
});

test('a value that states an absence is searched for as texts state it', () => {
  const labels = ['Senza glutine', 'Senza', 'Biscotti', 'Zucchero'].map((value) => ({
    attribute: 'label',
    value,
  }));
  const vocabulary = vocabularyOf(labels, { language: 'ita', negators: [] });
  const wanted = readSearch('biscotti senza glutine', vocabulary).keywords;
  assert.deepEqual(
    wanted.stems,
    textTerms('biscotti senza glutine', vocabulary).map(({ stem }) => stem),
  );
  assert.ok(wanted.stems.includes('-glutin'));
  const { negated, matched } = readSearch('biscotti senza zucchero', vocabulary).keywords;
  assert.deepEqual(negated, ['zuccher'], 'a value that is a negator alone does not hide the negation');
  assert.deepEqual(
    matched.map(({ value }) => value),
    ['Biscotti'],
  );
});

test('a letter is a value where it is said with the name of its attribute', () => {
  const vocabulary = vocabularyOf([
    { attribute: 'size', value: 'M' },
    { attribute: 'size', value: 'M', said: 'size M' },
  ]);
  const { matched } = readSearch('hoodie size m', vocabulary).keywords;
  assert.deepEqual(matched, [{ keyword: 'size m', attribute: 'size', value: 'M' }]);
  assert.deepEqual(readSearch('hoodie m', vocabulary).keywords.matched, []);
});
