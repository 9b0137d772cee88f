export { CatalogueError } from './catalogue-error.ts';
export { interpret, interpretTogether } from './columns/interpreter.ts';
export { isRecordable } from './columns/recordability.ts';
export { ROLES } from './columns/role-names.ts';
export { type RoleOverrides, recogniseRoles } from './columns/role-recognition.ts';
export { isAffirmed, isDenied } from './columns/type-inference.ts';
export { writeCsv } from './csv/csv-writer.ts';
export { readTable } from './csv/table-reader.ts';
export type * from './types.ts';
