import { stemmer } from '@orama/stemmers/finnish';
import { eng, fin as stopWords } from 'stopword';
import type { LanguagePack } from '../language-pack.ts';

/** The consonants that alternate at the end of a stem, strong and weak: "kenkä" and "kengät", "takki" and "takit". */
const GRADES: readonly (readonly [strong: RegExp, weak: string])[] = [
  [/(?<=.{2})nk$/, 'ng'],
  [/(?<=.{2})nt$/, 'nn'],
  [/(?<=.{2})mp$/, 'mm'],
  [/(?<=.{2})([lr])t$/, '$1$1'],
  [/(?<=.{2})t$/, 'd'],
  [/(?<=.{2})p$/, 'v'],
];

/** A stem without its last vowels, which change with the ending, in the weak grade. */
function weakened(stem: string): string {
  const bare = stem.replace(/(?<=.{3})[aeiouy]+$/, '');
  const grade = GRADES.find(([strong]) => strong.test(bare));
  return grade === undefined ? bare : bare.replace(...(grade as [RegExp, string]));
}

export const fin: LanguagePack = {
  code: 'fin',
  words: {
    closedCompounds: { opaque: [] },
    stem: (word) => weakened(stemmer(word)),
    // Finnish stop words that are also English would count for both languages.
    stopWords: stopWords.filter((word) => !eng.includes(word)),
    stopWordsInShopsOnly: true,
  },
  negation: { negators: ['ilman'] },
  limits: {
    atMost: 'enintaan|korkeintaan',
    atMostOfMoney: 'alle',
    atLeast: 'vahintaan',
    atLeastOfMoney: 'yli',
    around: 'noin',
  },
  money: { only: 'euroa' },

  availability: {
    available: 'saatavilla|saatavana|varastossa|heti toimitettavissa',
    unavailable: 'loppu(?:nut)?|loppuunmyyty|poistunut|tulossa pian|pian saatavilla',
    orderable: 'ennakkotilattavissa|tilaustuote|jalkitoimitus',
    stock: 'varasto|saatavuus|maara',
    not: 'ei|eivat|nolla',
    pieces: 'kpl|kappaletta',
  },
  catchAll:
    'muut?(?: .*)?|sekalainen|sekalaiset|erilaiset|yleinen|vakio|oletus|tavallinen|tuntematon|ei (?:maaritelty|merkkia|mitaan|saatavilla|tiedossa)|katso .*|kaikki',
  promotions: 'ilmainen toimitus|\\d+ ?% alennus',
  headers: {
    tradeNumber: 'viivakoodi',
    productId: '(?:tuote|nimike)[ -]?(?:numero|nro|koodi|tunnus|id)',
    totals: 'yhteensa|summa',
    pairs: { names: 'nimi|avain', values: 'arvo|arvot', units: 'yksikko' },
    optionNames: { colour: 'vari|varit', size: 'koko|koot', material: 'materiaali', gender: 'sukupuoli' },
    identifier: { whole: '(?:tuote)?(?:numero|nro|koodi|tunnus)|viivakoodi' },
    title: { whole: '(?:tuotteen )?nimi|tuotenimi|(?:tuote)?otsikko' },
    price: { whole: '(?:myynti|verkkokauppa)?hinta' },
    brand: { whole: '(?:tuote)?merkki|brandi|valmistaja' },
    category: { whole: '(?:tuote)?(?:kategoria|ryhma|luokka)|osasto' },
    availability: { whole: 'saatavuus|varasto(?:saldo|tilanne)?' },
    text: { whole: '(?:tuote|lyhyt )?kuvaus' },
    image: { whole: '(?:tuote)?kuva(?:n osoite)?|kuvat' },
    private: {
      cost: '(?:osto|hankinta|sisaanosto|omakustannus|tukku)hinta|hankintakustannus|kustannus',
      margin: '(?:myynti|brutto)kate|kateprosentti|katetuotto|voittomarginaali',
      supplier:
        '(?:tavaran)?toimittaja(?:t|koodi)?|(?:tavaran)?toimittajan (?:koodi|nimi|numero|tuotekoodi|tuotenumero)|tukkuri',
      internal:
        'sisai(?:nen|set|sia) (?:muistiinpano|muistiinpanot|huomautus|huomautukset|kommentti|kommentit|tieto|tiedot)|sisaiseen kayttoon|luottamuksellinen',
    },
    fact: {
      last: '(?:varit?|materiaali|kangas|koko|kuvio|muoto|tyyli|maku|tuoksu|sukupuoli|alkupera|ainesosat|maa|kausi|kieli|ominaisuudet)(?: \\d+)?',
    },
  },
  facts: {
    colour: {
      names: 'vari',
      values:
        'musta, valkoinen, harmaa, punainen, sininen, vihrea, keltainen, oranssi, ruskea, beige, pinkki|roosa, violetti|liila, kulta, hopea, turkoosi',
    },
    material: {
      names: 'materiaali',
      values:
        'puuvilla, villa, pellava, silkki, polyesteri, nailon, nahka, sametti, viskoosi, puu, tammi, manty, koivu, bambu, rottinki, ruostumaton teras, teras, alumiini, messinki, metalli, lasi, keramiikka, posliini, betoni, marmori, muovi, silikoni, kumi, paperi, korkki',
    },
    audience: { names: 'kenelle', values: 'miesten, naisten, unisex, lasten, poikien, tyttojen, vauvan' },
    features:
      'vedenpitava, langaton, ladattava, luomu, vegaaninen, gluteeniton, sokeriton, kofeiiniton, kasintehty, taitettava, himmennettava, bluetooth, saadettava',
  },
};
