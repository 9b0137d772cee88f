export { interpret, interpretTogether } from './interpreting.ts';
export { type ReadingOptions, readTable } from './reading.ts';
export { ROLES, type Role, type RoleOverrides, type Roles, recogniseRoles } from './roles.ts';
export type * from './types.ts';
export { CatalogueError } from './types.ts';
export { type CsvCell, writeCsv } from './writing.ts';
