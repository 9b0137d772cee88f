import { pol as stopWords } from 'stopword';
import type { LanguagePack } from '../language-pack.ts';

/** There is no stemmer of Polish in `@orama/stemmers`. */
export const pol: LanguagePack = {
  code: 'pol',
  words: { headFirst: true, stopWords },
  negation: { negators: ['bez', 'nie'], alternatives: ['lub', 'ani'] },
  limits: {
    atMost: 'ponizej|mniej niz',
    atMostOfMoney: 'maks|do',
    atLeast: 'powyzej|wiecej niz',
    atLeastOfMoney: 'od',
    not: 'nie',
  },
  money: { also: 'zl|zloty' },
  answers: { yes: ['tak'], no: ['nie'] },
  availability: {
    available: 'dostepn[yae]|w magazynie|na stanie|w sprzedazy',
    unavailable: 'brak|niedostepn[yae]|wyprzedan[yae]|wycofan[yae]|wkrotce(?: dostepn[yae])?',
    orderable: 'przedsprzedaz|na zamowienie',
    stock: 'zapas|zapasow|stan magazynowy|dostepnosc|ilosc',
    not: 'zaden|zero',
    pieces: 'szt\\.?|sztuki?|sztuka?',
  },
  headers: {
    title: { whole: 'nazwa(?: produktu)?' },
    price: { words: 'cena' },
    brand: { words: 'marka|producent' },
    category: { words: 'kategoria' },
    availability: { words: 'dostepnosc' },
    private: {
      cost: 'koszty?|koszt (?:zakupu|jednostkowy|w[łl]asny|produkcji)|cena (?:zakupu|hurtowa|nabycia|dostawcy)',
      margin: 'marza|marze|marza (?:brutto|netto|zysku)|narzut',
      supplier: 'dostawc[ay]|(?:kod|nazwa|symbol|indeks|numer|id) dostawcy|hurtownia',
      internal:
        '(?:notatk[ai]|uwag[ai]|komentarze?|informacj[ae]|opis) wewn[ęe]trzn[aye]|do u[żz]ytku wewn[ęe]trznego|poufne',
    },
    money: { words: '\\w*cena|ceny|koszt(?:y)?|rabat(?:y)?|znizka|marza|waluta|oplata' },
    feedback: {
      words: 'ocena|oceny|opinie|recenzje|gwiazdki|popularnosc|wyswietlenia|sprzedaz|sprzedane|zamowienia',
    },
    merchandising: {
      words:
        'nowosc|promocja|promocje|wyprzedaz|polecany|bestseller|stan magazynowy|magazyn\\w*|dostepn\\w*|dostawa|wysylka|czas (?:dostawy|wysylki)|dostawca|widoczn\\w*|opublikowany|zwrot|kolejnosc|utworzono|zmieniono|sklepy',
      whole: 'aktywny|nowy|status|ilosc|pozycja',
    },
    picture: { last: '(?:zdjecie|zdjecia|obraz|obrazy|obrazek)(?: \\d+)?' },
    name: { last: 'nazwa|tytul' },
    released: { words: 'premiera|wydanie|wydania|rocznik' },
  },
};
