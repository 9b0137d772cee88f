import { stemmer } from '@orama/stemmers/dutch';
import { nld as stopWords } from 'stopword';
import type { LanguagePack } from '../language-pack.ts';

/** Dutch doubles a consonant before an ending, and writes s and f there as z and v ("tassen", "grijze"). */
const asAlone = (stem: string): string =>
  stem
    .replace(/(?<=.)([b-df-hj-np-tv-z])\1$/, '$1')
    .replace(/z$/, 's')
    .replace(/v$/, 'f');

export const nld: LanguagePack = {
  code: 'nld',
  words: {
    closedCompounds: { opaque: 'handschoen kunststof diameter levering ring'.split(' ') },
    stem: (word) => asAlone(stemmer(word)),
    stopWords,
    nameParticles: ['van', 'der', 'den', 'de'],
    purpose: ['voor'],
  },
  negation: {
    negators: ['zonder', 'geen', 'niet', 'behalve'],
    fillers: ['van', 'de'],
    alternatives: ['of'],
    trailing: ['vrij'],
    givenAway: ['verzending', 'levering'],
  },
  limits: {
    atMost: 'onder|minder dan|goedkoper dan',
    atMostOfMoney: 'tot',
    atLeast: 'boven|meer dan|minstens',
    atLeastOfMoney: 'vanaf',
    not: 'niet',
    between: 'tussen|van',
    and: 'en|tot',
    to: 'tot',
    around: 'ongeveer|circa|ca\\.?',
  },
  money: { only: 'euro' },
  answers: { yes: ['ja'], no: ['nee', 'onwaar'] },
  availability: {
    available: 'beschikbaar|leverbaar|(?:op|in) voorraad|verkrijgbaar',
    unavailable:
      'uitverkocht|onbeschikbaar|binnenkort (?:weer )?(?:leverbaar|beschikbaar|op voorraad|verkrijgbaar)',
    orderable: 'pre ?order|nabestelling|op bestelling|voorbestellen',
    stock: 'voorraad|beschikbaarheid|aantal',
    not: 'niets|nooit|nul',
    pieces: 'stuks?|st\\.?|artikelen',
  },
  catchAll:
    'overige?(?: .*)?|andere?(?: .*)?|anders|divers|diverse(?: .*)?|verschillende?(?: .*)?|gemengd|generiek|algemeen|standaard|normaal|onbekend|geen(?: .*)?|n v t|nvt|niet (?:bekend|gespecificeerd|opgegeven|van toepassing)|zonder merk|merkloos|zie .*|alle',
  promotions: 'gratis (?:verzending|bezorging)|(?:beste|laagste) prijs|\\d+ ?% korting',
  headers: {
    tradeNumber: 'streepjescode',
    productId: '(?:artikel|product|bestel)[ -]?(?:nummer|nr|code|id)',
    totals: '(?:eind|sub)?totaal|totalen|som',
    pairs: { names: 'naam|namen|sleutel', values: 'waarden?', units: 'eenheid' },
    constraints: 'maatsysteem|compatibel met|compatibiliteit|geschikt voor (?:model|apparaat)',
    optionNames: {
      colour: 'kleur(?:en)?',
      size: 'maat|maten',
      material: 'materia(?:al|len)',
      gender: 'geslacht',
    },
    qualifiers: 'artikel',
    stock: 'voorraad',
    title: { qualified: 'titel|naam', whole: 'productnaam', usual: 'titel' },
    image: { words: 'fotos?|afbeelding(?:en)?' },
    reduced: 'actie|aanbieding',
    price: { words: 'prijs', usual: 'prijs' },
    brand: { words: 'merk|fabrikant', usual: 'merk' },
    category: { words: 'categorie' },
    availability: { words: 'beschikbaar(?:heid)?' },
    text: { words: 'omschrijving' },
    operational: { words: 'voorraad|btw', whole: 'valuta' },
    private: {
      cost: '(?:inkoop|kost|groothandels) ?prijs|inkoop(?:waarde|kosten)?|kosten',
      margin: '(?:bruto|netto|winst)? ?marge|opslag ?percentage|winst',
      supplier:
        '(?:hoofd)?leveranciers?|leveranciers? ?(?:nummer|code|naam|artikelnummer|referentie|id|sku)|groothandel',
      internal:
        '(?:interne?|prive) (?:notities?|opmerking(?:en)?|informatie|omschrijving|code)|(?:voor )?intern gebruik|vertrouwelijk',
    },
    money: {
      words:
        '\\w*prijs|\\w*prijzen|\\w*kosten|korting(?:en)?|toeslag|statiegeld|marge|valuta|inkoopwaarde|bedrag',
    },
    feedback: {
      words:
        'beoordeling(?:en)?|waardering(?:en)?|sterren|reviews?|populariteit|weergaven|verkopen|verkocht|stemmen|bestellingen',
    },
    merchandising: {
      words:
        'aanbieding(?:en)?|actie|acties|uitgelicht|bestseller|voorraad\\w*|op voorraad|levertijd|levering|leverancier|verzend\\w*|magazijn|zichtbaar(?:heid)?|gepubliceerd|beschikbaar\\w*|retour\\w*|sorteer\\w*|volgorde|aangemaakt|gewijzigd|winkels?',
      whole: 'actief|nieuw|status|aantal|positie',
    },
    picture: { last: '(?:afbeelding(?:en)?|fotos?|videos?)(?: \\d+)?' },
    name: { last: '(?:product|artikel|model)?naam|titel|omschrijving' },
    released: { words: 'verschijning\\w*|uitgave\\w*|oogst\\w*|lancering' },
    fact: {
      last: '(?:\\w*kleur(?:en)?|materia(?:al|len)|stof|maat|maten|patroon|vorm|stijl|smaak|geur|geslacht|herkomst|afwerking|ingredienten|allergenen|samenstelling|land|seizoen|gelegenheid|taal|eigenschappen|kenmerken|druif)(?: \\d+)?',
    },
  },
  facts: {
    colour: {
      names: 'kleur',
      values:
        'zwart|zwarte, witt|witte, grijz|grijze|grijs, rod|rode|rood, blauw|blauwe, groen|groene, gel|gele|geel, oranje, bruin|bruine, beige, roze, paars|paarse, goude|gouden|goud, zilvere|zilveren|zilver, turquoise, bordeaux, antraciet',
    },
    material: {
      names: 'materiaal',
      values:
        'katoen|katoenen, wol|wollen, linnen, zijde, polyester, nylon, leer|leren, fluweel, viscose, hout|houten, eiken, grenen, bamboe, rotan, rvs|roestvrij staal, staal|stalen, aluminium, messing, metaal|metalen, glas, keramiek, porselein, beton, marmer, kunststof|plastic, silicone|siliconen, rubber, papier, kurk',
    },
    audience: { names: 'voor wie', values: 'heren, dames, unisex, kinderen|kinder, jongens, meisjes, baby' },
    features:
      'waterdicht|waterdichte, draadloz|draadloze|draadloos, oplaadbar|oplaadbare|oplaadbaar, biologisch|biologische, vegan, glutenvrij|glutenvrije, suikervrij|suikervrije, cafeinevrij|cafeinevrije, handgemaakt|handgemaakte, opvouwbar|opvouwbare|opvouwbaar, dimbar|dimbare|dimbaar, bluetooth, dual sim, verstelbar|verstelbare|verstelbaar',
  },
};
