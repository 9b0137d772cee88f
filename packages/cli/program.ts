import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { commands } from './commands/index.ts';
import { paint } from './terminal/paint.ts';

/**
 * The command line with the command that `args` name, or with all commands for the help. Parsing throws
 * `CommanderError` and `BadInput`, and never exits the process.
 */
export async function createProgram(args: readonly string[]): Promise<Command> {
  const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const program = new Command('decidable')
    .description('Grade a catalogue in bits of decision information, and run the ranking service.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .configureHelp({
      styleTitle: (text) => paint(process.stdout).bold(text),
      styleCommandText: (text) => paint(process.stdout).cyan(text),
      styleOptionText: (text) => paint(process.stdout).cyan(text),
      styleArgumentText: (text) => paint(process.stdout).cyan(text),
    })
    .addHelpText(
      'after',
      `
Examples:
  decidable audit catalogue.csv                        what is worth recording, and for which products
  decidable audit catalogue.csv --report report.html   the same as a page to pass on
  decidable apply catalogue.csv sheet.csv -o new.csv   write a filled repair sheet back
  decidable verify before.csv after.csv                what moved between two exports

Exit codes: 0 fine, 2 something in the input to put right, 1 our fault,
3 below what --fail-under or --fail-on asks.`,
    );
  const named = args[0];
  const known = Object.values(commands).some((group) => named !== undefined && named in group);
  for (const [heading, group] of Object.entries(commands)) {
    program.commandsGroup(`${heading}:`);
    for (const [name, load] of Object.entries(group)) {
      if (!known || name === named) (await load()).add(program);
    }
  }
  program.commandsGroup('Other:').helpCommand('help [command]', 'print the help of a command');
  inherit(program);
  return program;
}

/** Makes the errors of every command reach the caller, with a reference to its help. */
function inherit(command: Command): void {
  command.exitOverride();
  command.showHelpAfterError(`See "${pathOf(command)} --help".`);
  command.configureOutput({
    writeErr: (text) => process.stderr.write(text),
    outputError: (text, write) => write(text.replace(/^error: /u, 'decidable: ')),
  });
  for (const child of command.commands) inherit(child);
}

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}
