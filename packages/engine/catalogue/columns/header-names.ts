/**
 * What the name of a column says about it. Exports name their columns in a handful of ways and languages; a name is
 * evidence beside the contents, and the only evidence for what no content shows (that a column runs the warehouse,
 * say).
 */
export type Concept =
  | 'identifier'
  | 'reference'
  | 'title'
  | 'link'
  | 'image'
  | 'price'
  | 'brand'
  | 'category'
  | 'availability'
  | 'text'
  | 'measure'
  | 'list'
  | 'operational';

/** A name says what it says within these characters. */
const LONGEST_NAME = 200;

/** The words of a column name in lower case without accents: `imgSrc` and `Img_Src` are both `img src`. */
export function wordsOf(name: string): string {
  return (
    name
      .slice(0, LONGEST_NAME)
      .normalize('NFD')
      // Not the marks of kana, which tell sounds apart.
      .replace(/(?![\u3099\u309a])\p{M}/gu, '')
      .normalize('NFC')
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .replace(/(\p{L})(\d)/gu, '$1 $2')
      .replace(/\u00df/g, 'ss')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  );
}

const PRODUCT =
  '(?:product|item|article|artikel|produkt|produit|producto|articulo|prodotto|articolo|model|modell?|variant)';
const PLAIN = `(?:${PRODUCT} |full |short |long |display |original |web |seo )*`;

/** Whole-name and in-name patterns over `wordsOf`. A concept holds if any of its patterns matches. */
const PATTERNS: readonly (readonly [Concept, RegExp])[] = [
  [
    'identifier',
    /\b(?:sku|gtin|ean|upc|isbn|issn|asin|mpn|barcode|strichcode|uuid|guid|handle|slug|permalink|artikelnummer|artikelnr|artnr|referencia|codebarre)\b|(?:^| )id$|\bids$|\bunique id\b|\bidentifier\b|^商品(?:id|番号|コード|编号|編號|编码)$|^(?:型番|品番|货号|編號|编号)$|^(?:артикул|رمز المنتج|상품 ?(?:번호|코드))$/,
  ],
  [
    'reference',
    /\b(?:number|nummer|numero|nr|no|ref|reference|referenz|serial|model|modell|modele|modelo|code|hash|key)$/,
  ],
  [
    'title',
    new RegExp(
      `^${PLAIN}(?:title|name|titel|titre|nom|nombre|titulo|titolo|nome|naam|bezeichnung|designation|libelle)$|^(?:produkt|artikel)(?:name|bezeichnung)$|^productnaam$|^(?:商品|产品|產品)?(?:名|名称|名稱)$|^(?:品名|タイトル|标题|標題)$|^(?:название|наименование)(?: товара)?$|^(?:ال)?اسم(?: المنتج)?$|^(?:상품|제품)명$|^(?:nazwa(?: produktu)?|produktnamn|produktnavn|navn|namn|benamning|urun adi)$`,
    ),
  ],
  ['link', /\b(?:url|uri|link|href|permalink|website)s?$/],
  [
    'image',
    /\b(?:images?|img|photos?|pictures?|thumbnails?|bild(?:er)?|fotos?|imagen(?:es)?|immagin[ei]|afbeelding(?:en)?)\b/,
  ],
  [
    'price',
    /\b(?:price|msrp|rrp|uvp|preis|prix|precio|prezzo|prijs|preco|pris|cena|fiyat|fiyati)\b|verkaufspreis|^(?:розничная )?цена(?: руб)?$|^(?:ال)?سعر$|^(?:판매가|(?:판매 ?)?가격)$|^(?:販売|税込)?価格(?: 税込)?$|^(?:値段|定価|价格|價格|售价|售價|单价|單價)$/,
  ],
  [
    'brand',
    /\b(?:brand|vendor|manufacturer|maker|marke|hersteller|marque|fabricant|marca|fabricante|produttore|merk|fabrikant|authors?|autore?n?|auteurs?|artists?|publisher|designers?|producers?|marka|markasi|producent|varumarke|tillverkare|maerke)\b|^(?:бренд|марка|производитель)$|^(?:العلامة التجارية|(?:ال)?ماركة)$|^(?:브랜드|제조사)$|^(?:ブランド|メーカー)名?$|^(?:品牌|厂商|廠商|制造商|製造商)$/,
  ],
  [
    'category',
    /\b(?:category|categories|kategorien?|categoria|categorie|categorias?|rubrik|department|product type|item type|warengruppe|kategoria|kategori(?:er)?)\b|^(?:категория|раздел)(?: товара)?$|^(?:ال)?ف[ئي]ة$|^카테고리$|^type$|^typ$|^tipo$|^(?:商品|产品|產品)?(?:カテゴリー?|分類|分类|类别|類別|品类|品類)$/,
  ],
  [
    'availability',
    /\b(?:availability|available|in stock|sellable|verfugbar(?:keit)?|lieferbar|disponib(?:le|ilite|ilidad|ilita|ile)|beschikbaar(?:heid)?|dostepnosc|tillganglighet|tilgjengelighet)\b|^(?:в )?наличи[ие]$|^재고(?: ?수량)?$|^在庫(?:状況|数)?$|^(?:库存|庫存)(?:状态|狀態)?$/,
  ],
  [
    'text',
    /\b(?:description|desc|beschreibung|descripcion|descrizione|omschrijving|descricao|body|html|notes?|details?|summary|excerpt|information|bemerkung(?:en)?|hinweise?|remarques?|comments?|remarks?|alt|alt text|keywords|bullets?)\b/,
  ],
  [
    'list',
    /\b(?:tags|labels|schlagworte|schlagworter|etiquettes|etiquetas|etichette|values?|keywords|features|categories)\b/,
  ],
  [
    'measure',
    /\b(?:price|width|height|depth|length|weight|size|volume|capacity|area|diameter|rating|score|count|pages?|year|age|energy|power|speed|percent|total|average|mean|breite|hohe|tiefe|lange|gewicht|largeur|hauteur|profondeur|longueur|poids|ancho|alto|largo|peso)\b/,
  ],
  [
    'operational',
    new RegExp(
      [
        // Stock keeping, shipping and tax.
        'inventory|stock|backorders?|lagerbestand|bestand|existencias|giacenza|voorraad',
        'fulfil?lment|requires shipping|shipping (?:class|profile|template|label|id)|versandklasse',
        'tax|taxes|taxable|vat|mwst|steuer(?:klasse|satz)?|tva|iva|btw|hs code|customs|tariff',
        // Publishing and display.
        'published|publish(?:ed)? (?:at|on|scope)|visib(?:le|ility)|sichtbar(?:keit)?|is featured|sort order|menu order|image position',
        'seo|template suffix|button text|customer reviews|reviews allowed|sold individually|gift card|purchase note',
        'variant image|swatch (?:image|url)|ad words|adwords|custom label|custom product',
        // Downloads, links between records, housekeeping.
        'downloads? (?:\\d+ )?(?:limit|expiry|name|url)|downloadable|grouped products|up ?sells?|cross ?sells?',
        'parent (?:id|sku|handle|product)|attribute \\d+ (?:name|visible|global|default)|option ?\\d+ (?:name|linked to)',
        '(?:created|updated|modified|deleted|imported|scraped|crawled) (?:at|on|by|date|time)|date (?:created|updated|modified|added|imported)|last (?:updated|modified|seen)|timestamp',
        // Written only while a price is reduced: the gap says that it is not, and nobody could fill it.
        'date sale price|sale price|special price|compare at price|(?:sonder|aktions|angebots)preis|prix promo(?:tionnel)?|price effective',
        // What the shop pays, and what numbers are written in.
        'cost per item|unit cost|cost price|wholesale|purchase price|einkaufspreis|profit margin',
        'weight unit|dimension unit|unit of measure(?:ment)?|sellable|purchasable|for sale',
        'min(?:imum)? order|max(?:imum)? order|order quantity|warehouse|bin location|supplier code',
      ]
        .map((each) => `\\b(?:${each})\\b`)
        .join('|') +
        '|^(?:(?:product |publication |listing )?status|featured|position|parent|template|currency|wahrung|devise|moneda|valuta|margin)$|^meta ',
    ),
  ],
];

