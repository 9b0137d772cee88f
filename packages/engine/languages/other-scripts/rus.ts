import { stemmer } from '@orama/stemmers/russian';
import { rus as stopWords } from 'stopword';
import type { LanguagePack } from '../language-pack.ts';

export const rus: LanguagePack = {
  code: 'rus',
  words: { stem: stemmer, stemsScript: 'Cyrillic', stopWords },
  negation: {
    negators: ['без', 'не', 'кроме'],
    fillers: ['из', 'с', 'в'],
    alternatives: ['или', 'ни'],
  },
  limits: {
    atMost: 'дешевле|мен(?:ее|ьше(?: чем)?)|до',
    atLeast: 'дороже|бол(?:ее|ьше(?: чем)?)|свыше',
    atLeastOfMoney: 'от',
    not: 'не',
    between: 'от|между',
    and: 'до|и',
    around: 'около|примерно',
  },
  money: { only: 'руб(?:л(?:ей|я|ь))?|грн', also: 'rub|р' },
  answers: { yes: ['да'], no: ['нет'] },
  availability: {
    available: 'в наличии|есть|доступ(?:ен|на|но|ны)|имеется|на складе',
    unavailable:
      'отсутству(?:ет|ют)|распродан[аоы]?|недоступ(?:ен|на|но|ны)|закончил(?:ся|ась|ось|ись)|снят[аоы]? с (?:производства|продажи)|скоро(?: в (?:наличии|продаже))?',
    orderable: 'предзаказ|под заказ',
    stock: 'наличи[еию]|остат(?:ок|ка|ки)|склад',
    not: 'нет|ноль',
    pieces: 'шт\\.?|штук[аи]?',
  },
  headers: {
    identifier: { whole: 'артикул' },
    title: { whole: '(?:название|наименование)(?: товара)?' },
    price: { whole: '(?:розничная )?цена(?: руб)?' },
    brand: { whole: 'бренд|марка|производитель' },
    category: { whole: '(?:категория|раздел)(?: товара)?' },
    availability: { whole: '(?:в )?наличи[ие]' },
  },
};
