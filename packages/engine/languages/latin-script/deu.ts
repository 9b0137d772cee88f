import { stemmer } from '@orama/stemmers/german';
import { deu as stopWords } from 'stopword';
import type { LanguagePack } from '../language-pack.ts';

/** "gruen" is "grün" on a keyboard without umlauts; "neue", "bequem" and the English "shoes" have no umlaut. */
const withoutDigraphs = (word: string): string =>
  word.replace(/(?<![aeiouq])([aou])e(?=[b-df-hj-np-rt-z]|s.)/g, '$1');

export const deu: LanguagePack = {
  code: 'deu',
  words: {
    inch: 'zoll',
    closedCompounds: {
      opaque:
        'handschuh kunststoff werkstoff klebstoff wertstoff sauerstoff kraftstoff treibstoff durchmesser hochzeit mahlzeit fruhstuck kilogramm milligramm programm quartier vorspiel beispiel birkenstock bildschirm schildkrot eichhorn meerrettich augenblick wirtschaft gesellschaft krawatt fest'.split(
          ' ',
        ),
    },
    stem: (word) => stemmer(withoutDigraphs(word)),
    stopWords,
    productWords:
      'uhr tag tage lang lange kurz rund hoch gross grosse grossen grosser grosses kleine kleinen kleiner kleines neue neuen gut gute guter gutes leicht weit weiter weiteren mann schon offen ernst recht rechte rechten rechter rechtes'.split(
        ' ',
      ),
    nameParticles: ['von', 'zu', 'und'],
    purpose: ['fur', 'fuer'],
  },
  negation: {
    negators: 'ohne kein keine keinem keinen keiner keines nicht ausser'.split(' '),
    fillers: ['in', 'aus', 'mit', 'dem', 'der', 'die', 'das'],
    alternatives: ['oder', 'noch'],
    trailing: ['frei'],
    givenAway: ['versand', 'lieferung'],
  },
  limits: {
    atMost: 'unter|bis(?: zu)?|hochstens|maximal|weniger als|billiger als|gunstiger als',
    atLeast: 'uber|mindestens|mehr als|teurer als',
    atLeastOfMoney: 'ab',
    not: 'nicht',
    between: 'zwischen|von',
    and: 'und|bis',
    to: 'bis',
    around: 'circa|ca\\.?|etwa|ungefahr',
    orMore: 'oder mehr',
    orLess: 'oder weniger',
  },
  money: { also: 'franken' },
  answers: { yes: ['ja', 'j', 'wahr'], no: ['nein', 'falsch'] },
  availability: {
    available: 'verfugbar|lieferbar|vorratig|erhaltlich|bestellbar|(?:auf|am|ab) lager|versandfertig',
    unavailable:
      'unverfugbar|ausverkauft|vergriffen|ausgelistet|eingestellt|abgekundigt|(?:demnachst|bald)(?: wieder)? (?:verfugbar|lieferbar|erhaltlich|vorratig|auf lager)',
    orderable: 'vorbestell(?:ung|bar)|vorbestellen|nachbestell(?:ung|bar)|auf bestellung',
    stock: 'lager|lagerbestand|bestand|vorrat|verfugbarkeit|menge',
    not: 'nichts|null|ohne',
    pieces: 'stuck|stk\\.?|st\\.?|artikel',
  },
  catchAll:
    'andere[nrs]?(?: .*)?|sonstige[nrs]?(?: .*)?|divers|diverse[rs]?(?: .*)?|verschieden|verschiedene[rs]?(?: .*)?|gemischt|allgemein|standard|normal|generisch|unbekannt|unbestimmt|ohne|ohne (?:angabe|marke|hersteller)|keine?|keine? (?:angaben?|marke|hersteller|zuordnung)|nicht (?:angegeben|bekannt|definiert|zutreffend)|siehe .*|s beschreibung|wie (?:abgebildet|beschrieben|abbildung)|alle|beliebig|markenlos|k a',
  promotions:
    '(?:kostenloser?|gratis) ?versand|versandkostenfrei(?:er?)?|best ?preis|(?:super|mega) ?angebot|\\d+ ?% (?:rabatt|reduziert|gunstiger)|nur solange der vorrat reicht',
  headers: {
    tradeNumber: 'strichcode|bar ?code|ean ?nummer',
    productId:
      '(?:artikel|art|produkt|bestell|material|modell|lfd ?art|lfd|lfd artikel|laufende)[ .]?(?:nummer|nr|id|code|kennung|schlussel|kurzel)|lfd art nr|referenz',
    totals: '(?:gesamt|zwischen|end)?summen?|gesamt|insgesamt|gesamtzahl|anzahl artikel',
    pairs: {
      names: 'namen?|bezeichnung|schlussel|(?:attribut|merkmal|eigenschaft|option|variation)s?namen?',
      values: 'werte?|(?:attribut|merkmal|eigenschaft|option|variation)s?werte?',
      units: 'einheit(?:en)?',
    },
    constraints: 'grossensystem|kompatibel mit|kompatibilitat|kompatible (?:gerate|modelle)|passend fur',
    optionNames: {
      colour: 'farben?',
      size: 'grossen?',
      material: 'material(?:ien)?',
      gender: 'geschlecht(?:er)?',
    },
    qualifiers: 'artikel|produkt|modell',
    reduced: 'sonderpreis|angebotspreis|aktionspreis|angebot|aktion|reduziert\\w*',
    maker: 'hersteller',
    stock: 'bestand|lagerbestand',
    identifier: { words: 'strichcode|artikelnummer|artikelnr|artnr' },
    reference: { last: '\\w*nummer|\\w{3,}nr|nr|referenz|modell' },
    title: {
      qualified: 'titel|bezeichnung',
      whole: '(?:produkt|artikel)(?:name|bezeichnung)|a(?:rt ?)?bez(?: \\d)?|art(?:ikel)? bez(?: \\d)?',
      usual: 'titel',
    },
    image: { words: 'bild(?:er)?|fotos?' },
    price: { words: 'uvp|preis|\\w*verkaufspreis\\w*|(?:sonder|angebots|aktions)preis', usual: 'preis' },
    brand: { words: 'marke|hersteller|autor|autoren', usual: 'marke' },
    category: { words: 'kategorien?|rubrik|warengruppe', whole: 'typ', usual: 'kategorie\\w*' },
    availability: { words: 'verfugbar(?:keit)?|lieferbar' },
    text: { words: 'beschreibung|bemerkung(?:en)?|hinweise?' },
    list: { words: 'schlagworte|schlagworter' },
    measure: { words: 'breite|hohe|tiefe|lange|gewicht' },
    operational: {
      words:
        'lagerbestand|bestand|versandklasse|mwst|steuer(?:klasse|satz)?|sichtbar(?:keit)?|(?:sonder|aktions|angebots)preis|einkaufspreis',
      whole: 'wahrung',
    },
    private: {
      cost: [
        '(?:netto ?)?(?:einkaufspreise?|ek|ek ?preis)|(?:einkaufs|selbst|herstell|herstellungs|gestehungs|anschaffungs|bezugs|waren)kosten|kosten|selbstkostenpreis',
        '(?:einstands|bezugs|handler|haendler|grosshandels|lieferanten)preis',
      ].join('|'),
      margin:
        '(?:(?:handels|roh|gewinn|brutto|netto)(?:marge|spanne)|marge|rohertrag|rohgewinn|deckungsbeitrag|kalkulationsaufschlag|aufschlag)',
      supplier:
        '(?:haupt ?)?lieferant(?:en)?|lieferanten ?(?:nummer|nr|name|artikelnummer|artikelnr|artnr|code|id|sku|referenz|bestellnummer)|zulieferer|grosshandler|bezugsquelle',
      internal:
        '(?:interne?s?|private) (?:notiz(?:en)?|bemerkung(?:en)?|kommentare?|anmerkung(?:en)?|hinweise?|infos?|information(?:en)?|vermerke?|bezeichnung|beschreibung|nummer)|(?:notiz(?:en)?|bemerkung(?:en)?) intern|nur intern',
    },
    money: {
      words:
        '\\w*preise?|\\w*kosten|\\w*rabatte?|gebuhr(?:en)?|aufpreis|zuschlag|zuschlage|pfand|marge|wahrung|nachlass|einkaufswert|grundpreis\\w*|\\w*betrag|staffelpreise?|umsatz\\w*',
      whole: '(?:\\w+ )?(?:ek|vk)(?: \\w+)?|uvp .*',
      last: '(?:(?:end)?kunden|handler|haendler|handel|stuck|summe|verkauf|einkauf) (?:netto|brutto)',
    },
    feedback: {
      words:
        '\\w*bewertung(?:en)?|sterne|rezension(?:en)?|beliebtheit|aufrufe|klicks|verkaufe|verkauft|verkaufszahl(?:en)?|verkaufsrang|absatzrang|stimmen|besuche|bestellungen',
    },
    merchandising: {
      words:
        'neuheit(?:en)?|neu (?:bis|ab|von)|angebot(?:e)?|aktion(?:en)?|sonderangebot|ausverkauf|abverkauf|topseller|bestseller|empfohlen|hervorgehoben|lagerstand|\\w*lager(?:bestand|ort|menge|platz|fach)|lagernd|lieferzeit(?:en)?|lieferbar\\w*|lieferant(?:en)?(?: \\w+)?|versand\\w*|verfugbar\\w*|mindestbestand|mindestmenge|mindestbestellmenge|bestellmenge|meldebestand|sichtbar\\w*|sortierung|reihenfolge|sperrgut|retoure\\w*|ruckgabe|verpackungseinheit(?:en)?|zolltarif\\w*|warennummer|warennr|steuer\\w*|erstellt|geandert|anderungsdatum|angelegt',
      whole:
        'neu|aktiv|inaktiv|online|gesperrt|status|aktionsartikel|bestand|lager|basis me|me|mengeneinheit|sortierung \\d+|sort \\d+',
    },
    quantity: { whole: 'menge' },
    picture: { last: '\\w*(?:bild|bilder|foto|fotos|video|videos|datei)(?: \\d+)?' },
    name: {
      last: '(?:artikel|produkt|kurz|lang|waren|modell)?bezeichnung(?: \\d+)?|(?:art|artikel|a)?bez(?: \\d+)?|kurztext|langtext|(?:artikel|produkt|modell|kurz)?name|titel',
    },
    released: { words: 'erscheinung\\w*|veroffentlich\\w*|jahrgang|ernte\\w*|markteinfuhrung' },
    fact: {
      last: '(?:\\w*farben?|\\w*material(?:ien)?|\\w*muster|motiv|form|\\w*grossen?|stoff|duft|geschmack|geschlecht|stil|herkunft\\w*|herkunftsland|zutaten|allergene|zusammensetzung|eigenschaften|merkmale|ausfuhrung|verschluss|passform|saison|anlass|sprache|altersgruppe|rebsorten?|oberflache|starke)(?: \\d+)?',
    },
  },
  facts: {
    colour: {
      names: 'Farbe',
      values:
        'schwarz|schwarze|schwarzen|schwarzer|schwarzes, weiss|weisse|weissen|weisser|weisses, grau|graue|grauen|grauer|graues, rot|rote|roten|roter|rotes, blau|blaue|blauen|blauer|blaues, marine|dunkelblau, grun|grune|grunen|gruner|grunes, gelb|gelbe|gelben|gelber|gelbes, orange, braun|braune|braunen|brauner|braunes, beige, creme, rosa|pink, lila|violett, gold|golde|golden|golder|goldes, silber|silbere|silberen|silberer|silberes, turkis, bunt|bunte|bunten|bunter|buntes, anthrazit, natur, bordeaux',
    },
    material: {
      names: 'Material',
      values:
        'baumwolle, wolle|schurwolle|merino, leinen, seide|satin, polyester, nylon, leder, wildleder, samt, kaschmir, viskose, holz, eiche, kiefer, buche, bambus, rattan, edelstahl, stahl, aluminium|alu, messing, metall, eisen, glas, keramik, porzellan, beton, marmor, kunststoff|plastik, silikon, gummi, papier, kork',
    },
    audience: { names: 'fur wen', values: 'herren, damen, unisex, kinder, jungen, madchen, baby' },
    features:
      'wasserdicht|wasserdichte|wasserdichten|wasserdichter|wasserdichtes, wasserfest|wasserfeste|wasserfesten|wasserfester|wasserfestes, kabellos|kabellose|kabellosen|kabelloser|kabelloses, bio, vegan|vegane|veganen|veganer|veganes, glutenfrei|glutenfreie|glutenfreien|glutenfreier|glutenfreies, zuckerfrei|zuckerfreie|zuckerfreien|zuckerfreier|zuckerfreies, entkoffeiniert|entkoffeinierte|entkoffeinierten|entkoffeinierter|entkoffeiniertes, handgemacht|handgemachte|handgemachten|handgemachter|handgemachtes, faltbar|faltbare|faltbaren|faltbarer|faltbares, dimmbar|dimmbare|dimmbaren|dimmbarer|dimmbares, dual sim, bluetooth, waschbar|waschbare|waschbaren|waschbarer|waschbares, verstellbar|verstellbare|verstellbaren|verstellbarer|verstellbares, wiederaufladbar|wiederaufladbare|wiederaufladbaren|wiederaufladbarer|wiederaufladbares, gepolstert|gepolsterte|gepolsterten|gepolsterter|gepolstertes',
  },
};
