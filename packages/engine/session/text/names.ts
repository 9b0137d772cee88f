import { foldText } from './tokens.ts';

/** A name as a handle, to compare what shops and shoppers write: "Women's Boots" and "womens-boots" are one. */
export function handleOf(name: string): string {
  return foldText(name)
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}

/** A name as an interest is kept under: NFC, trimmed, spaces collapsed, lower case. */
export function interestName(value: string): string {
  return value.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}
