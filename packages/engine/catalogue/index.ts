export { nearestName } from '../primitives/nearest-name.ts';
export { CatalogueError } from './catalogue-error.ts';
export { conceptsOf, headerWords, optionConceptOf } from './columns/header-names.ts';
export { interpret } from './columns/interpreter.ts';
export {
  type PrivacyChoices,
  type PrivateColumn,
  type PrivateReason,
  privateColumns,
  withChoices,
  withoutPrivateColumns,
} from './columns/private-columns.ts';
export { isRecordable } from './columns/recordability.ts';
export { ROLES } from './columns/role-names.ts';
export { type RoleOverrides, recogniseRoles } from './columns/role-recognition.ts';
export { isAffirmed, isDenied } from './columns/type-inference.ts';
export { writeCsv } from './csv/csv-writer.ts';
export { decode } from './csv/encoding.ts';
export { refuseEndlessLine } from './csv/endless-line.ts';
export { rowLengthOf } from './csv/parse-rows.ts';
export { isBlank, shortened } from './csv/parsed-file.ts';
export { ROW_JOINER } from './csv/row-joiner.ts';
export { type Rows, readRows, rowTooLong } from './csv/row-reader.ts';
export {
  idsOf,
  type ReadIds,
  type ReadingOptions,
  readSecondTable,
  readTable,
  rowsOf,
} from './csv/table-reader.ts';
export { type EditingOptions, editCsv } from './editing/edit-csv.ts';
export { editText, type FileEncoding } from './editing/file-encoding.ts';
export {
  CHOSEN_KINDS,
  type ChosenKind,
  chosenKind,
  KIND_WARNINGS,
  type KindChoices,
  refuseUnknownColumns,
} from './kinds/kind-choices.ts';
export { type CellEdit, Folding, type FoldOutcome } from './packed/folding.ts';
export { flatten, isNamed, TEXT_KEY, textOf } from './records/flatten.ts';
export { CodedRows } from './rows/coded-rows.ts';
export { columnKey } from './rows/column-key.ts';
export { emptyFile } from './rows/empty-file.ts';
export type { ExportRows, Grid, Place } from './rows/export-rows.ts';
export { headedRows } from './rows/headed-rows.ts';
export { isTitleOfProducts } from './rows/ids/id-names.ts';
export {
  cellTooLong,
  type TableLimits,
  tooManyCells,
  tooManyColumns,
  tooManyRows,
  withinCells,
} from './rows/table-limits.ts';
export { interpretTogether } from './sameness/interpret-together.ts';
export { lastLevel } from './texts/category-levels.ts';
export type * from './types.ts';
