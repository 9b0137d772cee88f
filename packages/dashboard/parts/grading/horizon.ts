/** Long enough for every repair to pay: the report shows what changes with fewer sessions. */
export const HORIZON = 1e9;
