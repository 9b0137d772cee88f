/**
 * A statement of the repositories as SQLite has it: parameters by `?`, lists by `json_each`, no casts, as values have types
 * of their own, and no `FOR UPDATE`, as there is one writer.
 */
export const sqliteText = (text: string): string =>
  text
    .replaceAll(/::[a-z]+/gu, '')
    .replaceAll('$', '?')
    .replaceAll(/json_array_elements(?:_text)?\(/gu, 'json_each(')
    .replace(/\s+FOR UPDATE$/u, '');
