import type { LanguagePack } from '../language-pack.ts';

export const kor: LanguagePack = {
  code: 'kor',
  unspaced: true,
  negation: { trailing: ['없는', '제외'] },
  limits: {
    to: '에서',
    orMore: '부터',
    orLess: '까지',
    atMostBehind: '이하|미만',
    atLeastBehind: '이상',
    aroundBehind: '정도|쯤|내외',
  },
  money: { only: '원' },
  answers: { yes: ['예'], no: ['아니요'] },
  availability: {
    available: '재고 ?있음|구매 ?가능|판매 ?중|주문 ?가능',
    unavailable: '품절|매진|단종|판매 ?(?:종료|중지|완료)|일시 ?품절|입고 ?예정|재입고 ?알림|출시 ?예정',
    orderable: '예약 ?(?:판매|주문|구매)|주문 ?제작',
    stock: '재고(?: ?수량)?[가는도]?|구매|판매|주문',
    not: '없음|없습니다|불가(?:능)?|부족|아님',
    pieces: '[개점]',
  },
  catchAll:
    '기타.*|그 외|다양|혼합|일반|표준|기본|보통|알 수 없음|미상|미정|없음|해당 ?없음|.*참조|모두|전체',
  promotions: '무료 ?배송|최저가',
  headers: {
    tradeNumber: '바코드',
    productId: '상품 ?(?:번호|코드|id)|품번',
    totals: '합계|총계|소계',
    pairs: { names: '이름|명', values: '값', units: '단위' },
    optionNames: { colour: '색상|컬러', size: '사이즈|크기', material: '소재', gender: '성별' },
    identifier: { whole: '상품 ?(?:번호|코드)' },
    title: { whole: '(?:상품|제품)명' },
    price: { whole: '판매가|(?:판매 ?)?가격' },
    brand: { whole: '브랜드|제조사' },
    category: { whole: '카테고리' },
    availability: { whole: '재고(?: ?수량)?' },
    private: {
      cost: '(?:제조 ?|상품 ?)?원가|매입 ?(?:가|가격|단가|원가)|공급 ?(?:가|가격|단가)|도매 ?(?:가|가격)|사입 ?(?:가|가격)',
      margin: '마진(?: ?[율률])?|이익(?: ?[율률])?|순이익',
      supplier:
        '공급 ?(?:업체|사|처|자)(?: ?(?:명|코드))?|거래처(?: ?(?:명|코드))?|매입처(?: ?(?:명|코드))?|도매처',
      internal: '(?:내부|관리자|관리) ?(?:메모|비고|노트|참고사항)|대외비',
    },
    money: { whole: '.*(?:가격|판매가|원가|할인|배송비|통화)' },
    feedback: { whole: '.*(?:평점|리뷰|리뷰 ?수|후기|판매량|조회수|인기도)' },
    merchandising: {
      whole: '신상품|세일|추천|.*재고.*|.*배송.*|상태|판매 ?상태|진열.*|공급사|정렬.*|수량|반품.*',
    },
    picture: { whole: '.*(?:이미지|사진|동영상) ?\\d*' },
    name: { whole: '.*(?:상품명|제품명|제목|이름)' },
    fact: {
      whole: '.*(?:색상|컬러|소재|재질|사이즈|크기|무늬|패턴|모양|스타일|맛|향|성별|원산지|계절|언어)',
    },
  },
  facts: {
    colour: {
      names: '색상',
      values:
        '블랙|검정, 화이트|흰색, 그레이|회색, 레드|빨강, 블루|파랑, 네이비, 그린|초록, 옐로우|노랑, 오렌지, 브라운|갈색, 베이지, 핑크|분홍, 퍼플|보라, 골드, 실버, 카키, 아이보리',
    },
    material: {
      names: '소재',
      values:
        '면, 울, 린넨, 실크, 폴리에스터, 나일론, 가죽, 스웨이드, 데님, 벨벳, 캐시미어, 원목|우드, 대나무, 스테인리스, 알루미늄, 황동, 유리, 도자기|세라믹, 플라스틱, 실리콘, 고무',
    },
    audience: { names: '대상', values: '남성, 여성, 남녀공용, 아동|키즈, 남아, 여아, 유아|베이비' },
    features: '방수, 무선, 충전식, 유기농, 무설탕, 수제|핸드메이드, 접이식, 블루투스',
  },
};
