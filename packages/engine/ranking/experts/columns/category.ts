import { columnExpert } from './column-expert.ts';

/**
 * Products of the categories that the session stated or viewed, and of the categories that shoppers go to from there.
 */
export const category = columnExpert(
  { name: 'category', factor: 'category', share: 0.03, statedShare: 0.36 },
  (index) => index.category,
);
