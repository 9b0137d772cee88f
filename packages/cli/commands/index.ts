import type { Command } from 'commander';
import { addAudit } from './audit.ts';
import { addVerify } from './verify.ts';

/** Every command, in the order of the help: one file a command, each adding itself to the program. */
export const commands: readonly ((program: Command) => void)[] = [addAudit, addVerify];
