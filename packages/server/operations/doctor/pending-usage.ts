import { readFile } from 'node:fs/promises';
import { pendingUsagePath } from '../../storage/index.ts';
import { type Check, fine, notice } from './check.ts';

export const pendingUsage: Check = {
  name: 'pending usage',
  async run({ folder }) {
    let text: string;
    try {
      text = await readFile(pendingUsagePath(folder), 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
        return fine('No request waits to be counted.');
      throw error;
    }
    const lines = text.split('\n').length - 1;
    if (lines === 0) return fine('No request waits to be counted.');
    return notice(
      `${lines} answered requests wait to be counted.`,
      'Start the service, or look why its store takes no writes.',
    );
  },
};