/** Shopify's columns of markets: "Included / Canada", "Included / International". */
const MARKET = /^included\s*\/\s*\S/i;

/** The one word before "id" in the name of an id column: "part" in "part_id". */
const NOUN = /^(\p{L}{3,}) (?:id|nr|no|number|code|sku|key)$/u;

/**
 * What a file calls its products, as the name of its id column tells: with `part_id`, the "part type" is a product type
 * and the "part name" a product name.
 *
 * @returns undefined where the id column tells none, or tells something else ("brand_id")
 */
export function productNoun(idColumn: string): string | undefined {
  const noun = NOUN.exec(wordsOf(idColumn))?.[1];
  return noun === undefined || conceptsOf(noun).size > 0 ? undefined : noun;
}

/** The words of a column name, in which what the file calls its products is "product". */
export function headerWords(name: string, noun?: string): string {
  const words = wordsOf(name);
  if (noun === undefined || !words.includes(noun)) return words;
  return words
    .split(' ')
    .map((word) => (word === noun ? 'product' : word))
    .join(' ');
}

/**
 * Every concept that a column's name speaks for.
 *
 * @param noun what the file calls its products, see `productNoun`
 */
export function conceptsOf(name: string, noun?: string): ReadonlySet<Concept> {
  const words = headerWords(name, noun);
  const concepts = new Set<Concept>();
  for (const [concept, pattern] of PATTERNS) if (pattern.test(words)) concepts.add(concept);
  // "Number of bags" counts something; "bag number" names one.
  if (/\b(?:number|no|nr) of\b/.test(words)) {
    concepts.delete('reference');
    concepts.add('measure');
  }
  // A colour code or a country code is a value, not a name.
  if (/\b(?:colou?r|country|language|zip|postal|area|size) code$/.test(words)) concepts.delete('reference');
  if (MARKET.test(name)) concepts.add('operational');
  return concepts;
}
