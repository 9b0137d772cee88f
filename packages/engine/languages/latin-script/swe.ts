import { stemmer } from '@orama/stemmers/swedish';
import { swe as stopWords } from 'stopword';
import type { LanguagePack } from '../language-pack.ts';
import { withoutNeuter } from './scandinavian.ts';

export const swe: LanguagePack = {
  code: 'swe',
  words: {
    closedCompounds: { opaque: 'handsk konststoff diameter ring'.split(' ') },
    inch: 'tum',
    stem: (word) => withoutNeuter(stemmer(word)),
    stopWords,
    productWords:
      'stor stora stort store storre storst lilla lille liten litet sma hog hogre langt langre latt lattare enkel enkla enkelt bra god goda gott ny'.split(
        ' ',
      ),
    nameParticles: ['och'],
    purpose: ['for'],
  },
  negation: {
    negators: ['utan', 'inte', 'forutom'],
    fillers: ['av', 'med'],
    alternatives: ['eller'],
    trailing: ['fri'],
    givenAway: ['frakt'],
  },
  limits: {
    atMost: 'mindre an|hogst',
    atLeast: 'mer an|minst',
    atLeastOfMoney: 'fran',
    not: 'inte',
    between: 'mellan',
    and: 'och',
    around: 'ca\\.?',
  },
  money: { also: 'kr|kronor' },
  answers: { yes: ['ja'], no: ['nej'] },
  availability: {
    available: 'tillgangliga?t?|i lager|i butik',
    unavailable: 'slut(?:sald[ta]?)?|otillganglig[ta]?|utgangen|utgatt|kommer snart|snart (?:ater )?i lager',
    orderable: 'forbestall(?:ning)?|forhandsboka|restorder|bestallningsvara',
    stock: 'lager|lagersaldo|tillganglighet|antal',
    not: 'ej|inga?|inget|noll',
    pieces: 'st\\.?|stycken|artiklar',
  },
  catchAll:
    'annan|annat|andra|ovrigt?|ovriga|diverse|blandat|blandade|generisk|allman|allmant|standard|normal|okand|okant|ingen(?: .*)?|inget|inga|utan marke|ej (?:angiven|angivet|tillampligt)|se .*|alla',
  promotions: '(?:fri|gratis) frakt|fraktfritt|\\d+ ?% rabatt',
  headers: {
    tradeNumber: 'streckkod',
    productId: '(?:artikel|produkt|vara|varu) ?(?:nummer|nr|id|kod)',
    totals: 'totalt|summa',
    pairs: { names: 'namn|nyckel', values: 'varden?', units: 'enhet(?:er)?' },
    optionNames: { colour: 'farg(?:er)?', size: 'storlek(?:ar)?', material: 'material', gender: 'kon' },
    title: { whole: 'produktnamn|namn|benamning' },
    price: { words: 'pris' },
    brand: { words: 'varumarke|tillverkare' },
    category: { words: 'kategori(?:er)?' },
    availability: { words: 'tillganglighet' },
    private: {
      cost: '(?:inkops|anskaffnings|grossist|leverantors)pris|inkop|kostnad|sjalvkostnad(?:spris)?',
      margin: 'marginal|(?:brutto|vinst)marginal|tackningsgrad|tackningsbidrag|paslag',
      supplier:
        'leverantor(?:er)?|leverantors?(?:nummer|namn|artikelnummer|id| artikelnummer| nummer)|grossist',
      internal:
        'intern(?:a|t)? (?:anteckning(?:ar)?|kommentar(?:er)?|notering(?:ar)?|information)|internt bruk|konfidentiellt?',
    },
    money: { words: '\\w*pris|\\w*kostnad|rabatt|avgift|valuta|marginal' },
    feedback: { words: 'betyg|omdomen|recensioner|stjarnor|popularitet|visningar|forsaljning|salda' },
    merchandising: {
      words:
        'nyhet|kampanj|erbjudande|utvald|bastsaljare|lager\\w*|leverans\\w*|leverantor|frakt\\w*|synlig\\w*|publicerad|retur|returrett|sortering|skapad|andrad',
      whole: 'aktiv|rea|status|antal|position|ny',
    },
    picture: { last: '(?:bild|bilder|foton?)(?: \\d+)?' },
    name: { last: '(?:produkt|artikel|modell)?namn|titel|benamning' },
    fact: {
      last: '(?:\\w*farg(?:er)?|material|tyg|storlek(?:ar)?|monster|form|stil|smak|doft|kon|ursprung|finish|ingredienser|allergener|land|sasong|sprak|egenskaper|druva)(?: \\d+)?',
    },
  },
  facts: {
    colour: {
      names: 'farg',
      values:
        'svart|svarta, vit|vita, gra, rod|roda, bla, gron|grona, gul|gula, orange, brun|bruna, beige, rosa, lila, guld, silver, turkos, vinrod',
    },
    material: {
      names: 'material',
      values:
        'bomull, ull, linne, siden, polyester, nylon, lader|skinn, sammet, viskos, tra, ek, furu, bambu, rotting, rostfritt stal, stal, aluminium, massing, metall, glas, keramik, porslin, betong, marmor, plast, silikon, gummi, papper, kork',
    },
    audience: {
      names: 'for vem',
      values: 'herr, dam, unisex, barn, pojk|pojke|pojkar, flicka|flickor, baby',
    },
    features:
      'vattentat, tradlos, laddningsbar, ekologisk, vegansk, glutenfri, sockerfri, koffeinfri, handgjord, hopfallbar, dimbar, bluetooth, justerbar',
  },
};
