import type { Command } from 'commander';

/** The exports of a command's file: `add` registers it with the program. */
interface CommandFile {
  readonly add: (program: Command) => void;
}

/**
 * The commands by their heading in the help, one file each, in the folder of the heading. A file is loaded when its
 * command is called (or for the help), so that `audit` does not load the dependencies of `serve`.
 */
export const commands: Readonly<Record<string, Readonly<Record<string, () => Promise<CommandFile>>>>> = {
  Grading: {
    audit: () => import('./grading/audit.ts'),
    apply: () => import('./grading/apply.ts'),
    verify: () => import('./grading/verify.ts'),
    history: () => import('./grading/history.ts'),
  },
  Shop: {
    catalogue: () => import('./shop/catalogue.ts'),
    personas: () => import('./shop/personas.ts'),
    synonyms: () => import('./shop/synonyms.ts'),
    train: () => import('./shop/train.ts'),
    outcomes: () => import('./shop/outcomes.ts'),
    sessions: () => import('./shop/sessions.ts'),
    orders: () => import('./shop/orders.ts'),
    replay: () => import('./shop/replay.ts'),
  },
  Service: {
    serve: () => import('./service/serve.ts'),
    orgs: () => import('./service/orgs.ts'),
    keys: () => import('./service/keys.ts'),
    webhooks: () => import('./service/webhooks.ts'),
    people: () => import('./service/people.ts'),
    usage: () => import('./service/usage.ts'),
    backup: () => import('./service/backup.ts'),
    restore: () => import('./service/restore.ts'),
    move: () => import('./service/move.ts'),
    doctor: () => import('./service/doctor.ts'),
  },
};
