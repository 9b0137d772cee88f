import {
  type KindChoices,
  type PrivacyChoices,
  type PrivateColumn,
  ROLES,
  type RoleOverrides,
} from '@decidable/engine/catalogue';
import { oneLine } from '@decidable/report/printable';
import { withRemedy } from '@decidable/report/warnings';
import { count, counted } from '@decidable/report/wording';
import {
  type CatalogueChanges,
  catalogueColumns,
  chooseColumns,
  importCatalogue,
  type Listed,
  listCatalogues,
} from '@decidable/server/shops';
import { type Command, InvalidArgumentError } from 'commander';
import {
  EXPORT_ARGUMENT,
  followPrivateOption,
  idOption,
  type ReadingFlags,
  settingsOf,
  settingsOption,
} from '../../input/export-settings.ts';
import { readGivenExport } from '../../input/given-export.ts';
import { importableCsv } from '../../input/importable-csv.ts';
import { jsonOption, kindOption, withExamples } from '../../options.ts';
import { printJson, printLines } from '../../output.ts';
import { dataOption, type OrganizationFlag, organizationOption, withOrganization } from '../../store/open.ts';
import { table } from '../../terminal/table.ts';

interface Flags extends OrganizationFlag {
  readonly json?: true;
}

/** The columns that the owner names as private and as public. */
interface PrivacyFlags {
  readonly private: readonly string[];
  readonly public: readonly string[];
}

const REASONS: Readonly<Record<PrivateColumn['reason'], string>> = {
  cost: 'says what the shop pays',
  margin: 'says what the shop earns',
  supplier: 'says from whom the shop buys',
  internal: 'is for the shop itself',
  owner: 'was made private',
};

export function add(program: Command): void {
  const catalogue = program
    .command('catalogue')
    .summary('the catalogue that is ranked: import, list, columns')
    .description('The catalogue that the service ranks for an organization.');
  const imported = catalogue
    .command('import')
    .summary('make an export the catalogue that is ranked')
    .description(
      'Makes an export the current catalogue of an organization. A running service takes it up by itself.',
    )
    .argument('<file...>', EXPORT_ARGUMENT)
    .addOption(idOption())
    .addOption(settingsOption())
    .addOption(followPrivateOption())
    .addOption(organizationOption())
    .option(
      '--role <role=column...>',
      `what a column is, kept at the next import: ${ROLES.join(', ')}; nothing behind the = where no column is that`,
      roleOf,
      {} as RoleOverrides,
    );
  addPrivacyOptions(imported.addOption(kindOption('how a column is read, kept at the next import')))
    .addOption(dataOption())
    .addOption(
      jsonOption('print { catalogueVersion, products, roles, examples, private, changes, warnings }'),
    )
    .action(importFile);
  withExamples(imported, [
    ['decidable catalogue import catalogue.csv --org ORG', 'roles are recognised'],
    ['decidable catalogue import x.csv --org ORG --role price=RRP', 'the price stands in the column RRP'],
    ['decidable catalogue import x.csv --org ORG --role brand=', 'no column is the brand'],
    ['decidable catalogue import x.csv --org ORG --private grade', 'no shopper sees the column grade'],
    [
      'decidable catalogue import x.csv --org ORG --kind range=category',
      'the numbers of the column range are names',
    ],
  ]);
  catalogue
    .command('list')
    .summary('list the catalogues of an organization, the latest first')
    .addOption(organizationOption())
    .addOption(dataOption())
    .addOption(jsonOption('print { organizationId, catalogues }'))
    .action(list);
  const columns = catalogue
    .command('columns')
    .summary('list the columns of the current catalogue, and make some private or public')
    .description(
      'Lists the columns of the catalogue that is ranked, with the part that each plays. A private column is in no answer, suggestion or reason, and no ranking uses it. Costs, margins, suppliers and internal notes are private by their names.',
    )
    .addOption(organizationOption());
  addPrivacyOptions(columns)
    .addOption(dataOption())
    .addOption(jsonOption('print { catalogueVersion, columns }'))
    .action(showColumns);
  withExamples(columns, [
    ['decidable catalogue columns --org ORG', 'which columns are private, and why'],
    ['decidable catalogue columns --org ORG --public Supplier', 'shoppers may see the column Supplier'],
  ]);
}

const column = (name: string, others: readonly string[]): readonly string[] => [...others, name];

const addPrivacyOptions = (command: Command): Command =>
  command
    .option('--private <column...>', 'a column that no shopper may see; kept at the next import', column, [])
    .option('--public <column...>', 'a column that shoppers may see, whatever its name; kept', column, []);

const choicesOf = ({ private: hidden, public: shown }: PrivacyFlags): PrivacyChoices => ({
  private: hidden,
  public: shown,
});

