export { interpret, interpretTogether } from './interpreting.ts';
export { MAX_COLUMNS, MAX_WIRE_BYTES, readTable } from './reading.ts';
export type * from './types.ts';
export { CatalogueError } from './types.ts';
