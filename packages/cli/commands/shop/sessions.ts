import type { Command } from 'commander';
import * as admit from './sessions/admit.ts';
import * as putAside from './sessions/put-aside.ts';
import * as remove from './sessions/remove.ts';

/** The subcommands, one file each, in the order of the help. */
const SUBCOMMANDS: readonly { readonly add: (sessions: Command) => void }[] = [putAside, admit, remove];

export function add(program: Command): void {
  const sessions = program
    .command('sessions')
    .summary('sessions that the model does not learn from, and what to do with them')
    .description('The sessions of an organization, as an owner rules over them.');
  for (const subcommand of SUBCOMMANDS) subcommand.add(sessions);
}
