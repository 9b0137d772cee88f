import { stemmer } from '@orama/stemmers/turkish';
import { tur as stopWords } from 'stopword';
import type { LanguagePack } from '../language-pack.ts';

/** The shortest stem; shorter ones merge different words: "çanta" is not "ça". */
const SHORTEST_STEM = 4;

function stem(word: string): string {
  const shortened = stemmer(word);
  return shortened.length < SHORTEST_STEM ? word : shortened;
}

export const tur: LanguagePack = {
  code: 'tur',
  words: { stem, stopWords, stopWordsInShopsOnly: true },
  negation: { trailing: ['olmayan', 'haric'] },
  limits: {
    atMostOfMoney: 'maks|en fazla',
    atLeastOfMoney: 'en az',
    orMore: '(?:ve )?(?:ustu|uzeri)(?:nde)?',
    orLess: '(?:ve )?alt[ıi](?:nda)?',
  },
  money: { also: 'tl' },
  answers: { yes: ['evet'], no: ['hayır'] },
  availability: {
    available: 'mevcut|stokta|satista',
    unavailable: 'tukendi|stokta kalmadi|stok disi|satistan kald[ıi]r[ıi]ld[ıi]|yak[ıi]nda',
    orderable: 'on siparis|siparis uzerine',
    stock: 'stok|adet',
    not: 'yok|degil|hay[ıi]r',
    pieces: 'adet',
  },
  catchAll:
    'diger(?: .*)?|cesitli|kar[ıi]s[ıi]k|genel|standart|normal|varsay[ıi]lan|bilinmiyor|bilinmeyen|belirtilmemis|yok|markas[ıi]z|.* bak[ıi]n[ıi]z|bkz .*|hepsi|tumu|fark ?etmez',
  promotions: '(?:ucretsiz|bedava) kargo|kargo (?:bedava|ucretsiz)|% ?\\d+ indirim(?:li)?|en ucuz',
  headers: {
    tradeNumber: 'barkod',
    productId: '(?:urun|stok|malzeme) ?(?:kodu|no|numarasi|id)',
    totals: '(?:genel |ara )?toplam',
    pairs: { names: 'ad|adi|isim|ismi', values: 'degeri?|degerler', units: 'birimi?' },
    optionNames: {
      colour: 'renk(?:ler)?|rengi',
      size: 'beden(?:ler)?',
      material: 'malzeme',
      gender: 'cinsiyet',
    },
    title: { whole: 'urun adi' },
    price: { words: 'fiyat|fiyati' },
    brand: { words: 'marka|markasi' },
    category: { words: 'kategori' },
    private: {
      cost: 'maliyet|(?:birim|urun) maliyeti?|maliyet f[iı]yat[iı]|al[iı]s (?:f[iı]yat[iı]|mal[iı]yet[iı])|toptan f[iı]yat[iı]?',
      margin: 'kar (?:marj[iı]|oran[iı])|marj',
      supplier: 'tedarikci|tedarikci (?:ad[iı]|kodu|urun kodu|numaras[iı])|toptanc[iı]',
      internal: '(?:dahili|ic) (?:not|notlar|notu|aciklama)',
    },
    money: { words: 'fiyat\\w*|maliyet\\w*|indirim\\w*|kdv|vergi|para birimi|tutar' },
    feedback: { words: 'puan\\w*|yorum\\w*|degerlendirme\\w*|yildiz|satis\\w*|goruntulenme' },
    merchandising: {
      words:
        'kampanya|firsat|stok\\w*|kargo\\w*|teslimat\\w*|tedarikci|gorunur\\w*|durumu|siralama|iade|olusturma \\w+|guncelleme \\w+',
      whole: 'yeni|aktif|miktar|adet|sira',
    },
    picture: { last: '(?:resim|gorsel|resimler|gorseller|fotograf)\\w*(?: \\d+)?' },
    name: { last: 'adi|baslik|isim' },
    fact: {
      last: '(?:renk|renkler|rengi|malzeme(?:si)?|kumas|beden|boyut|desen|sekil|stil|tat|koku|cinsiyet|mensei|yuzey|icindekiler|ulke|sezon|dil|ozellikler)(?: \\d+)?',
    },
  },
  facts: {
    colour: {
      names: 'renk',
      values:
        'siyah, beyaz, gri, kirmizi, mavi, lacivert, yesil, sari, turuncu, kahverengi, bej, krem, pembe, mor, altin, gumus, turkuaz, bordo',
    },
    material: {
      names: 'malzeme',
      values:
        'pamuk|pamuklu, yun|yunlu, keten, ipek, polyester, naylon, deri, kadife, viskon, ahsap, mese, bambu, rattan, paslanmaz celik, celik, aluminyum, pirinc, metal, demir, cam, seramik, porselen, beton, mermer, plastik, silikon, kaucuk, kait|kagit, mantar',
    },
    audience: { names: 'kim icin', values: 'erkek, kadin, unisex, cocuk, kiz, bebek' },
    features:
      'su gecirmez, kablosuz, sarjli|sarj edilebilir, organik, vegan, glutensiz, sekersiz, kafeinsiz, el yapimi, katlanabilir, bluetooth, ayarlanabilir',
  },
};
