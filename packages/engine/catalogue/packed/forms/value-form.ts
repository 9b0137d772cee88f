import { jsonOf, measureNames, textOf } from './json-form.ts';
import type { Entry, ValueStyle } from './pack-style.ts';

/** How a text holds the values of one attribute as JSON, if it does. */
export function valueStyleOf(text: string): ValueStyle | undefined {
  const json = jsonOf(text);
  if (Array.isArray(json)) {
    if (!json.every((value) => value === null || typeof value !== 'object')) return undefined;
    return /^\s*\[\s*'/.test(text) ? { form: 'value', isPython: true } : { form: 'value' };
  }
  const measure = measureNames(json);
  return measure === undefined ? undefined : { form: 'value', measure };
}

/** The one entry of a text, whose key is empty: the column has the name. */
export function valueEntries(text: string, style: ValueStyle): readonly Entry[] | undefined {
  const own = valueStyleOf(text);
  if (own === undefined || (own.measure === undefined) !== (style.measure === undefined)) return undefined;
  const value = textOf(jsonOf(text)!);
  return value === undefined || value === '' ? [] : [{ key: '', value }];
}

/** The text of a value in place of one that holds none; undefined where a measure has no number. */
export function withValueEntry(
  _: string,
  { measure, isPython }: ValueStyle,
  { value }: Entry,
): string | undefined {
  if (measure === undefined) {
    const isQuoted = isPython === true && !/['\\\p{Cc}]/u.test(value);
    return isQuoted ? `['${value}']` : JSON.stringify([value]);
  }
  const [, number, unit] = /^([-+]?\d+(?:\.\d+)?)\s*(\S.*)$/.exec(value) ?? [];
  return number === undefined
    ? undefined
    : JSON.stringify({ [measure[0]]: Number(number), [measure[1]]: unit });
}
