import { tha as stopWords } from 'stopword';
import type { LanguagePack } from '../language-pack.ts';

export const tha: LanguagePack = {
  code: 'tha',
  unspaced: true,
  words: { particles: stopWords, headFirst: true },
  negation: { negators: ['ไม่มี', 'ปราศจาก'] },
  money: { only: 'บาท' },
  answers: { yes: ['ใช่', 'มี'], no: ['ไม่'] },
  availability: {
    available: 'มีสินค้า|พร้อมส่ง|มีในสต็อก',
    unavailable: 'สินค้าหมด|หมด|ไม่มีสินค้า|เลิกจำหน่าย',
    orderable: 'พรีออเดอร์|สั่งจองล่วงหน้า',
    stock: 'สต็อก|จำนวนคงเหลือ|คงเหลือ',
    not: 'ไม่',
    pieces: 'ชิ้น',
  },
  promotions: 'ส่งฟรี',
  headers: {
    tradeNumber: 'บาร์โค้ด',
    productId: 'รหัส(?:สินค้า|ผลิตภัณฑ์)?',
    optionNames: { colour: 'สี', size: 'ขนาด|ไซส์', material: 'วัสดุ', gender: 'เพศ' },
    identifier: { whole: 'รหัส(?:สินค้า)?|บาร์โค้ด' },
    title: { whole: 'ชื่อ(?:สินค้า|ผลิตภัณฑ์)?' },
    price: { whole: 'ราคา(?:ขาย)?' },
    brand: { whole: 'ยี่ห้อ|แบรนด์|ผู้ผลิต' },
    category: { whole: 'หมวดหมู่(?:สินค้า)?|ประเภท(?:สินค้า)?' },
    availability: { whole: 'สต็อก|สถานะสินค้า|คงเหลือ' },
    text: { whole: '(?:รายละเอียด|คำอธิบาย)(?:สินค้า)?' },
    image: { whole: '(?:ลิงก์)?รูป(?:ภาพ|สินค้า)?' },
    private: {
      cost: '(?:ราคา)?ต้นทุน|ราคาซื้อ',
      margin: 'กำไร|อัตรากำไร',
      supplier: '(?:ชื่อ)?(?:ผู้จำหน่าย|ซัพพลายเออร์)',
      internal: 'หมายเหตุภายใน|ใช้ภายใน',
    },
    fact: { whole: '(?:สี|วัสดุ|ขนาด|ลวดลาย|รูปทรง|สไตล์|รสชาติ|กลิ่น|เพศ|ประเทศผู้ผลิต|ฤดูกาล|ภาษา)' },
  },
  facts: {
    colour: {
      names: 'สี',
      values: 'สีดํา, สีขาว, สีเทา, สีแดง, สีน้ําเงิน|สีฟ้า, สีเขียว, สีเหลือง, สีส้ม, สีน้ําตาล, สีชมพู, สีม่วง, สีทอง, สีเงิน',
    },
    material: {
      names: 'วัสดุ',
      values: 'ผ้าฝ้าย, ขนสัตว์, ผ้าไหม, หนัง, ไม้, ไม้ไผ่, สแตนเลส, เหล็ก, แก้ว, เซรามิก, พลาสติก, ยาง, กระดาษ',
    },
    audience: { names: 'สําหรับใคร', values: 'ผู้ชาย, ผู้หญิง, ยูนิเซ็กซ์, เด็ก, ทารก' },
    features: 'กันน้ํา, ไร้สาย, ออร์แกนิก, พับได้, บลูทูธ, ทํามือ',
  },
};
