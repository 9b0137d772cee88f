import type { LanguagePack } from '../language-pack.ts';

export const ara: LanguagePack = {
  code: 'ara',
  negation: { negators: ['بدون', 'بلا'] },
  limits: {
    atMost: '(?:أقل|اقل|أرخص|ارخص) من|تحت',
    atLeast: '(?:أكثر|اكثر|أغلى|اغلى) من|فوق',
    not: 'لا',
    between: 'بين|من',
    and: 'و|إلى|الى',
  },
  money: { only: 'ريال|درهم', also: 'جنيه|دينار' },
  answers: { yes: ['نعم'], no: ['لا'] },
  availability: {
    available: '(?:ال)?متوفرة?|(?:ال)?متاحة?|موجودة?',
    unavailable: 'نفدت?(?: الكمية| من المخزون)?|نفذت?(?: الكمية)?|قريبا',
    orderable: 'طلب مسبق|حسب الطلب',
    stock: '(?:ال)?مخزون|(?:ال)?كمية',
    not: 'غير|ليس|ليست|لم يعد',
    pieces: 'قطعة|قطع',
  },
  headers: {
    identifier: { whole: 'رمز المنتج' },
    title: { whole: '(?:ال)?اسم(?: المنتج)?' },
    price: { whole: '(?:ال)?سعر' },
    brand: { whole: 'العلامة التجارية|(?:ال)?ماركة' },
    category: { whole: '(?:ال)?ف[ئي]ة' },
    money: { whole: '(?:.* )?(?:ال)?(?:سعر|تكلفة|خصم|عملة)(?: .*)?' },
    feedback: { whole: '(?:.* )?(?:ال)?(?:تقييم|تقييمات|مراجعات|مبيعات|مشاهدات)(?: .*)?' },
    merchandising: { whole: '(?:.* )?(?:ال)?(?:مخزون|شحن|توصيل|حالة|عرض خاص|جديد)(?: .*)?' },
  },
};
