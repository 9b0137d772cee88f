import type { LanguagePack } from '../language-pack.ts';

export const zho: LanguagePack = {
  code: 'zho',
  unspaced: true,
  words: { particles: '的 了 和 与 與 及 在 是 吗 呢 吧 以外'.split(' ') },
  negation: { negators: '不要 不含 不是 没有 沒有 不带 不帶 除了'.split(' ') },
  limits: {
    atMostOfMoney: '不超[过過]|不高[于於]|不到|(?<!不)[低少][于於]|最多|[预預]算',
    atLeastOfMoney: '不[低少][于於]|至少|(?<!不)(?:超[过過]|高[于於])',
    to: '[到至]',
    around: '大?[约約]',
    orMore: '起',
    atMostBehind: '以下|以[内內]|之[内內]|未[滿满]',
    atLeastBehind: '以上',
    aroundBehind: '左右|上下',
  },
  money: { only: '[元圓]|块钱|人民[币幣]', also: '塊|块钱?' },
  answers: { yes: ['是', '有'], no: ['否', '无', '無'] },
  availability: {
    available: '有[货貨]|[现現][货貨]|[库庫]存充足|[库庫]存[紧緊][张張]|在[售销銷]|可[购購][买買]',
    unavailable:
      '缺[货貨]|[断斷][货貨]|售[罄完]|[卖賣]完|下架|停[产產]|停售|[库庫]存不足|已[售卖賣](?:光|完|罄)|即[将將](?:上市|到[货貨])|到[货貨]通知|[补補][货貨]中',
    orderable: '[预預][订訂购購售]|[订訂][购購]',
    stock: '[库庫]存|[货貨]',
    not: '[无無]|不|[没沒]有?|非|[暂暫][无無]|零',
    pieces: '[个個件台本]',
  },
  headers: {
    identifier: { whole: '商品(?:id|编号|編號|编码)|货号|編號|编号' },
    title: { whole: '(?:商品|产品|產品)?(?:名|名称|名稱)|标题|標題' },
    price: { whole: '价格|價格|售价|售價|单价|單價' },
    brand: { whole: '品牌|厂商|廠商|制造商|製造商' },
    category: { whole: '(?:商品|产品|產品)?(?:分類|分类|类别|類別|品类|品類)' },
    availability: { whole: '(?:库存|庫存)(?:状态|狀態)?' },
    money: { whole: '.*(?:价格|價格|售价|售價|成本|折扣|运费|運費|货币|貨幣|原价|原價|市场价|市場價)' },
    feedback: { whole: '.*(?:评分|評分|评价|評價|评论数|評論數|销量|銷量|浏览量|瀏覽量|人气|人氣)' },
    merchandising: {
      whole:
        '新品|促销|促銷|推荐|推薦|.*(?:库存|庫存).*|.*(?:发货|發貨|配送|物流).*|状态|狀態|上架.*|供应商|供應商|排序|数量|數量|退货|退貨',
    },
    picture: { whole: '.*(?:图片|圖片|主图|主圖|照片|视频|視頻)\\d*' },
    name: { whole: '.*(?:名称|名稱|标题|標題)' },
  },
};
