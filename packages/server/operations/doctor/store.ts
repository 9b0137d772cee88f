import { InvalidInput, UnusableStore } from '../../errors.ts';
import { examineStore } from '../../storage/index.ts';
import { type Check, fine, notice, problem } from './check.ts';

export const store: Check = {
  name: 'store',
  async run({ folder }) {
    try {
      const { schema, pages, isOlder } = await examineStore(folder);
      if (isOlder) {
        return notice(
          `Its ${pages} pages are sound; its schema ${schema} is of an older release.`,
          'Back it up, then start the service: it migrates the store.',
        );
      }
      return fine(
        `Its ${pages} pages are sound, its indexes agree with its tables, its schema is ${schema}.`,
      );
    } catch (error) {
      if (error instanceof InvalidInput)
        return notice(error.message, 'Begin with "decidable orgs create NAME".');
      if (!(error instanceof UnusableStore)) throw error;
      return problem(error.message);
    }
  },
};
