import { heb as stopWords } from 'stopword';
import type { LanguagePack } from '../language-pack.ts';

/** The letters that have another form at the end of a word, and the form that they have elsewhere. */
const FINAL_FORMS: Readonly<Record<string, string>> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' };

/**
 * A word without the article and the endings of number and gender: "השולחנות" and "שולחן", "מכונת" and "מכונות". No kept library
 * stems Hebrew.
 */
const stem = (word: string): string =>
  word
    .replace(/^ה(?=.{3})/, '')
    .replace(/(?<=.{2})(?:ים|יות|ות|ית|[הת])$/, '')
    .replace(/[ךםןףץ]/g, (letter) => FINAL_FORMS[letter]!);

export const heb: LanguagePack = {
  code: 'heb',
  words: { stem, stemsScript: 'Hebrew', stopWords, headFirst: true, purpose: ['עבור'] },
  negation: { negators: ['ללא', 'בלי'] },
  limits: { atMost: 'עד|פחות מ', atLeast: 'לפחות|מעל|יותר מ', around: 'בערך' },
  money: { only: 'שקלים?|ש"ח', also: 'שח' },
  answers: { yes: ['כן'], no: ['לא'] },
  availability: {
    available: 'במלאי|זמין|זמינה',
    unavailable: 'אזל(?: מהמלאי)?|לא זמין|לא במלאי|חסר',
    orderable: 'הזמנה מראש',
    stock: 'מלאי|כמות',
    not: 'לא|אין',
    pieces: 'יחידות|יח',
  },
  promotions: 'משלוח חינם',
  headers: {
    tradeNumber: 'ברקוד',
    productId: '(?:מספר|קוד|מזהה)(?: (?:מוצר|פריט))?|מק ?ט',
    optionNames: { colour: 'צבע', size: 'מידה|גודל', material: 'חומר', gender: 'מין|מגדר' },
    identifier: { whole: 'מק ?ט|ברקוד|מזהה' },
    title: { whole: 'שם(?: (?:ה?מוצר|ה?פריט))?|כותרת' },
    price: { whole: 'ה?מחיר(?: (?:מכירה|ללקוח))?' },
    brand: { whole: 'ה?מותג|ה?יצרן' },
    category: { whole: 'ה?קטגוריה|ה?מחלקה|סוג(?: מוצר)?' },
    availability: { whole: 'ה?זמינות|ה?מלאי|(?:כמות )?במלאי' },
    text: { whole: 'ה?תיאור(?: (?:מוצר|קצר|מלא))?|פירוט' },
    image: { whole: '(?:קישור ל)?תמונה|תמונות' },
    private: {
      cost: '(?:מחיר )?עלות|מחיר קניה',
      margin: 'רווח(?: גולמי)?|אחוז רווח',
      supplier: '(?:שם )?ה?ספק|קוד ספק',
      internal: 'הערות? פנימיות?|לשימוש פנימי',
    },
    fact: { last: '(?:צבע|חומר|מידה|גודל|סגנון|צורה|טעם|ריח|מין|ארץ ייצור|עונה|שפה)' },
  },
  facts: {
    colour: {
      names: 'צבע',
      values:
        'שחור|שחורה, לבן|לבנה, אפור|אפורה, אדום|אדומה, כחול|כחולה, ירוק|ירוקה, צהוב|צהובה, כתום|כתומה, חום|חומה, ורוד|ורודה, סגול|סגולה, זהב, כסף, טורקיז',
    },
    material: {
      names: 'חומר',
      values:
        'כותנה, צמר, פשתן, משי, פוליאסטר, עור, קטיפה, עץ, אלון, במבוק, נירוסטה, פלדה, אלומיניום, מתכת, זכוכית, קרמיקה, פלסטיק, סיליקון, גומי, נייר',
    },
    audience: { names: 'למי', values: 'גברים|לגברים, נשים|לנשים, יוניסקס, ילדים|לילדים, תינוקות|לתינוקות' },
    features:
      'עמיד במים, אלחוטי|אלחוטית, נטען|נטענת, אורגני|אורגנית, טבעוני, ללא גלוטן, ללא סוכר, מתקפל|מתקפלת, בלוטוס, עבודת יד',
  },
};
