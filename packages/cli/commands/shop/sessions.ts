import type { Command } from 'commander';
import * as admit from './sessions/admit.ts';
import * as erase from './sessions/erase.ts';
import * as exclude from './sessions/exclude.ts';
import * as exported from './sessions/export.ts';
import * as putAside from './sessions/put-aside.ts';

/** The subcommands, one file each, in the order of the help. */
const SUBCOMMANDS: readonly { readonly add: (sessions: Command) => void }[] = [
  putAside,
  admit,
  exclude,
  exported,
  erase,
];

export function add(program: Command): void {
  const sessions = program
    .command('sessions')
    .summary('sessions one by one: what the model leaves out, export, erase')
    .description('Which sessions the model learns from; export and erase a session.');
  for (const subcommand of SUBCOMMANDS) subcommand.add(sessions);
}
