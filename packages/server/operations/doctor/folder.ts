import { constants } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Check, fine, notice, problem } from './check.ts';

/** Bits of group and others. */
const BEYOND_OWNER = 0o077;

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

function goneOr(error: unknown): undefined {
  if (!isGone(error)) throw error;
}

export const folder: Check = {
  name: 'data folder',
  async run({ folder: path }) {
    const remedy =
      'Give the folder and its files to the user that runs the service, with the right to write.';
    const mine = process.getuid?.();
    for (const name of ['.', ...(await readdir(path))]) {
      const each = join(path, name);
      // A running service renames some of them all the time.
      const found = await stat(each).catch(goneOr);
      if (found === undefined) continue;
      const { mode, uid } = found;
      try {
        await access(each, constants.R_OK | constants.W_OK);
      } catch (error) {
        if (isGone(error)) continue;
        return problem(`${each} cannot be read and written by this user.`, remedy);
      }
      if (mine === 0 && uid !== 0) {
        return notice(
          `${each} belongs to user ${uid}, and this is the superuser.`,
          `Run "decidable" as user ${uid}: files that the superuser makes here cannot be written by the service.`,
        );
      }
      if (name === '.' && process.platform !== 'win32' && (mode & BEYOND_OWNER) !== 0) {
        return notice(
          `${path} can be entered by other users of the machine (mode ${(mode & 0o777).toString(8)}).`,
          `Run "chmod 700 ${path}" where they are not meant to read sessions and keys' hashes.`,
        );
      }
    }
    return fine(`${path} can be read and written.`);
  },
};
