/** Characters that only group thousands, besides point and comma. */
const GROUP_MARKS = "'\u2019\u00a0\u202f ";
const GROUPED_BY_MARKS = new RegExp(`^\\d{1,3}(?:[${GROUP_MARKS}]\\d{3})+(?:[.,]\\d+)?$`);
const ANY_MARK = new RegExp(`[${GROUP_MARKS}]`);
const ALL_MARKS = new RegExp(`[${GROUP_MARKS}]`, 'g');
const OTHER_DIGITS = /[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9]/g;

/**
 * Full-width, Arabic and Persian digits, and the separators between them, as plain ones; a text without them as it is.
 */
export function withPlainDigits(text: string): string {
  const plain = text.replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 15));
  return plain === text ? text : plain.replace(/[\uff0c\u066c]/g, ',').replace(/[\uff0e\u066b]/g, '.');
}

/** Digits without the spaces and apostrophes that group them; undefined where these group anything but thousands. */
export function ungrouped(digits: string): string | undefined {
  if (!ANY_MARK.test(digits)) return digits;
  return GROUPED_BY_MARKS.test(digits) ? digits.replace(ALL_MARKS, '') : undefined;
}

/** Whether the groups of a whole number have three digits each, or two before the last three, as in India: 1,05,000. */
export function isGrouped(whole: string, group: string): boolean {
  const [first, ...rest] = whole.split(group);
  if (first.length < 1 || first.length > 3) return false;
  if (rest.every((part) => part.length === 3)) return true;
  return (
    group === ',' &&
    first.length < 3 &&
    rest.every((part, i) => part.length === (i === rest.length - 1 ? 3 : 2))
  );
}
