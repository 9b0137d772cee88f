import type { Command } from 'commander';

/** The exports of a command's file: `add` registers it with the program. */
interface CommandFile {
  readonly add: (program: Command) => void;
}

/**
 * The commands by their heading in the help, one file each. A file is loaded when its command is called (or for the
 * help), so that `audit` does not load the dependencies of `serve`.
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
