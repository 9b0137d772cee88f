import { foldText } from './tokens.ts';

/** A name as a handle, to compare what shops and shoppers write: "Women's Boots" and "womens-boots" are one. */
export function handleOf(name: string): string {
  return foldText(name)
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}

/** The two parts of "colour=red", as filters and interests in values are written. */
export function attributeAndValue(filter: string): readonly [attribute: string, value: string] {
  const equals = filter.indexOf('=');
  return [filter.slice(0, equals), filter.slice(equals + 1)];
}

/** A name as an interest is kept under: NFC, trimmed, spaces collapsed, lower case. */
export function interestName(value: string): string {
  return value.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}
