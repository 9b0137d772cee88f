import { stemmer } from '@orama/stemmers/english';
import { eng as stopWords } from 'stopword';
import type { LanguagePack } from '../language-pack.ts';

const PRODUCT =
  'product|item|article|artikel|produkt|produit|producto|articulo|prodotto|articolo|model|modell?|variant';

export const eng: LanguagePack = {
  code: 'eng',
  words: { stem: stemmer, stopWords },
  negation: {
    negators: ['not', 'without', 'no', 'non', 'w/o', 'minus', 'except', 'excluding'],
    notBeforeNumbers: ['no', 'minus'],
    fillers: ['a', 'an', 'any', 'the', 'in', 'of', 'from', 'made', 'with', 'and'],
    alternatives: ['or', 'nor'],
    trailing: ['free'],
    givenAway: 'shipping delivery postage return returns gift gifts sample samples range standing size'.split(
      ' ',
    ),
    // The word is French: the stop words of a search decide its language.
    spellings: [{ pattern: /(?<![\p{L}\p{N}])w\/o(?![\p{L}\p{N}])/gu, word: 'sans' }],
  },
  limits: {
    atMost: 'under|below|less than|cheaper than|lower than|up to|at most',
    atMostOfMoney: 'max(?:imum)?\\.?|within',
    atLeast: 'over|above|more than|at least|more expensive than|starting at',
    atLeastOfMoney: 'from|min(?:imum)?\\.?',
    not: 'not|no',
    between: 'between|from',
    and: 'and|to',
    to: 'to',
    around: 'around|about|roughly|approx(?:imately)?\\.?',
    orMore: 'or more|and up|and over',
    orLess: 'or less|and under|or under|max(?:imum)?',
  },
  money: { only: 'euros?|dollars?|yen|yuan', also: 'pounds?|quid|bucks|rs' },
  searches: {
    sale: 'sale deal discount cheap clearance bargain outlet offer budget affordable'.split(' '),
    premium:
      'premium luxury luxurious luxuries design designer exclusive professional pro deluxe handmade best'.split(
        ' ',
      ),
    gift: 'gift present birthday christmas anniversary valentine wedding'.split(' '),
    research: 'review compare comparison vs versus spec specification specific guide test rate'.split(' '),
  },
  answers: { yes: ['true', 'yes', 'y', 't', '1', 'on'], no: ['false', 'no', 'n', 'f', '0', 'off'] },
  availability: {
    available:
      'available|in ?stock|on stock|on hand|in store|buyable|purchasable|ready to ship|ships|limited availability|left|remaining',
    unavailable:
      'unavailable|out ?of ?stock|oos|sold ?out|discontinued|end of life|no longer (?:sold|made|produced)|(?:coming|available|back|in stock|back in stock) (?:very )?soon|(?:notify|email|tell) me when|awaiting (?:stock|restock)|restocking|deleted|withdrawn|exhausted',
    notForSale: 'draft|archived|inactive',
    orderable:
      '(?:on ?)?back ?order(?:s|ed|able)?|pre ?orders?|pre ?sale|made to order|(?:can|may) be ordered|(?:available )?to order',
    stock: 'stock|inventory|availability|quantity|qty|units|items',
    not: "none|nothing|never|zero|nil|cannot|can't|\\p{L}+n['’]t|isnt|cant|dont|wont",
    pieces: 'pcs?|pieces?|units?|items?|products?',
  },
  headers: {
    qualifiers: `${PRODUCT}|full|short|long|display|original|web|seo`,
    maker: 'vendor|manufacturer',
    stock: 'stock|stock quantity|quantity in stock',
    identifier: {
      words:
        'sku|gtin|ean|upc|isbn|issn|asin|mpn|barcode|uuid|guid|handle|slug|permalink|unique id|identifier',
      whole: '(?:.* )?id',
      last: 'ids',
    },
    reference: { last: 'number|nr|no|ref|reference|serial|model|code|hash|key' },
    title: { qualified: 'title|name', usual: 'title' },
    link: { last: '(?:url|uri|link|href|permalink|website)s?' },
    image: { words: 'images?|img|photos?|pictures?|thumbnails?' },
    price: { words: 'price|msrp|rrp', usual: 'price|regular price|variant price' },
    brand: {
      words: 'brand|vendor|manufacturer|maker|authors?|artists?|publisher|designers?|producers?',
      usual: 'brand',
    },
    category: {
      words: 'category|categories|department|product type|item type',
      whole: 'type',
      usual: 'categor\\w*|product type',
    },
    availability: { words: 'availability|available|in stock|sellable' },
    text: {
      words:
        'description|desc|body|html|notes?|details?|summary|excerpt|information|comments?|remarks?|alt|alt text|keywords|bullets?',
    },
    list: { words: 'tags|labels|values?|keywords|features|categories' },
    measure: {
      words:
        'price|width|height|depth|length|weight|size|volume|capacity|area|diameter|rating|score|count|pages?|year|age|energy|power|speed|percent|total|average|mean',
    },
    operational: {
      words: [
        // Stock keeping, shipping and tax.
        'inventory|stock|backorders?',
        'fulfil?lment|requires shipping|shipping (?:class|profile|template|label|id)',
        'tax|taxes|taxable|vat|hs code|customs|tariff',
        // Publishing and display.
        'published|publish(?:ed)? (?:at|on|scope)|visib(?:le|ility)|is featured|sort order|menu order|image position',
        'seo|template suffix|button text|customer reviews|reviews allowed|sold individually|gift card|purchase note',
        'variant image|swatch (?:image|url)|ad words|adwords|custom label|custom product',
        // Downloads, links between records, housekeeping.
        'downloads? (?:\\d+ )?(?:limit|expiry|name|url)|downloadable|grouped products|up ?sells?|cross ?sells?',
        'parent (?:id|sku|handle|product)|attribute \\d+ (?:name|visible|global|default)|option ?\\d+ (?:name|linked to)',
        '(?:created|updated|modified|deleted|imported|scraped|crawled) (?:at|on|by|date|time)|date (?:created|updated|modified|added|imported)|last (?:updated|modified|seen)|timestamp',
        // Recorded only while a price is reduced: an empty cell means that it is not, and cannot be filled.
        'date sale price|sale price|special price|compare at price|price effective',
        // Costs, and units of other columns.
        'cost per item|unit cost|cost price|wholesale|purchase price|profit margin',
        'weight unit|dimension unit|unit of measure(?:ment)?|sellable|purchasable|for sale',
        'min(?:imum)? order|max(?:imum)? order|order quantity|warehouse|bin location|supplier code',
      ].join('|'),
      whole:
        '(?:product |publication |listing )?status|featured|position|parent|template|currency|margin|meta .*',
    },
    private: {
      cost: [
        'costs?|(?:unit|item|product|variant|purchase|buying|landed|wholesale|dealer|trade|supplier|vendor|production|manufacturing) costs?',
        'cost (?:price|per (?:item|unit|piece)|of goods(?: sold)?|cent(?:er|re))|cogs?(?: costs?)?|wc cog cost',
        '(?:purchase|purchasing|buying|buy|wholesale|trade|dealer|supplier|vendor|factory|net cost|cost) price',
      ].join('|'),
      margin:
        '(?:profit|gross|net|contribution)? ?margins?|margin (?:rate|amount)|(?:gross|net)? ?profits?|mark ?up',
      supplier: [
        '(?:drop ?ship(?:per|ping)? )?suppliers?|drop ?shipper|wholesaler',
        '(?:supplier|vendor) (?:id|code|sku|number|no|nr|ref|reference|part number|part no|item number|product code|article number|e ?mail|contact|phone|account)|supplier (?:name|url|link|website|country|address|stock|product id|lead time)',
      ].join('|'),
      internal: [
        'internal (?:notes?|comments?|remarks?|memos?|info|information|text|use|use only|codes?|ref|reference|names?|descriptions?|tags?|status)',
        '(?:private|admin|staff|merchant|back ?office|purchasing|team|employee|warehouse) (?:notes?|comments?|remarks?|memos?)',
        '(?:notes?|comments?|remarks?) (?:internal|private)|confidential(?: (?:notes?|information|info))?|do not publish|not for (?:publication|customers)',
      ].join('|'),
    },
  },
};
