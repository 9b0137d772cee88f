import type { Command } from 'commander';

/** What a command's file exports: `add` puts it into the program. */
interface CommandFile {
  readonly add: (program: Command) => void;
}

/**
 * Every command by the heading that it stands under in the help: one file a command. A file is loaded when its command
 * is called (or the help wants all of them), so that `audit` need not wait for what only `serve` uses.
 */
export const commands: Readonly<Record<string, Readonly<Record<string, () => Promise<CommandFile>>>>> = {
  Grading: {
    audit: () => import('./audit.ts'),
    verify: () => import('./verify.ts'),
  },
  Service: {
    serve: () => import('./serve.ts'),
    orgs: () => import('./orgs.ts'),
    keys: () => import('./keys.ts'),
    catalogue: () => import('./catalogue.ts'),
    usage: () => import('./usage.ts'),
    history: () => import('./history.ts'),
    personas: () => import('./personas.ts'),
    train: () => import('./train.ts'),
    replay: () => import('./replay.ts'),
    outcomes: () => import('./outcomes.ts'),
  },
};
