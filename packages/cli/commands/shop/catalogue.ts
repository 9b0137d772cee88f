import { ROLES, type RoleOverrides } from '@decidable/engine/catalogue';
import { importCatalogue, listCatalogues } from '@decidable/server/shops';
import { type Command, InvalidArgumentError } from 'commander';
import { readGiven } from '../../input.ts';
import { jsonOption, withExamples } from '../../options.ts';
import { printJson, printLines } from '../../output.ts';
import { count, counted } from '../../report/wording.ts';
import { dataOption, type OrganizationFlag, organizationOption, withOrganization } from '../../store/open.ts';
import { oneLine } from '../../terminal/printable.ts';
import { table } from '../../terminal/table.ts';

interface Flags extends OrganizationFlag {
  readonly json?: true;
}

export function add(program: Command): void {
  const catalogue = program
    .command('catalogue')
    .summary('the catalogue that is ranked: import, list')
    .description('The catalogue that the service ranks for an organization.');
  const imported = catalogue
    .command('import')
    .summary('make a CSV the catalogue that is ranked')
    .description(
      'Makes a CSV the current catalogue of an organization. A running service takes it up by itself.',
    )
    .argument('<file>', 'CSV file, one product a row, the first column its id; or - for standard input')
    .addOption(organizationOption())
    .option(
      '--role <role=column...>',
      `what a column is, where its name does not tell: ${ROLES.join(', ')}; nothing behind the = where no column is that`,
      roleOf,
      {} as RoleOverrides,
    )
    .addOption(dataOption())
    .addOption(jsonOption('print { catalogueVersion, products, roles }'))
    .action(importFile);
  withExamples(imported, [
    ['decidable catalogue import catalogue.csv --org ORG', 'roles are recognised'],
    ['decidable catalogue import x.csv --org ORG --role price=RRP', 'the price stands in the column RRP'],
    ['decidable catalogue import x.csv --org ORG --role brand=', 'no column is the brand'],
  ]);
  catalogue
    .command('list')
    .summary('list the catalogues of an organization, the latest first')
    .addOption(organizationOption())
    .addOption(dataOption())
    .addOption(jsonOption('print { organizationId, catalogues }'))
    .action(list);
}

async function importFile(path: string, flags: Flags & { readonly role: RoleOverrides }): Promise<void> {
  const file = await readGiven(path);
  const imported = await withOrganization(flags, (storage, id) =>
    importCatalogue(storage, id, file, flags.role, Date.now()),
  );
  if (flags.json) {
    await printJson(imported);
    return;
  }
  const { catalogueVersion, products, roles } = imported;
  const recognised = ROLES.flatMap((role) =>
    roles[role] === undefined ? [] : [`  ${role.padEnd(14)}${oneLine(roles[role] ?? '(none)')}`],
  );
  await printLines([
    `Imported ${counted(products, 'product')} as version ${catalogueVersion}. Its columns are taken as`,
    ...recognised,
    '  attributes    all others that a shopper could be asked about',
    'Another column can be named with --role, for example --role price=RRP, or none with --role brand=.',
  ]);
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
