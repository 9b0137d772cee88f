import { shelfExpert } from './column-expert.ts';

/** Products of the categories that were named or looked at, and of those that shoppers go to from there. */
export const category = shelfExpert('category', (index) => index.category);
