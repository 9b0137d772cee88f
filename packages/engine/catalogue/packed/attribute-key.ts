/** The name of an attribute as it is compared: in one letter case, with single spaces. */
export const attributeKey = (name: string): string =>
  name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
