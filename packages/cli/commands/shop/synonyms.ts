import { languagesWithThesaurus, thesaurusOf } from '@decidable/engine/session';
import { oneLine } from '@decidable/report/printable';
import { counted } from '@decidable/report/wording';
import { InvalidInput, NotFound } from '@decidable/server/errors';
import { learnedSynonymsOf } from '@decidable/server/learning';
import {
  importSynonyms,
  learnedInForce,
  removeSynonym,
  synonymRulesOf,
  synonymSettingsOf,
  writeSynonyms,
} from '@decidable/server/shops';
import { Argument, type Command } from 'commander';
import { BadInput } from '../../fault.ts';
import { readGiven } from '../../input.ts';
import { jsonOption, withExamples } from '../../options.ts';
import { print, printJson, printLines } from '../../output.ts';
import { dataOption, type OrganizationFlag, organizationOption, withOrganization } from '../../store/open.ts';
import { table } from '../../terminal/table.ts';

interface Flags extends OrganizationFlag {
  readonly json?: true;
}

interface RemoveFlags extends Flags {
  readonly all?: true;
}

export function add(program: Command): void {
  const synonyms = program
    .command('synonyms')
    .summary('words that a search also finds: import, list, remove, export, usual')
    .description(
      'Synonyms of a shop: a search for "laptop" also finds notebooks. Products with the word itself come before those with a synonym. A running service takes changes over by itself, within about a second.',
    );
  const imported = synonyms
    .command('import')
    .summary('replace the synonyms by those of a file')
    .description(
      'Replaces the synonyms of an organization by those of a text or CSV file (UTF-8), a rule a line: "laptop, notebook" find each other; "tv => television" finds televisions for "tv", and not the reverse. Both sides may have several words and phrases of up to 4 words, with commas between. Lines that begin with # are comments. A file with a fault changes nothing.',
    )
    .argument('<file>', 'the file, or - for standard input')
    .addOption(organizationOption())
    .addOption(dataOption())
    .addOption(jsonOption('print { organizationId, rules }'))
    .action(importFile);
  withExamples(imported, [
    ['decidable synonyms import synonyms.txt --org ORG', 'those of the file, no others'],
  ]);
  synonyms
    .command('list')
    .summary('list the synonyms in force, given and learned')
    .description(
      'Lists the synonyms of an organization: those that it gave, and those that sessions taught at the last training, with the visitors that searched for either word, and the share of what they chose that is the same. "synonyms remove" refuses a learned one for good.',
    )
    .addOption(organizationOption())
    .addOption(dataOption())
    .addOption(jsonOption('print { organizationId, rules, learned }'))
    .action(list);
  synonyms
    .command('export')
    .summary('print the synonyms as a file that import reads')
    .addOption(organizationOption())
    .addOption(dataOption())
    .action(exportFile);
  synonyms
    .command('usual')
    .summary('print the usual synonyms as a file that import reads')
    .description(
      'Prints the names of things that searches know without any file, so that a shop can replace them: each name that a rule of its own has is read by that rule alone.',
    )
    .addArgument(
      new Argument('[language]', 'of the catalogue').choices(languagesWithThesaurus()).default('eng'),
    )
    .action(usual);
  synonyms
    .command('remove')
    .summary('remove the rules of a word, or all')
    .description(
      'Removes the rules in which a word or phrase is searched for, with all their words. Learned synonyms of it are refused, and not learned again.',
    )
    .argument('[word]', 'word or phrase, from "synonyms list"')
    .addOption(organizationOption())
    .option('--all', 'remove all rules, and refuse all learned synonyms')
    .addOption(dataOption())
    .addOption(jsonOption('print { organizationId, removed }'))
    .action(remove);
}

async function importFile(path: string, flags: Flags): Promise<void> {
  const { name, bytes } = await readGiven(path);
  const rules = await withOrganization(flags, async (storage, id, note) => {
    try {
      const given = await importSynonyms(storage, id, bytes);
      await note('synonyms.changed', `${given.length} rules`);
      return given;
    } catch (error) {
      if (error instanceof InvalidInput) throw new BadInput(`${name}: ${error.message}`, { cause: error });
      throw error;
    }
  });
  if (flags.json) await printJson({ organizationId: flags.org, rules });
  else await print(`${counted(rules.length, 'rule')} of synonyms in force.\n`);
}

const rulesOf = (flags: Flags) => withOrganization(flags, synonymRulesOf);

async function list(flags: Flags): Promise<void> {
  const { rules, learned } = await withOrganization(flags, async (storage, id) => {
    const settings = await synonymSettingsOf(storage, id);
    return {
      rules: settings.rules,
      learned: learnedInForce(settings, await learnedSynonymsOf(storage.models, id)),
    };
  });
  if (flags.json) {
    await printJson({ organizationId: flags.org, rules, learned });
    return;
  }
  if (rules.length + learned.length === 0) {
    await print('No synonyms. "decidable synonyms import FILE" gives some.\n');
    return;
  }
  const given = rules.map(({ words, finds }) => [
    oneLine(words.join(', ')),
    finds === undefined ? 'each other' : oneLine(finds.join(', ')),
    'given',
  ]);
  const taught = learned.map(({ word, finds, visitors: [own, other], share }) => [
    oneLine(word),
    oneLine(finds),
    `learned: ${own} and ${other} visitors, ${Math.round(100 * share)} % chose the same`,
  ]);
  await printLines(
    table([{ title: 'SEARCHED' }, { title: 'ALSO FINDS' }, { title: 'SOURCE' }], [...given, ...taught]),
  );
}

async function exportFile(flags: Flags): Promise<void> {
  await print(writeSynonyms(await rulesOf(flags)));
}

async function usual(language: string): Promise<void> {
  await print(writeSynonyms(thesaurusOf(language).map((words) => ({ words }))));
}

async function remove(word: string | undefined, flags: RemoveFlags): Promise<void> {
  if ((word === undefined) !== (flags.all === true)) {
    throw new BadInput('name the word whose rules are to be removed, or give --all, not both.');
  }
  const removed = await withOrganization(flags, async (storage, id, note) => {
    try {
      const count = await removeSynonym(storage, id, word);
      await note('synonyms.removed', word ?? 'all', { rules: count });
      return count;
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      throw new BadInput(
        `no rule has synonyms of ${oneLine(word!)}; "decidable synonyms list --org ${flags.org}" shows all.`,
        { cause: error },
      );
    }
  });
  if (flags.json) await printJson({ organizationId: flags.org, removed });
  else await print(`Removed ${counted(removed, 'rule')}.\n`);
}
