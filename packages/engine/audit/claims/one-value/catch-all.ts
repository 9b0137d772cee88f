import { foldText } from '../../../languages/fold-text.ts';
import { phrasesIn } from '../../../languages/index.ts';

const CATCH_ALL = new RegExp(
  `^(?:${phrasesIn(({ catchAll }) => catchAll, 'tbd|tba|todo|xxx?|n a|null')})$`,
  'u',
);

/** Whether a value is one that fits every product, in any of the languages. */
export function isCatchAll(label: string): boolean {
  const words = foldText(label).match(/[\p{L}\p{N}]+/gu) ?? [];
  return CATCH_ALL.test(words.join(' '));
}
