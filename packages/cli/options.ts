import { limits } from '@decidable/contract/limits';
import { CatalogueError, CHOSEN_KINDS, chosenKind, type KindChoices } from '@decidable/engine/catalogue';
import { InvalidInput } from '@decidable/server/errors';
import { type Command, InvalidArgumentError, Option } from 'commander';

/** Options that several commands share, with their validation. */

export const SOURCES = ['merchant', 'extracted', 'enriched', 'inferred'] as const;

export function sourceOption(description: string): Option {
  return new Option('--source <source>', description).choices(SOURCES).default('merchant');
}

export function jsonOption(what = 'print the result as JSON'): Option {
  return new Option('--json', what);
}

export function memoryOption(): Option {
  return new Option(
    '--memory <megabytes>',
    'heap that grading may take (default: ¾ of the machine, at most 4096)',
  ).argParser((text) => wholeNumber(text, 16, 1_000_000));
}

/** Facts of which an empty cell means no. */
export const emptyMeansNoOption = (): Option =>
  new Option('--empty-means-no <attribute...>', 'facts that say yes where they hold: an empty cell means no');

/** The owner's name of the shelf. */
export const categoryOption = (): Option =>
  new Option('--category <name>', 'your own name for the shelf').argParser((text) => {
    if ([...text].length > limits.category || text === '')
      throw new InvalidArgumentError(`Give 1 to ${limits.category} characters.`);
    return text;
  });

/** `--kind column=kind`, collected over all that are given. */
export function kindOption(description: string): Option {
  return new Option('--kind <column=kind>', `${description}: ${CHOSEN_KINDS.join(', ')}; may be given again`)
    .argParser(kindOf)
    .default({}, 'as recognised');
}

/** A name may contain an equals sign, a kind does not. */
function kindOf(text: string, others: KindChoices): KindChoices {
  const at = text.lastIndexOf('=');
  const column = text.slice(0, at).trim();
  if (at < 0 || column === '') throw new InvalidArgumentError('It is written as column=kind.');
  try {
    return { ...others, [column]: chosenKind(text.slice(at + 1)) };
  } catch (error) {
    if (error instanceof CatalogueError) throw new InvalidArgumentError(error.message);
    throw error;
  }
}

/** A number within (0, most]. */
export function positive(text: string, most: number): number {
  const value = Number(text);
  if (text.trim() === '' || !(value > 0 && value <= most)) {
    throw new InvalidArgumentError(`Give a number above 0, at most ${most.toLocaleString('en-GB')}.`);
  }
  return value;
}

export function wholeNumber(text: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d+$/u.test(text) || value < least || value > most) {
    throw new InvalidArgumentError(
      `Give a whole number from ${least.toLocaleString('en-GB')} to ${most.toLocaleString('en-GB')}.`,
    );
  }
  return value;
}

/** A check of the server as the check of an option: what it refuses is refused as an option. */
export const valid =
  <T>(check: (text: string) => T) =>
  (text: string): T => {
    try {
      return check(text);
    } catch (error) {
      if (error instanceof InvalidInput) throw new InvalidArgumentError(error.message);
      throw error;
    }
  };

/** Adds examples to the end of a command's help. */
export function withExamples(command: Command, examples: readonly (readonly [string, string])[]): Command {
  const longest = Math.max(...examples.map(([line]) => line.length));
  const lines = examples.map(([line, meaning]) => `  ${line.padEnd(longest)}   ${meaning}`);
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}
