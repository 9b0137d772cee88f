import { columnExpert } from './column-expert.ts';

/** Products of the brands that the session stated or viewed. */
export const brand = columnExpert(
  { name: 'brand', factor: 'brand', share: 0.01, statedShare: 0.08 },
  (index) => index.brand,
);
