import type { Command } from 'commander';
import { addAudit } from './audit.ts';
import { addCatalogue } from './catalogue.ts';
import { addHistory } from './history.ts';
import { addKeys } from './keys.ts';
import { addOrgs } from './orgs.ts';
import { addServe } from './serve.ts';
import { addUsage } from './usage.ts';
import { addVerify } from './verify.ts';

/** A heading in the help, and the commands below it: one file a command, each adding itself to the program. */
export const commands: readonly (readonly [heading: string, ...((program: Command) => void)[]])[] = [
  ['Grading', addAudit, addVerify],
  ['Service', addServe, addOrgs, addKeys, addCatalogue, addUsage, addHistory],
];
