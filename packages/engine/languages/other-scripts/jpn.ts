import { jpn as particles } from 'stopword';
import type { LanguagePack } from '../language-pack.ts';

/** From a letter of katakana to the same of hiragana. */
const TO_HIRAGANA = 'あ'.charCodeAt(0) - 'ア'.charCodeAt(0);

/** A word is written in either of two syllabaries: "リンゴ" and "りんご". */
const asHiragana = (word: string): string =>
  word.replace(/[ァ-ヶ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + TO_HIRAGANA));

export const jpn: LanguagePack = {
  code: 'jpn',
  unspaced: true,
  words: {
    stem: asHiragana,
    stemsScript: 'Katakana',
    particles,
  },
  negation: {
    trailing: ['なし', '無し', '以外', '抜き'],
    spellings: [{ pattern: /(?:では|じゃ|が)(?:ない|無い)/g, word: 'なし' }],
  },
  limits: {
    atMostOfMoney: '予算',
    to: 'から',
    around: '約|およそ',
    orMore: 'から',
    orLess: 'まで',
    atMostBehind: '以下|以内|未満',
    atLeastBehind: '以上',
    aroundBehind: '前後|くらい|ぐらい|程度',
  },
  money: { only: '円|日元|元' },
  answers: { yes: ['はい', '有'], no: ['いいえ', '無'] },
  availability: {
    available: '在庫が?(?:あり(?!ません)|有り?)|販売中|在庫僅少|残り(?:わずか)?|取り扱い中|入荷済み?',
    unavailable:
      '売り?切れ|品切れ?|欠品|完売|販売終了|生産終了|在庫切れ|入荷待ち|入荷未定|取り扱い終了|近日(?:発売|入荷)|廃番',
    orderable: '予約(?:受付中|可|商品)?|取り?寄せ|受注生産',
    stock: '在庫(?:状況|数)?[がはも]?|残り?',
    not: 'な[しい]|無し?|ありません|ございません|ゼロ|切れ|不可(?![购購])',
    pieces: '[個点本枚台]',
  },
  catchAll:
    'その他.*|他|いろいろ|各種|一般|標準|ノーマル|通常|不明|未設定|未定|指定なし|なし|無し|ノーブランド|.*参照|すべて|全て',
  promotions: '送料無料|最安値|\\d+ ?%off',
  headers: {
    tradeNumber: 'バーコード|jan ?コード',
    productId: '商品(?:id|番号|コード|管理番号)|品番|型番|管理番号|コード',
    totals: '合計|総計|小計|計',
    pairs: { names: '名|名前|名称', values: '値', units: '単位' },
    optionNames: { colour: '色|カラー', size: 'サイズ', material: '素材', gender: '性別' },
    identifier: { whole: '商品(?:id|番号|コード)|型番|品番' },
    title: { whole: '(?:商品)?(?:名|名称)|品名|タイトル' },
    price: { whole: '(?:販売|税込)?価格(?: 税込)?|値段|定価' },
    brand: { whole: '(?:ブランド|メーカー)名?' },
    category: { whole: '(?:商品)?(?:カテゴリー?|分類|類別)' },
    availability: { whole: '在庫(?:状況|数)?' },
    private: {
      cost: '仕入れ?(?:価格|値|単価|原価|額)?|原価|製造原価|卸(?:売)?(?:価格|値|単価)|下代',
      margin: '粗利(?:益|率|益率|額)?|利益(?:率|額)?|マージン|原価率|掛け?率',
      supplier: '仕入れ?先(?:名|コード|品番|商品コード)?|サプライヤー名?|発注先(?:名|コード)?|卸元',
      internal:
        '社内(?:メモ|備考|用|コメント|用メモ|管理メモ)|内部(?:メモ|備考|コメント)|管理(?:者|用)?メモ|社外秘',
    },
    money: { whole: '.*(?:価格|値段|原価|割引|送料|通貨|税率|定価)' },
    feedback: { whole: '.*(?:評価|レビュー|レビュー数|口コミ|販売数|閲覧数|人気度|ランキング)' },
    merchandising: {
      whole:
        '新着|新商品|セール|おすすめ|.*在庫.*|.*配送.*|発送.*|公開.*|表示.*|ステータス|.*仕入先|並び順|返品.*|数量',
    },
    picture: { whole: '.*(?:画像|写真|動画)\\d*' },
    name: { whole: '.*(?:名称|タイトル|見出し)' },
    fact: { whole: '.*(?:色|カラー|素材|材質|サイズ|柄|形|形状|味|香り|性別|原産国|産地|季節|言語|特徴)' },
  },
  facts: {
    colour: {
      names: 'カラー',
      values:
        'ブラック, ホワイト, グレー, レッド, ブルー, ネイビー, グリーン, イエロー, オレンジ, ブラウン, ベージュ, ピンク, パープル|紫, ゴールド, シルバー, カーキ, チャコール, アイボリー',
    },
    material: {
      names: '素材',
      values:
        'コットン, ウール, リネン, シルク, ポリエステル, ナイロン, レザー, スエード, デニム, ベルベット, カシミヤ, フリース, 木製|ウッド, バンブー|竹製, ステンレス, アルミ, 真鍮, ガラス, 陶器|セラミック, 磁器, プラスチック, シリコン, ゴム, コルク',
    },
    audience: {
      names: '対象',
      values:
        'メンズ|男性用, レディース|女性用|ウィメンズ, ユニセックス, キッズ|子供用|ユース, ボーイズ, ガールズ, ベビー|乳児|幼児',
    },
    features:
      '防水, 撥水, ワイヤレス, 充電式, オーガニック, 手作り|ハンドメイド, 折りたたみ, bluetooth, 洗濯可, 長袖, 半袖',
  },
};
