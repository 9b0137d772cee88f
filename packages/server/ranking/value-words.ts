import { headerWords, isAffirmed, isDenied, optionConceptOf } from '@decidable/engine/catalogue';

const LIMITS: readonly (readonly [sign: string, words: string])[] = [
  ['<=', 'at most '],
  ['>=', 'at least '],
  ['<', 'less than '],
  ['>', 'more than '],
];

/** A limit in words: "<=2" as "at most 2". Any other value stays. */
function limitInWords(value: string): string {
  const limit = LIMITS.find(([sign]) => value.startsWith(sign) && /^\s*\d/.test(value.slice(sign.length)));
  return limit === undefined ? value : `${limit[1]}${value.slice(limit[0].length).trim()}`;
}

/** "60-150" as "60 to 150"; either end may be open. */
export function rangeInWords(range: string): string {
  const [min, max] = range.split('-');
  if (min === '' || min === '0') return `up to ${max}`;
  return max === '' || max === undefined ? `from ${min}` : `${min} to ${max}`;
}

/** A word with a capital in front, which stays within a sentence only where it is a name: "Purple", not "RGB". */
const CAPITALISED = /^\p{Lu}[\p{Ll}\s-]+$/u;
/** A number that means yes in one column counts something in another. */
const WORD = /\p{L}{2}/u;

/** A column and one of its values, from "column=value"; `undefined` without a value. */
export function valueNamed(signal: string): { readonly column: string; readonly value: string } | undefined {
  const equals = signal.indexOf('=');
  return equals < 0 ? undefined : { column: signal.slice(0, equals), value: signal.slice(equals + 1) };
}

/**
 * A value of a product in words, without the name of its column where that says nothing more: "BaseColour=Purple" as
 * "it is purple", "screen_size=27 in" as "its screen size is 27 in", "isWireless=Yes" as "wireless: yes".
 */
export function valueInWords({ column, value }: { readonly column: string; readonly value: string }): string {
  const name = headerWords(column).replace(/^(?:is|has) /, '') || column;
  if (WORD.test(value) && isDenied(value)) return `${name}: no`;
  if (WORD.test(value) && isAffirmed(value)) return `${name}: yes`;
  const concept = optionConceptOf(name) ?? optionConceptOf(name.split(' ').at(-1)!);
  if (concept === undefined || concept === 'size' || !WORD.test(value))
    return `its ${name} is ${limitInWords(value)}`;
  return `it is ${CAPITALISED.test(value) ? value.toLowerCase() : value}`;
}
