import { shelfExpert } from './column-expert.ts';

/** Products of the brands that were named or looked at. */
export const brand = shelfExpert('brand', (index) => index.brand);
