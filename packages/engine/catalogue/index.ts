export { interpret, interpretTogether } from './interpreting.ts';
export { readTable } from './reading.ts';
export { isAffirmed, isDenied } from './readings.ts';
export { ROLES } from './role-names.ts';
export { type RoleOverrides, recogniseRoles } from './roles.ts';
export type * from './types.ts';
export { CatalogueError } from './types.ts';
export { writeCsv } from './writing.ts';
