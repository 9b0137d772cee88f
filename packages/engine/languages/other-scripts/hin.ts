import { stemmer } from '@orama/stemmers/indian';
import { hin as stopWords } from 'stopword';
import type { LanguagePack } from '../language-pack.ts';

export const hin: LanguagePack = {
  code: 'hin',
  words: { stem: stemmer, stemsScript: 'Devanagari', stopWords },
  negation: { trailing: ['रहित'], negators: ['बिना'] },
  money: { only: 'रुपये|रुपए|रूपये' },
  answers: { yes: ['हां'], no: ['नहीं'] },
  availability: {
    available: 'उपलब्ध|स्टॉक में',
    unavailable: 'अनुपलब्ध|स्टॉक में नहीं|समाप्त|बिक गया',
    orderable: 'प्री ऑर्डर',
    stock: 'स्टॉक|मात्रा',
    not: 'नहीं',
    pieces: 'नग|पीस',
  },
  promotions: 'मुफ्त डिलीवरी',
  headers: {
    productId: '(?:उत्पाद|वस्तु) (?:संख्या|क्रमांक|कोड|आईडी)',
    optionNames: { colour: 'रंग', size: 'आकार|साइज', material: 'सामग्री', gender: 'लिंग' },
    identifier: { whole: '(?:उत्पाद )?(?:कोड|आईडी|क्रमांक)' },
    title: { whole: '(?:उत्पाद (?:का )?)?नाम|शीर्षक' },
    price: { whole: '(?:बिक्री )?(?:मूल्य|कीमत|दाम)' },
    brand: { whole: 'ब्रांड|निर्माता' },
    category: { whole: '(?:उत्पाद )?(?:श्रेणी|वर्ग|प्रकार)' },
    availability: { whole: 'उपलब्धता|स्टॉक' },
    text: { whole: '(?:उत्पाद )?(?:विवरण|वर्णन)' },
    image: { whole: '(?:चित्र|छवि|फोटो)(?: लिंक)?' },
    private: {
      cost: 'लागत(?: मूल्य)?|क्रय मूल्य|खरीद मूल्य',
      margin: 'मुनाफा|लाभ(?: प्रतिशत)?|मार्जिन',
      supplier: 'आपूर्तिकर्ता(?: का नाम)?|सप्लायर',
      internal: 'आंतरिक (?:टिप्पणी|नोट)',
    },
    fact: { last: '(?:रंग|सामग्री|आकार|डिजाइन|शैली|स्वाद|सुगंध|लिंग|मूल देश|मौसम|भाषा)' },
  },
  facts: {
    colour: {
      names: 'रंग',
      values:
        'काला|काली|काले, सफेद, लाल, नीला|नीली|नीले, हरा|हरी|हरे, पीला|पीली|पीले, नारंगी, भूरा|भूरी|भूरे, गुलाबी, बैंगनी, सुनहरा|सुनहरी, चांदी',
    },
    material: {
      names: 'सामग्री',
      values:
        'सूती|कपास, ऊनी|ऊन, रेशमी|रेशम, चमड़ा|चमड़े, लकड़ी, बांस, स्टील, लोहा|लोहे, पीतल, तांबा|तांबे, कांच, प्लास्टिक, रबर, कागज'.replace(
          /\u093c/g,
          '',
        ),
    },
    audience: { names: 'किसके लिए', values: 'पुरुष|पुरुषों, महिला|महिलाओं, यूनिसेक्स, बच्चे|बच्चों, शिशु' },
    features: 'जलरोधी|वाटरप्रूफ, वायरलेस, जैविक, शाकाहारी, हस्तनिर्मित, फोल्डेबल, ब्लूटूथ, रिचार्जेबल',
  },
};
