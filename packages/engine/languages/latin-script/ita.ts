import { ita as stopWords } from 'stopword';
import type { LanguagePack } from '../language-pack.ts';
import { italianStem } from './romance-stems.ts';

export const ita: LanguagePack = {
  code: 'ita',
  words: {
    inch: 'pollici',
    headFirst: true,
    purpose: ['per'],
    stem: italianStem,
    stopWords,
    nameParticles: ['della', 'delle', 'dei', 'di', 'da', 'la', 'le', 'e'],
    // "l'" is left to names ("L'Oréal").
    elided: 'd|dell|dall|nell|sull|all|un',
  },
  negation: {
    negators: ['senza', 'tranne', 'non'],
    fillers: ['di', 'la', 'le', 'in'],
    alternatives: ['o'],
  },
  limits: {
    atMost: 'meno di|fino a',
    atMostOfMoney: 'massimo|sotto(?: i)?',
    atLeast: 'piu di|almeno|oltre',
    atLeastOfPrices: 'da',
    not: 'non',
    between: 'tra|fra',
    and: 'e|a',
    to: 'a',
    around: 'circa|ca\\.?',
  },
  money: { only: 'euro' },
  answers: { yes: ['si', 'vero'], no: ['no', 'falso'] },
  availability: {
    available: 'disponibil[ei]|in magazzino|in stock|ordinabil[ei]',
    unavailable:
      'esaurit[oaie]|indisponibil[ei]|fuori (?:produzione|stock|catalogo)|prossimamente|presto disponibil[ei]',
    orderable: 'pre ?ordin[ei]|pre ?ordine|su ordinazione',
    stock: 'scorte|giacenza|giacenze|disponibilita|magazzino|quantita',
    not: 'nessun[oa]?|mai',
    pieces: 'pezz[oi]|pz\\.?|articol[oi]|unita',
  },
  catchAll:
    'altr[aeio](?: .*)?|vari[aeo]?|misto|assortit[aeio]|generic[aeio]|generici|generiche|generale|standard|normale|predefinit[ao]|sconosciut[ao]|nessun[ao]?|senza marca|non (?:applicabile|definito|disponibile|indicato|specificato)|vedi .*|come (?:da|in) .*|qualsiasi|tutt[aeio]',
  promotions: 'spedizione gratuita|miglior prezzo|offerta speciale|\\d+ ?% di sconto',
  headers: {
    tradeNumber: 'codice a barre',
    productId: '(?:codice|cod|riferimento|rif|id|numero)(?: (?:del |dell )?(?:prodotto|articolo|art))?',
    totals: '(?:sub)?totale?(?: generale| complessivo)?|totali|somma',
    pairs: { names: 'nom[ei]|chiave', values: 'valor[ei]', units: 'unita(?: di misura)?' },
    constraints: 'sistema (?:di )?taglie|compatibile con|compatibilita|(?:dispositivi|modelli) compatibili',
    optionNames: {
      colour: 'color[ei]',
      size: 'taglie?|misur[ae]',
      material: 'material[ei]',
      gender: 'genere|sesso',
    },
    qualifiers: 'prodotto|articolo',
    title: { qualified: 'titolo|nome', usual: 'titolo' },
    image: { words: 'immagin[ei]' },
    reduced: 'scontato|offerta',
    price: { words: 'prezzo', usual: 'prezzo' },
    brand: { words: 'marca|produttore|autore', usual: 'marca' },
    category: { words: 'categoria|categorie', whole: 'tipo' },
    availability: { words: 'disponibile|disponibilita' },
    text: { words: 'descrizione' },
    list: { words: 'etichette' },
    measure: { words: 'peso' },
    operational: { words: 'giacenza|iva', whole: 'valuta' },
    private: {
      cost: 'cost[oi]|costo (?:unitario|(?:di |d )?acquisto|articolo|per articolo|medio|di produzione)|prezzo (?:di |d )?acquisto|prezzo (?:di costo|all ingrosso|ingrosso|fornitore)',
      margin:
        'margin[ei]|margine (?:lordo|netto|di (?:profitto|guadagno|contribuzione))|ricarico|utile (?:lordo|netto)',
      supplier: 'fornitor[ei]|(?:codice|nome|rif|riferimento|sku|id|articolo) (?:del )?fornitore|grossista',
      internal:
        '(?:not[ae]|comment[oi]|osservazion[ei]) (?:intern[aei]|privat[ae]|riservat[ae])|(?:ad )?uso interno|riservato',
    },
    money: {
      words: 'prezzi|prezzo|costo|costi|sconto|sconti|tariffa|margine|valuta|spese|ecotassa|importo|listino',
    },
    feedback: {
      words:
        'recensioni|valutazion[ei]|stelle|voti|voto|popolarita|visualizzazioni|visite|vendite|venduti|punteggio|ordini',
    },
    merchandising: {
      words:
        'novita|offerta|in offerta|promozion[ei]|promo|in evidenza|piu venduto|giacenz[ae]|scorta|disponib\\w*|spedizione|consegna|tempi di consegna|fornitore|magazzino|visib\\w*|pubblicato|quantita (?:minima|massima|disponibile)|resi|ordinamento|creato|modificato|data (?:di )?(?:creazione|modifica)|negozi|negozio',
      whole: 'attivo|nuovo|reso|stato|quantita|posizione|aliquota|paesi',
    },
    picture: { last: '(?:immagin[ei]|foto|video|miniatura)(?: \\d+)?' },
    name: { whole: 'modello', last: 'nome|titolo|denominazione' },
    released: { words: 'uscita|pubblicazione|annata|lancio|vendemmia|raccolto' },
    fact: {
      last: '(?:colori?e?|material[ei]|tessut[oi]|taglie?|misura|motivo|forma|stile|gusto|profumo|genere|sesso|finitura|ingredienti|allergeni|composizione|paese|stagione|occasione|lingua|caratteristiche|vitigno)(?: \\d+)?',
    },
  },
  facts: {
    colour: {
      names: 'colore',
      values:
        'nero|nera|neri|nere, bianco|bianca|bianchi|bianche, grigi|grigio|grigia|grigie, rosso|rossa|rossi|rosse, blu, verde|verdi, giallo|gialla|gialli|gialle, arancione, marrone, beige, rosa, viola, oro|dorato|dorata, argento|argentato|argentata, turchese, bordeaux, multicolore',
    },
    material: {
      names: 'materiale',
      values:
        'cotone, lana, lino, seta|raso, poliestere, nylon, pelle|cuoio, velluto, cashmere, viscosa, legno, rovere, bambu, rattan, acciaio inox|inox, acciaio, alluminio, ottone, metallo, vetro, ceramica, porcellana, cemento, marmo, plastica, silicone, gomma, carta, sughero',
    },
    audience: {
      names: 'per chi',
      values:
        'uomo, donna, unisex, bambino|bambina|bambini|bambine, ragazzo|ragazza|ragazzi|ragazze, neonato|neonata|neonati|neonate',
    },
    features:
      'impermeabile, senza fili, ricaricabile, biologico|biologica|biologici|biologice|bio, vegan|vegano|vegana|vegani|vegane, senza glutine, senza zucchero|senza zucchero aggiunti|senza zuccheri|senza zuccheri aggiunti, senza lattosio, decaffeinato, fatto a mano, pieghevole, integrale|integrali, bluetooth, dual sim, regolabile',
  },
};
