import { delimitedEntries, withDelimitedEntry } from './delimited-form.ts';
import { jsonEntries, withJsonEntry } from './json-form.ts';
import { markupEntries, withMarkupEntry } from './markup-form.ts';
import { isNothing } from './nothing.ts';
import type { Entry, PackStyle } from './pack-style.ts';
import { valueEntries, withValueEntry } from './value-form.ts';

/** What each form can do: take the entries out of a text, and put one more in. */
const FORMS: {
  readonly [Form in PackStyle['form']]: {
    readonly entries: (text: string, style: PackStyle & { form: Form }) => readonly Entry[] | undefined;
    readonly withEntry: (
      text: string,
      style: PackStyle & { form: Form },
      entry: Entry,
      section: string | undefined,
    ) => string | undefined;
  };
} = {
  delimited: { entries: delimitedEntries, withEntry: withDelimitedEntry },
  json: { entries: jsonEntries, withEntry: withJsonEntry },
  markup: { entries: markupEntries, withEntry: withMarkupEntry },
  value: { entries: valueEntries, withEntry: withValueEntry },
};

/** The entries of a cell; undefined where it is in another form. */
export function entriesOf(text: string, style: PackStyle): readonly Entry[] | undefined {
  return (FORMS[style.form].entries as (text: string, style: PackStyle) => readonly Entry[] | undefined)(
    text,
    style,
  );
}

/**
 * The text of a cell with an entry more; undefined where that cannot be written, or not so that it is read back.
 *
 * @param section the section of the entry, in forms that have them
 */
export function withEntry(
  text: string,
  style: PackStyle,
  entry: Entry,
  section?: string,
): string | undefined {
  const write = FORMS[style.form].withEntry as (
    text: string,
    style: PackStyle,
    entry: Entry,
    section: string | undefined,
  ) => string | undefined;
  const written = write(text, style, entry, section);
  if (written === undefined) return undefined;
  const isRead = sameBut(entriesOf(text, style) ?? [], entriesOf(written, style) ?? [], entry);
  return isRead ? written : undefined;
}

/** Whether the later entries are the earlier ones and this one. */
function sameBut(earlier: readonly Entry[], later: readonly Entry[], added: Entry): boolean {
  const filled = (entries: readonly Entry[]) =>
    entries.flatMap(({ key, value }) => (isNothing(value) ? [] : [`${key}\n${value}`])).sort();
  const expected = filled([...earlier, added]);
  const found = filled(later);
  return expected.length === found.length && expected.every((each, at) => each === found[at]);
}

export type { Entry, PackStyle } from './pack-style.ts';
