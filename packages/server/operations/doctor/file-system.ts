import { statfs } from 'node:fs/promises';
import { type Check, fine, notice, problem } from './check.ts';

/** Magic numbers of file systems over a network, on which locks and memory maps of SQLite are not safe (Linux, statfs(2)). */
const NETWORK: Readonly<Record<number, string>> = {
  26985: 'NFS',
  20859: 'SMB',
  4283649346: 'CIFS',
  4266872130: 'SMB2',
  16914839: '9P',
  1397113167: 'AFS',
  198183888: 'Lustre',
  12805120: 'Ceph',
};
const TEMPORARY: Readonly<Record<number, string>> = { 16914836: 'tmpfs', 2240043254: 'ramfs' };

/** The verdict on a kind of file system, by its magic number. */
export function verdictOn(type: number) {
  const network = NETWORK[type];
  if (network !== undefined) {
    return problem(
      `The data folder is on ${network}: SQLite loses data there.`,
      'Move it to a disk of this machine: stop the service, and use "decidable backup" and "decidable restore".',
    );
  }
  const temporary = TEMPORARY[type];
  if (temporary !== undefined) {
    return notice(
      `The data folder is in memory (${temporary}): it is gone with the next start of the machine.`,
      'Move it to a disk.',
    );
  }
  return fine('The data folder is on a file system of this machine, as far as can be told.');
}

export const fileSystem: Check = {
  name: 'file system',
  async run({ folder }) {
    if (process.platform !== 'linux') return fine('The kind of file system is looked at on Linux only.');
    return verdictOn((await statfs(folder)).type >>> 0);
  },
};
