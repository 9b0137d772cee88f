export type * from './types.ts';
export { CatalogueError } from './types.ts';
