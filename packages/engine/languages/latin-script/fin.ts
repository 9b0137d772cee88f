import { stemmer } from '@orama/stemmers/finnish';
import { eng, fin as stopWords } from 'stopword';
import type { LanguagePack } from '../language-pack.ts';

export const fin: LanguagePack = {
  code: 'fin',
  words: {
    stem: stemmer,
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
  headers: {
    productId: '(?:tuote|nimike)[ -]?(?:numero|nro|koodi|tunnus|id)',
    totals: 'yhteensa|summa',
    pairs: { names: 'nimi|avain', values: 'arvo|arvot', units: 'yksikko' },
    optionNames: { colour: 'vari|varit', size: 'koko|koot', material: 'materiaali', gender: 'sukupuoli' },
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