async function importFile(
  paths: readonly string[],
  flags: Flags & PrivacyFlags & ReadingFlags & { readonly role: RoleOverrides; readonly kind: KindChoices },
): Promise<void> {
  const given = await readGivenExport(paths, flags);
  const settings = await settingsOf(given, flags);
  const { file, warnings } = await importableCsv(given, settings);
  for (const warning of warnings)
    process.stderr.write(`decidable: ${file.name}: ${oneLine(withRemedy(warning, 'command line'))}\n`);
  const [roles, kinds] = [
    { ...settings.roles, ...flags.role },
    { ...settings.kinds, ...flags.kind },
  ];
  const imported = await withOrganization(flags, async (storage, id, note) => {
    const made = await importCatalogue(storage, id, file, roles, Date.now(), choicesOf(flags), kinds);
    await note('catalogue.imported', made.catalogueVersion, { name: file.name, products: made.products });
    return made;
  });
  if (flags.json) {
    await printJson(imported);
    return;
  }
  const { catalogueVersion, products, roles: taken, examples, changes } = imported;
  const recognised = ROLES.flatMap((role) => {
    const name = taken[role];
    if (name === undefined) return [];
    if (name === null) return [[role, '(none)', 'as you said']];
    const given = roles[role] === name ? ', as you said' : '';
    return [[role, oneLine(name), `for example ${oneLine(examples[role] ?? '')}${given}`]];
  });
  const width = Math.max(0, ...recognised.map(([, name]) => name.length));
  await printLines([
    `Imported ${counted(products, 'product')} as version ${catalogueVersion}. Its columns are taken as`,
    ...recognised.map(([role, name, example]) => `  ${role.padEnd(14)}${name.padEnd(width)}  ${example}`),
    '  attributes    all others that a shopper could be asked about',
    'Another column can be named with --role, for example --role price=RRP, or none with --role brand=.',
    ...tellListed(imported.lists),
    ...tellChanges(changes),
    ...tellPrivate(imported.private),
  ]);
  for (const warning of imported.warnings)
    process.stderr.write(`decidable: ${file.name}: ${withRemedy(warning, 'command line')}\n`);
}

function tellListed({ hidden, parents, variants, places }: Listed): string[] {
  const lines = [
    ...(hidden > 0 ? [`  ${counted(hidden, 'product')} that a column hides from shoppers`] : []),
    ...(parents > 0 ? [`  ${counted(parents, 'product')} without a price, whose variants have one`] : []),
  ];
  return [
    ...(lines.length > 0 ? ['Not in lists of the catalogue, since not sold by themselves:', ...lines] : []),
    ...(variants > 0
      ? [
          `Variants of one product take one place in lists: ${count(variants)} in ${counted(places, 'place')}.`,
        ]
      : []),
  ];
}

/** Column names that are listed. Set by hand. */
const MOST_COLUMNS = 10;

function tellChanges(changes: CatalogueChanges | undefined): string[] {
  if (changes === undefined) return [];
  const { products, columns } = changes;
  const named = (what: string, names: readonly string[]) =>
    names.length === 0
      ? []
      : [
          `  columns ${what}: ${names.slice(0, MOST_COLUMNS).map(oneLine).join(', ')}${names.length > MOST_COLUMNS ? `, and ${names.length - MOST_COLUMNS} more` : ''}`,
        ];
  return [
    'Since the catalogue before:',
    `  products: ${count(products.added)} new, ${count(products.removed)} gone, ${count(products.changed)} changed`,
    ...named('new', columns.added),
    ...named('gone', columns.removed),
  ];
}

function tellPrivate(columns: readonly PrivateColumn[]): string[] {
  if (columns.length === 0) return [];
  const width = Math.max(...columns.map(({ name }) => oneLine(name).length));
  return [
    'Private, in no answer and no ranking:',
    ...columns.map(({ name, reason }) => `  ${oneLine(name).padEnd(width)}  ${REASONS[reason]}`),
    'A column is made public with --public COLUMN, and another one private with --private COLUMN.',
  ];
}

async function showColumns(flags: Flags & PrivacyFlags): Promise<void> {
  const choices = choicesOf(flags);
  const isChange = flags.private.length > 0 || flags.public.length > 0;
  const { catalogueVersion, columns } = await withOrganization(flags, async (storage, id, note) => {
    if (!isChange) return catalogueColumns(storage, id);
    const chosen = await chooseColumns(storage, id, choices, Date.now());
    await note('columns.changed', chosen.catalogueVersion);
    return chosen;
  });
  if (flags.json) {
    await printJson({ organizationId: flags.org, catalogueVersion, columns });
    return;
  }
  const lines = table(
    [{ title: 'COLUMN' }, { title: 'KIND' }, { title: 'TAKEN AS' }, { title: 'PRIVATE' }],
    columns.map(({ name, kind, role, private: reason }) => [
      oneLine(name),
      kind,
      role ?? '',
      reason === undefined ? '' : `yes: it ${REASONS[reason]}`,
    ]),
  );
  await printLines([`Version ${catalogueVersion}`, '', ...lines]);
}

async function list(flags: Flags): Promise<void> {
  const catalogues = await withOrganization(flags, listCatalogues);
  if (flags.json) {
    await printJson({
      organizationId: flags.org,
      catalogues: catalogues.map(({ version, products, current, importedAt, roles }) => ({
        catalogueVersion: version,
        products,
        current,
        importedAt: new Date(importedAt).toISOString(),
        roles: roles ?? {},
      })),
    });
    return;
  }
  const lines = table(
    [
      { title: 'VERSION', whole: true },
      { title: 'PRODUCTS', align: 'right' },
      { title: 'IMPORTED' },
      { title: '' },
      { title: 'ROLES' },
    ],
    catalogues.map(({ version, products, current, importedAt, roles }) => [
      version,
      count(products),
      new Date(importedAt).toISOString().slice(0, 16).replace('T', ' '),
      current ? 'current' : '',
      Object.entries(roles ?? {})
        .map(([role, column]) => `${role}=${column ?? ''}`)
        .join(' '),
    ]),
  );
  await printLines(lines);
}

function roleOf(text: string, others: RoleOverrides): RoleOverrides {
  const at = text.indexOf('=');
  const role = ROLES.find((known) => known === text.slice(0, at).trim());
  const column = text.slice(at + 1).trim();
  if (at < 0 || role === undefined) {
    throw new InvalidArgumentError(
      `Give role=column, or role= for none, the role one of ${ROLES.join(', ')}.`,
    );
  }
  return { ...others, [role]: column === '' ? null : column };
}
