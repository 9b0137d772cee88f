import { statfs } from 'node:fs/promises';
import { storeSize } from '../../storage/index.ts';
import { type Check, fine, notice, problem } from './check.ts';

/** The write-ahead log grows to 64 MB beside a slow copy: with less no write is safe. Set by hand. */
const LEAST = 128 * 1024 * 1024;
/** The verdict on free space, both in bytes. A copy on the same disk needs as much as the store takes. */
export function verdictOn(free: number, used: number) {
  const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`;
  const found = `${megabytes(free)} free, the store takes ${megabytes(used)}`;
  if (free < LEAST)
    return problem(
      `${found}: on a full disk nearly every request is refused.`,
      'Free some space, or shorten the times of retention.',
    );
  if (free < used)
    return notice(`${found}: a copy would not fit beside it.`, 'Back up to another disk, or make room.');
  return fine(`${found}.`);
}

export const diskSpace: Check = {
  name: 'disk space',
  async run({ folder }) {
    const { bavail, bsize } = await statfs(folder);
    return verdictOn(bavail * bsize, storeSize(folder));
  },
};
