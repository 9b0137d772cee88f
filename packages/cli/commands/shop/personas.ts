import { PERSONAS } from '@decidable/engine/session';
import { printable } from '@decidable/report/printable';
import { counted } from '@decidable/report/wording';
import { PersonaSettingsError, parsePersonaSettings, setPersonas } from '@decidable/server/shops';
import type { Command } from 'commander';
import { BadInput } from '../../fault.ts';
import { readGiven } from '../../input.ts';
import { jsonOption } from '../../options.ts';
import { print, printJson, printLines } from '../../output.ts';
import { dataOption, type OrganizationFlag, organizationOption, withOrganization } from '../../store/open.ts';

interface Flags extends OrganizationFlag {
  readonly json?: true;
}

export function add(program: Command): void {
  const personas = program
    .command('personas')
    .summary("an organization's own personas, and what its behaviours speak for")
    .description(
      'Personas beside the shipped ones (or in their place, by id), and the behaviours of /track/behavior that speak for a persona. A running service takes them over by itself, within about a second.',
    );
  personas
    .command('show')
    .description('prints the personas and behaviours of an organization')
    .addOption(organizationOption())
    .addOption(dataOption())
    .addOption(jsonOption('print { organizationId, shipped, own }'))
    .action(show);
  personas
    .command('set')
    .description(
      'replaces them by those of a JSON file: { "personas": [{ "id", "label", "evidence": [{ "signal" or "measure", "weight" }] }], "behaviours": { "slug": { "persona", "weight" } } }; an empty object removes them',
    )
    .argument('<file>', 'the JSON file; or - for standard input')
    .addOption(organizationOption())
    .addOption(dataOption())
    .action(set);
}

async function show(flags: Flags): Promise<void> {
  const json = await withOrganization(flags, (storage, id) => storage.organizations.personas(id));
  const own = json === undefined ? {} : (JSON.parse(json) as ReturnType<typeof parsePersonaSettings>);
  if (flags.json) {
    await printJson({ organizationId: flags.org, shipped: PERSONAS, own });
    return;
  }
  const replaced = new Set(own.personas?.map(({ id }) => id));
  const lines = [
    ...PERSONAS.filter(({ id }) => !replaced.has(id)).map(({ id, label }) => `${id}  ${label}`),
    ...(own.personas ?? []).map(({ id, label }) => `${id}  ${label} (own)`),
    ...Object.entries(own.behaviours ?? {}).map(
      ([slug, { persona, weight }]) => `behaviour ${slug} → ${persona} (${weight})`,
    ),
  ];
  await printLines(lines.map(printable));
}

async function set(file: string, flags: Flags): Promise<void> {
  const settings = await read(file);
  await withOrganization(flags, async (storage, id, note) => {
    await setPersonas(storage, id, settings);
    await note('personas.changed', `${settings.personas?.length ?? 0} personas`);
  });
  const behaviours = Object.keys(settings.behaviours ?? {}).length;
  await print(
    `${counted(settings.personas?.length ?? 0, 'persona')} and ${counted(behaviours, 'behaviour')} in force.\n`,
  );
}

async function read(file: string): Promise<ReturnType<typeof parsePersonaSettings>> {
  const { name, bytes } = await readGiven(file);
  try {
    return parsePersonaSettings(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (error) {
    if (error instanceof PersonaSettingsError || error instanceof SyntaxError) {
      throw new BadInput(`${name}: ${error.message}`, { cause: error });
    }
    throw error;
  }
}
