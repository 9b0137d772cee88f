import { plainText } from '../../../catalogue/texts/plain-text.ts';
import type { RuleName } from '../rules.ts';

/** Characters of a description that Google takes. */
export const MAX_DESCRIPTION = 5_000;

const TAG = /<\/?(?:p|br|div|span|ul|ol|li|b|i|em|strong|h[1-6]|table|tr|td|a|img)(?:\s[^<>]*)?\/?>/i;

/** What is wrong with a description. Markup is no fault in a shop's own export: shops write their pages in it. */
export function descriptionFaults(text: string, isFeed: boolean): RuleName[] {
  const faults: RuleName[] = [];
  if (text.length > MAX_DESCRIPTION && [...plainText(text)].length > MAX_DESCRIPTION)
    faults.push('description-too-long');
  if (isFeed && TAG.test(text)) faults.push('description-has-markup');
  return faults;
}
