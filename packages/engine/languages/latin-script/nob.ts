import { stemmer } from '@orama/stemmers/norwegian';
import { nob as stopWords } from 'stopword';
import type { LanguagePack } from '../language-pack.ts';
import { withoutNeuter } from './scandinavian.ts';

export const nob: LanguagePack = {
  code: 'nob',
  words: {
    closedCompounds: { opaque: 'hanske kunststoff diameter ring'.split(' ') },
    inch: 'tommer',
    stem: (word) => withoutNeuter(stemmer(word)),
    stopWords,
    productWords: ['stor', 'store', 'stort', 'liten', 'god', 'godt', 'ny'],
    nameParticles: ['og'],
    purpose: ['til'],
  },
  negation: {
    negators: ['uten', 'ikke', 'unntatt'],
    fillers: ['av', 'med'],
    alternatives: ['eller'],
    trailing: ['fri'],
    givenAway: ['frakt'],
  },
  limits: {
    atMost: 'mindre enn',
    atLeast: 'mer enn',
    atLeastOfMoney: 'fra',
    not: 'ikke',
    between: 'mellom',
    and: 'og',
    around: 'ca\\.?',
  },
  money: { also: 'kr|kroner' },
  answers: { yes: ['ja'], no: ['nei'] },
  availability: {
    available: 'tilgjengelige?|pa lager|kan leveres',
    unavailable: 'utsolgt|utilgjengelige?|utgatt|kommer snart|snart (?:igjen )?pa lager',
    orderable: 'forhandsbestill(?:ing)?|restordre|bestillingsvare',
    stock: 'lager|lagerstatus|tilgjengelighet|antall',
    not: 'ingen|intet|null',
    pieces: 'stk\\.?|varer',
  },
  catchAll:
    'annen|annet|andre|ovrige?|diverse|blandet|generisk|generell|standard|normal|ukjent|ingen(?: .*)?|uten merke|ikke (?:angitt|oppgitt|relevant)|se .*|alle',
  promotions: '(?:fri|gratis) frakt|\\d+ ?% rabatt',
  headers: {
    tradeNumber: 'strekkode',
    productId: '(?:vare|produkt|artikkel) ?(?:nummer|nr|id|kode)',
    totals: 'totalt|sum|i alt',
    pairs: { names: 'navn|nokkel', values: 'verdi(?:er)?', units: 'enhet(?:er)?' },
    optionNames: { colour: 'farger?', size: 'storrelser?', material: 'materialer?', gender: 'kjonn' },
    title: { whole: 'produktnavn|navn' },
    price: { words: 'pris' },
    category: { words: 'kategori(?:er)?' },
    availability: { words: 'tilgjengelighet' },
    private: {
      cost: '(?:innkjøps|kost|inn|engros|leverandør)pris|selvkost|innkjøp',
      margin: 'avanse|bruttoavanse|dekningsgrad|dekningsbidrag|fortjeneste|bruttofortjeneste',
      supplier:
        'leverandør(?:er)?|leverandør(?:nummer|navn|nr|id)|leverandørens? (?:varenummer|varenr|nummer|nr|navn)|grossist',
      internal:
        'intern(?:e|t)? (?:notat|notater|merknad(?:er)?|kommentar(?:er)?|opplysninger)|intern bruk|konfidensielt?',
    },
    money: { words: '\\w*pris|\\w*kostnad(?:er)?|rabatt|gebyr|valuta' },
    feedback: { words: 'anmeldelser|vurdering(?:er)?|stjerner|popularitet|visninger|salg|solgt' },
    merchandising: {
      words:
        'nyhet|kampanje|tilbud|lager\\w*|levering\\w*|leverandor|frakt\\w*|synlig\\w*|publisert|retur|returrett|sortering|opprettet',
      whole: 'aktiv|status|antall|posisjon|ny',
    },
    picture: { last: '(?:bilde|bilder)(?: \\d+)?' },
    name: { last: '(?:produkt|vare|modell)?navn|tittel' },
    fact: {
      last: '(?:\\w*farger?|materiale[r]?|stoff|st[øo]rrelser?|m[øo]nster|form|stil|smak|duft|kj[øo]nn|opprinnelse|ingredienser|allergener|land|sesong|sprak|egenskaper|drue)(?: \\d+)?',
    },
  },
  facts: {
    colour: {
      names: 'farge',
      values:
        'sort|sorte|svart, hvit|hvite, gra, rod|rode, bla, gronn|gronne, gul|gule, oransje, brun|brune, beige, rosa, lilla, gull, solv, turkis, burgunder',
    },
    material: {
      names: 'materiale',
      values:
        'bomull, ull, lin, silke, polyester, nylon, laer|skinn, floyel, viskose, tre, eik, furu, bambus, rotting, rustfritt stal, stal, aluminium, messing, metall, glass, keramikk, porselen, betong, marmor, plast, silikon, gummi, papir, kork',
    },
    audience: {
      names: 'til hvem',
      values: 'herre|menn, dame|kvinner, unisex, barn, gutte|gutter, jente|jenter, baby',
    },
    features:
      'vanntett, tradlos, oppladbar, okologisk, vegansk, glutenfri, sukkerfri, koffeinfri, handlaget, sammenleggbar, dimbar, bluetooth, justerbar',
  },
};
