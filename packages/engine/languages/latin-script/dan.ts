import { stemmer } from '@orama/stemmers/danish';
import { dan as stopWords } from 'stopword';
import type { LanguagePack } from '../language-pack.ts';
import { withoutNeuter } from './scandinavian.ts';

export const dan: LanguagePack = {
  code: 'dan',
  words: {
    closedCompounds: { opaque: 'handske kunststof diameter ring'.split(' ') },
    inch: 'tommer',
    stem: (word) => withoutNeuter(stemmer(word)),
    stopWords,
    productWords: ['stor', 'store', 'stort', 'lille', 'god', 'godt', 'ny', 'nyt'],
    nameParticles: ['og'],
    purpose: ['til'],
  },
  negation: {
    negators: ['uden', 'ikke', 'undtagen'],
    fillers: ['af', 'med'],
    alternatives: ['eller'],
    trailing: ['fri'],
  },
  limits: {
    atMost: 'mindre end',
    atLeast: 'mere end',
    atLeastOfMoney: 'fra',
    not: 'ikke',
    between: 'mellem',
    and: 'og',
    around: 'ca\\.?',
  },
  money: { also: 'kr|kroner' },
  answers: { yes: ['ja'], no: ['nej'] },
  availability: {
    available: 'tilgaengelig[te]?|pa lager|kan leveres',
    unavailable: 'udsolgt|utilgaengelig[te]?|udgaet|kommer snart|snart (?:igen )?pa lager',
    orderable: 'forudbestil(?:ling)?|restordre|bestillingsvare',
    stock: 'lager|lagerstatus|tilgaengelighed|antal',
    not: 'ej|ingen|intet|nul',
    pieces: 'stk\\.?|varer',
  },
  catchAll:
    'and(?:en|et|re)(?: .*)?|ovrige?|diverse|forskellige?|blandet|generisk|generel|standard|normal|ukendt|ingen(?: .*)?|uden maerke|ikke (?:angivet|oplyst|relevant)|se .*|alle',
  promotions: '(?:fri|gratis) fragt|\\d+ ?% rabat',
  headers: {
    tradeNumber: 'stregkode',
    productId: '(?:vare|produkt|artikel) ?(?:nummer|nr|id|kode)',
    totals: 'i alt|total',
    pairs: { names: 'navn|nogle', values: 'vaerdi(?:er)?|værdi(?:er)?', units: 'enhed(?:er)?' },
    optionNames: { colour: 'farver?', size: 'storrelser?', material: 'materialer?', gender: 'kon' },
    title: { whole: 'produktnavn|navn' },
    price: { words: 'pris' },
    brand: { words: 'maerke' },
    category: { words: 'kategori(?:er)?' },
    private: {
      cost: '(?:indkøbs|kost|engros|grossist|leverandør)pris|indkøb|kostpriser',
      margin: 'avance|bruttoavance|dækningsgrad|dækningsbidrag|fortjeneste|bruttofortjeneste',
      supplier:
        'leverandør(?:er)?|leverandør(?:nummer|navn|nr|id)|leverandør(?:en)?s? (?:varenummer|varenr|nummer|nr|navn)|grossist',
      internal:
        'intern(?:e|t)? (?:note|noter|notat|notater|bemærkning(?:er)?|kommentar(?:er)?|oplysninger)|intern brug|fortroligt?',
    },
    money: { words: '\\w*pris|\\w*omkostning(?:er)?|rabat|gebyr|valuta' },
    feedback: { words: 'anmeldelser|bedommelse(?:r)?|stjerner|popularitet|visninger|salg|solgt' },
    merchandising: {
      words:
        'nyhed|kampagne|tilbud|udsalg|lager\\w*|levering\\w*|leverandor|fragt\\w*|synlig\\w*|publiceret|retur|returrett|sortering|oprettet',
      whole: 'aktiv|status|antal|position|ny',
    },
    picture: { last: '(?:billede|billeder)(?: \\d+)?' },
    name: { last: '(?:produkt|vare|model)?navn|titel' },
    fact: {
      last: '(?:\\w*farver?|materiale[r]?|stof|st[øo]rrelser?|m[øo]nster|form|stil|smag|duft|k[øo]n|oprindelse|ingredienser|allergener|land|s[æa]e?son|sprog|egenskaber|drue)(?: \\d+)?',
    },
  },
  facts: {
    colour: {
      names: 'farve',
      values:
        'sort|sorte, hvid|hvide, gra|graa, rod|rode, bla|blaa, gronn|gronne|gron, gul|gule, orange, brun|brune, beige, lyserod|pink, lilla, guld, solv, turkis, bordeaux',
    },
    material: {
      names: 'materiale',
      values:
        'bomuld, uld, hor, silke, polyester, nylon, laeder, flojl, viskose, trae, eg, fyrretrae, bambus, rattan, rustfrit stal, stal, aluminium, messing, metal, glas, keramik, porcelaen, beton, marmor, plast, silikone, gummi, papir, kork',
    },
    audience: { names: 'til hvem', values: 'herre|maend, dame|kvinder, unisex, born, drenge, piger, baby' },
    features:
      'vandtaet, tradlos, genopladelig, okologisk, vegansk, glutenfri, sukkerfri, koffeinfri, handlavet, sammenklappelig, daempbar, bluetooth, justerbar',
  },
};
