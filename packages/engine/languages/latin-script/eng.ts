import { stemmer } from '@orama/stemmers/english';
import { eng as stopWords } from 'stopword';
import type { LanguagePack } from '../language-pack.ts';
import { americanSpelling } from './english/american-spelling.ts';
import { keepsItsEnd, withoutIrregularPlural } from './english/irregular-plurals.ts';

const PRODUCT =
  'product|item|article|artikel|produkt|produit|producto|articulo|prodotto|articolo|model|modell?|variant';

/** What tables of shop systems number, with the words of other languages that share a stem. */
const NUMBERED =
  'produ\\w+|item|arti\\w+|variante?|categor\\w*|kategori\\w*|brand|marca|marque|marke|manufacturer|maker|supplier|vendor|shop|store|lang|language|currency|country|tax|group|parent|attribute|feature|image|customer|order|warehouse|zone|carrier|type|model';

export const eng: LanguagePack = {
  code: 'eng',
  words: {
    stem(word) {
      const spelt = withoutIrregularPlural(americanSpelling(word));
      return keepsItsEnd(spelt) ? spelt : stemmer(spelt);
    },
    stopWords,
    purpose: ['for'],
  },
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
  catchAll:
    'others?(?: .*)?|misc|miscellaneous(?: .*)?|various(?: .*)?|assorted(?: .*)?|mixed|generic(?: .*)?|general|standard|default(?: .*)?|regular|normal|common|unknown(?: .*)?|unspecified|undefined|undetermined|not (?:specified|applicable|available|known|given|stated)|unbranded|no (?:brand|name|colou?r|data|info|information|value)|none|nothing|any|any (?:brand|colou?r|size|type|kind)|all|see .*|as (?:described|shown|pictured)|as (?:in|per) .*|per description|refer to .*|to be (?:announced|confirmed|determined|defined)|placeholder',
  promotions:
    'free (?:shipping|delivery|p&p|postage)|(?:best|lowest) price(?: guaranteed?)?|\\d+ ?% off|buy (?:one|two|1|2|3)[ ,]+get (?:one|two|1|2)|(?:limited|special) (?:time )?offer|(?:money|price) ?(?:back|match) guarantee|100 ?% (?:quality|satisfaction) guaranteed?|while stocks? lasts?|(?:clearance|flash|hot|final) sale|on sale now|sale now on',
  headers: {
    tradeNumber: 'gtin|ean|upc|isbn|bar ?codes?|global trade item number',
    productId:
      '(?:(?:product|item|article|material|model|style|part|stock|listing|catalogue|catalog|entity|offer|post|merchant|seller|base|abstract|concrete|master|main|variant) )?(?:id|sku|code|number|no|nr|key|ref|reference|handle|identifier)(?: id)?(?: non editable)?|id product|unique id|.* sku',
    totals: '(?:(?:grand|sub|overall) ?)?totals?|sum|count|number of (?:products|items|rows)',
    pairs: {
      names: 'names?|keys?',
      values: 'values?|vals?',
      units: 'unit of measure(?:ment)?|measurement unit|units?|uom|unit code',
    },
    constraints:
      'size (?:system|scale|region)|compatib(?:le|ility)(?: with)?|compatible (?:devices?|models?|products?|brands?|vehicles?)|fits(?: (?:models?|vehicles?))?',
    optionNames: { colour: 'colou?rs?', size: 'sizes?', material: 'materials?', gender: 'genders?' },
    qualifiers: `${PRODUCT}|full|short|long|display|original|web|seo`,
    reduced: 'sale|special|offer|promo|promotional|discount|discounted|reduced',
    maker: 'vendor|manufacturer',
    stock: 'stock|stock quantity|quantity in stock',
    identifier: {
      words:
        'sku|gtin|ean|upc|isbn|issn|asin|mpn|barcode|uuid|guid|handle|slug|permalink|unique id|identifier',
      // Also joined, as in `brandid`, and in front of what a database numbers, as in `id_category`. An "ID card" is a card.
      whole: `(?:.* )?id|id (?:${NUMBERED})(?: default| attribute)?`,
      last: 'ids|(?:cat|categor(?:y|ies|ia)|kategorie|brand|marca|vendor|manufacturer|supplier|group|department|class|family|collection|product|item|article|shop|store)(?:ids?|code|nr|no)',
    },
    reference: { last: 'number|nr|no|ref|reference|serial|model|code|hash|key' },
    title: { qualified: 'title|name', usual: 'title' },
    link: { last: '(?:url|uri|link|href|permalink|website)s?' },
    image: { words: 'images?|img|photos?|pictures?|thumbnails?' },
    price: { words: 'price|msrp|rrp', usual: 'price|regular price|variant price' },
    brand: {
      words: 'brands?|vendor|manufacturer|maker|authors?|artists?|publisher|designers?|producers?',
      usual: 'brands?',
    },
    category: {
      words: 'category|categories|department|product type|item type',
      whole: 'type',
      usual: 'categor\\w*|product type',
    },
    availability: { words: 'availability|available|in stock|sellable' },
    text: {
      last: 'texts?|story|instructions text',
      words:
        'description|desc|body|html|notes?|details?|summary|excerpt|information|comments?|remarks?|alt|alt text|keywords|bullets?|bullet points?',
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
    money: {
      words: [
        'prices|costs?|cogs|fees?|surcharges?|deposits?|mark ?up|(?:profit|gross|net) margin|discounts?|rebates?|you save|wholesale|tiers? pric\\w*',
        'retail value|tax excluded|tax included|map (?:enabled|price)|(?:checkout|payment) (?:modes?|methods?|options?|terms)|commission|royalt(?:y|ies)|instal?lments?|revenue|turnover|(?:import|customs) duty|eco ?tax|currency(?: code)?',
        'amount off|percent off|sale (?:amount|percent\\w*)|price list|list price|unit price',
      ].join('|'),
      last: 'msrp|rrp|net sales|retail',
    },
    feedback: {
      words: [
        'ratings?|reviews?|reviewers?|stars|votes?|upvotes|downvotes|likes|favou?rites|favou?rers|wish ?lists?',
        'views|visits|visitors|clicks|impressions|conversions?|popularity|is popular|trending score|sales rank|rank(?:ing)?',
        '(?:units?|qty|quantity|number|no|total|times|items|amount) sold|sold (?:count|qty|quantity|units|last|out|items)|sales',
        '(?:number of|num|total) (?:orders|purchases)|orders? count|bought|purchases|sentiment|nps|helpful\\w*|fans|followers|shares|recommended by',
        'customer (?:satisfaction|feedback|score)|(?:user|critic|meta|imdb|popularity) ?score',
      ].join('|'),
      whole: 'sold|viewed|scores?|downloads?|orders|questions?|answers?|best ?seller rank',
    },
    merchandising: {
      words: [
        // Offers.
        'on sale|for sale|is sale|sale (?:flag|tag|from|to|ends?|starts?|date)|featured|best ?sell(?:er|ers|ing)|top ?sell(?:er|ers|ing)',
        'promos?|promotions?|promotional|promoted|clearance|discounted|ribbons?|badges?|stickers? text|campaigns?|coupons?|vouchers?|special offers?|deal|deals',
        'is new|new arrivals?|new product|new (?:from|to|until|since)(?: date)?|newness|is hot|is trending|staff picks?|editor s choice',
        // Stock.
        'availab\\w*|(?:out|back) of stock|restock\\w*|on hand|qty|quantity (?:in|on|available|left|threshold)|(?:min\\w*|max\\w*|cart|reorder|stock|available|order|low|increment) (?:qty|quantity)|lead times?|reserved quantity',
        'manage stock|notify|use config|allow (?:customer|back ?orders?|reviews|message|open)\\w*|is (?:qty )?decimal|reorder point|safety stock|stock threshold',
        // Shipping and service.
        'ships|shipped|shipping|shipment|shippable|deliver(?:y|able|ies)|dispatch\\w*|handling (?:time|fee|cost)|(?:store|local|in store) pick ?up|pick ?up (?:store|location|available|method|sla)|click and collect|returns|returnable|refund\\w*|freight|parcel|package (?:weight|length|width|height)',
        'gift (?:message|wrap\\w*|cards?|receipt)|drop ?ship\\w*|warehouses?|storage location|aisle|supplier (?:sku|code|ref|reference|stock)',
        // Publishing and display.
        '(?:catalog|catalogue|product|search|store) visib\\w*|visib\\w* in \\w+|searchable|indexable|display (?:order|in|mode|options|product)|show (?:in|on|product|at)|sort|sorting|sort (?:order|position)|sequence|(?:product|display|category) (?:product )?order|custom (?:text|label|layout|design|product|url|template|field)\\w*|page layout|layout update|(?:container|page|product) template|product options container',
        'store view|product websites|product online|sales channels?|marketplaces?|(?:excluded|included) destinations?|ads (?:redirect|labels?|grouping)|redirect\\w*|canonical|noindex|sitemap',
        'inventory \\w+|fulfil?lment \\w+|tax \\w+|linked to|track(?:er|ing) (?:inventory|stock|policy)|(?:inventory|stock|return|refund) policy',
        'purchase (?:places?|note)|related products?|cross sell\\w*|up sell\\w*|upsell\\w*|accessor(?:y|ies) ids?|frequently bought|bundle (?:sku|price|weight|shipment|values)|associated skus|is (?:virtual|bundle|digital|downloadable)',
        // Names of options beside their values.
        '(?:option|attribute|property|feature|variation|specification|additional info) ?(?:names?|keys?|titles?|types?|labels?)(?: \\d+)?',
        'options? sets?(?: \\w+)?|stop processing|event date|closeouts?|allow purchases?|(?:min\\w*|max\\w*) purchase|purchase steps|(?:reward|loyalty) points|(?:length|weight) class|browse nodes?|variation theme|relationship type|parent child|update delete|product id type|offering can be|condition type|unit pricing|has options|required options|options container|is recurring|x sell\\w*|completeness|moq|reorder level|(?:search|generic|meta) keywords|condition shown|family variant|low stock\\w*',
        '(?:data|date) (?:source|feed)|search (?:product )?boosts?|hide (?:from|in|on)|(?:custom|configurable) (?:options|variations)|related (?:skus?|items|posts)|(?:pack|substitution|related|upsell|x sell) (?:groups|products)|website ids?|store ids?|imported|scraped|created|creator|modified|updated|edited|uploaded|uploader|(?:field|row|record|entry) type|last \\w+ (?:at|on|by)|identifier exists',
      ].join('|'),
      whole:
        'new|sale|visible|visibility|hot|trending|outlet|deals?|offers?|active|is active|inactive|enabled|disabled|archived|deleted|discontinued|end of life|hidden|published|online|live|.* status|status|states|order|priority|rank|sequence|stores?|shops?|websites?|channel|countries|markets?|territor(?:y|ies)|stock.*|sellers?|merchant|condition note|theme template|tracker|.* unit|unit of .*|.* uom|uom|.* policy|editors?|contributors?|points|minimum|subtract|associations|groups|adult|profit|units?|sort|column \\d+|unnamed \\d+|row',
    },
    quantity: { whole: '(?:\\w+ )?(?:quantity|count on hand|pieces available|stock)' },
    picture: {
      last: '(?:images?|img|photos?|pictures?|thumbnails?|videos?|media|gallery|logo|icon|pdf|manual|datasheet|files?)(?: \\d+)?',
    },
    name: {
      whole: '(?:product |item )?model(?: (?:no|number|name|code))?',
      last: 'names?|titles?|(?:image|thumbnail) label|headline|label text|alt|caption|captions|title tag|description tag',
    },
    released: {
      words:
        'releas\\w*|launch\\w*|publication|announced|introduced|vintage|harvest\\w*|premiere|publish(?:ed|ing)? (?:date|year)|best before|in theaters|first edition|production date|build date',
    },
    fact: {
      last: '(?:colou?rs?|shades?|materials?|fabrics?|textures?|density|patterns?|finish(?:es)?|styles?|shapes?|sizes?|scents?|fragrances?|flavou?rs?|ingredients?|allergens?|compositions?|origins?|places?|country|countries|region|fit|gender|sex|age group|seasons?|occasions?|themes?|languages?|compatibility|connectivity|features?|certifications?|upholstery|formats?|bindings?|grapes?|varietals?|gemstones?|metals?|plating|clasp|closure|neckline|sleeves?|heel|sole|lining)(?: \\d+)?',
    },
  },
  facts: {
    colour: {
      names: 'colour|color',
      values:
        'black, white, grey|gray, red, blue, navy, green, olive, yellow, orange, brown, tan, beige, cream, ivory, pink, purple|violet, lilac|lavender, gold|golden, silver, bronze, copper, turquoise|teal, burgundy|maroon, charcoal, khaki, multicolor|multicolored|multicolour|multicoloured|multi color|multi colored|multi colour|multi coloured|rainbow',
    },
    material: {
      names: 'material',
      values:
        'cotton, wool|woollen|merino, linen, silk|satin, polyester, nylon, leather, suede, denim, velvet, cashmere, fleece, viscose|rayon, lycra|spandex|elastane, canvas, wood|wooden, oak, pine, walnut, bamboo, rattan, stainless steel, steel, aluminium|aluminum, brass, metal, iron, glass, ceramic, porcelain, stoneware, terracotta|clay, concrete, marble, plastic, silicone, rubber, paper, cork, sterling silver, mesh, crochet',
    },
    audience: {
      names: 'for whom',
      values:
        'men|mens|men s, women|womens|women s|ladies, unisex, kids|kid s|children|child, boys|boy s, girls|girl s, baby|babies|infant|toddler',
      asked: 'man|male|gents|gentleman|gentlemen, female',
    },
    features:
      'waterproof, water resistant, wireless, rechargeable, organic, vegan, gluten free, sugar free, decaf|decaffeinated, unscented|fragrance free, handmade|hand made|handcrafted, foldable|folding, dual sim, bluetooth, dimmable, dishwasher safe, machine washable, reusable, quick drying, adjustable, noise canceling|noise cancelling, padded, battery operated, cordless',
  },
};
