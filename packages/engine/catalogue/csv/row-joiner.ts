/** Joins the texts of one product's rows in `RawColumn.texts`; no keyboard types it, so no cell contains it. */
export const ROW_JOINER = '\u001f';
