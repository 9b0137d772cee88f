import { requireSqlite } from '../../storage/index.ts';
import { type Check, fine, problem } from './check.ts';

export const versions: Check = {
  name: 'versions',
  run() {
    const found = `Node.js ${process.versions.node} with SQLite ${process.versions.sqlite}`;
    try {
      requireSqlite();
      return fine(`${found}.`);
    } catch (error) {
      return problem(
        `${found}: ${error instanceof Error ? error.message : error}`,
        'Run "npm ci", or install a newer Node.js.',
      );
    }
  },
};
