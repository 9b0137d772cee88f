/** Products, texts or queries of others that are read between two yields: a millisecond or less, of long texts five. Set by hand. */
export const PER_STEP = 1_024;
