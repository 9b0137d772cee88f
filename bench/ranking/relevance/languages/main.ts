import { readOptions } from '../../../options.ts';
import { decidable } from '../decidable.ts';
import { miniSearch } from '../libraries.ts';
import { type Answer, answersOf } from './first-right.ts';

const USAGE = `npm run bench:languages -- [options]

Fourteen languages with twelve searches each over a small catalogue: inflected, half typed, written in another script or
without marks, and as parts of compounds. Counts the searches that have the right product first.

  --wrong   also print the searches of the first halves that have another one`;

const options = readOptions(USAGE, { wrong: { type: 'boolean', default: false } });
const ours = await answersOf(decidable.find(({ name }) => name === '/catalog/ranked with a query')!);
const theirs = await answersOf(miniSearch);

const right = (answers: readonly Answer[], isSeen: boolean, language?: string): number =>
  answers.filter(
    (answer) =>
      answer.isSeen === isSeen &&
      answer.first === answer.meant &&
      (language === undefined || answer.language === language),
  ).length;
const line = (name: string, language?: string): string =>
  [
    name,
    ...[ours, theirs].flatMap((answers) => [true, false].map((seen) => right(answers, seen, language))),
  ].join('\t');

console.log('\tours, first half, second half, MiniSearch, first half, second half');
for (const language of new Set(ours.map((answer) => answer.language))) console.log(line(language, language));
console.log(line(`of ${ours.length / 2}`));
if (options.wrong) {
  for (const { query, meant, first, isSeen } of ours) {
    if (isSeen && first !== meant) console.log(`${query}: ${first ?? 'nothing'} before ${meant}`);
  }
}
