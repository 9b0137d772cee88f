/** A name without letter case and punctuation: `Product ID`, `product_id` and `productId` are one. */
export const columnKey = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_.-]+/gu, '');
