import { pol as stopWords } from 'stopword';
import type { LanguagePack } from '../language-pack.ts';

/** There is no stemmer of Polish in `@orama/stemmers`. */
export const pol: LanguagePack = {
  code: 'pol',
  words: {
    inch: 'cali',
    headFirst: true,
    purpose: ['do', 'dla'],
    stopWords,
  },
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
  catchAll:
    'inn[aey](?: .*)?|inni|rozn[aey]|mieszan[aey]|ogoln[aey]|standard|standardow[aey]|domysln[aey]|normaln[aey]|nieznan[aey]|nieokreslon[aey]|brak(?: .*)?|bez (?:marki|nazwy)|nie (?:dotyczy|okreslono|podano)|zob .*|zobacz .*|patrz .*|wedlug opisu|wszystkie|dowoln[aey]',
  promotions: 'darmowa (?:dostawa|wysylka)|najlepsza cena|rabat \\d+ ?%',
  headers: {
    tradeNumber: 'kod kreskowy',
    productId: '(?:kod|numer|nr|id|symbol|indeks)(?: (?:produktu|towaru|artykulu|katalogowy))?',
    totals: 'razem|suma|lacznie|ogolem',
    pairs: { names: 'nazw[ay]|klucz', values: 'wartosci?', units: 'jednostk[ai]' },
    optionNames: { colour: 'kolory?', size: 'rozmiary?', material: 'materialy?', gender: 'plec' },
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
    fact: {
      last: '(?:kolor(?:y|ystyka)?|materia[lł]y?|tkanina|rozmiary?|wz[oó]r|kszta[lł]t|styl|smak|zapach|p[lł]e[cć]|pochodzenie|wyko[nń]czenie|sk[lł]adniki|sk[lł]ad|alergeny|kraj|sezon|okazja|j[eę]zyk|cechy|barwa)(?: \\d+)?',
    },
  },
  facts: {
    colour: {
      names: 'kolor',
      values:
        'czarny|czarna|czarne, bialy|biala|biale, szary|szara|szare, czerwony|czerwona|czerwone, niebieski|niebieska|niebieskie, granatowy|granatowa|granatowe, zielony|zielona|zielone, zolty|zolta|zolte, pomaranczowy|pomaranczowa|pomaranczowe, brazowy|brazowa|brazowe, bezowy|bezowa|bezowe, rozowy|rozowa|rozowe, fioletowy|fioletowa|fioletowe, zloty|zlota|zlote, srebrny|srebrna|srebrne, turkusowy|turkusowa|turkusowe, bordowy|bordowa|bordowe',
    },
    material: {
      names: 'material',
      values:
        'bawelna|bawelniany|bawelniana|bawelniane, welna|welniany|welniana|welniane, len|lniany|lniana|lniane, jedwab|jedwabny|jedwabna|jedwabne, poliester, nylon, skora|skorzany|skorzana|skorzane, aksamit|aksamitny|aksamitna|aksamitne, wiskoza, drewno|drewniany|drewniana|drewniane, dab|debowy|debowa|debowe, bambus|bambusowy|bambusowa|bambusowe, stal nierdzewna, stal|stalowy|stalowa|stalowe, aluminium, mosiadz, metal|metalowy|metalowa|metalowe, szklo|szklany|szklana|szklane, ceramika|ceramiczny|ceramiczna|ceramiczne, porcelana, beton|betonowy|betonowa|betonowe, marmur, plastik|plastikowy|plastikowa|plastikowe, silikon|silikonowy|silikonowa|silikonowe, guma|gumowy|gumowa|gumowe, papier|papierowy|papierowa|papierowe, korek',
    },
    audience: {
      names: 'dla kogo',
      values:
        'meski|meska|meskie, damski|damska|damskie, unisex, dzieciecy|dziecieca|dzieciece|dla dzieci, chlopiecy|chlopieca|chlopiece, dziewczecy|dziewczeca|dziewczece, niemowlecy|niemowleca|niemowlece',
    },
    features:
      'wodoodporny|wodoodporna|wodoodporne|wodoszczelny|wodoszczelna|wodoszczelne, bezprzewodowy|bezprzewodowa|bezprzewodowe, ekologiczny|ekologiczna|ekologiczne|bio, weganski|weganska|weganskie, bezglutenowy|bezglutenowa|bezglutenowe, bez cukru, bezkofeinowy|bezkofeinowa|bezkofeinowe, skladany|skladana|skladane, bluetooth, dual sim, regulowany|regulowana|regulowane',
  },
};
