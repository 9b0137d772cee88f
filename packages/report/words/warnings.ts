import type { Warning } from '@decidable/engine/catalogue';
import { counted } from './wording.ts';

/** Where a message is read: what to do about it has another form in each. */
export type Surface = 'command line' | 'report' | 'catalogue';

interface Coded {
  readonly code: string;
  readonly message: string;
}

const ROLE: Readonly<Record<Surface, string>> = {
  'command line': 'Give it with --role ROLE=COLUMN, or --role ROLE= where there is none.',
  report: 'Choose it on the page Catalogue, under Columns.',
  catalogue: 'Choose it in the table of columns, or “none” where there is none.',
};

/** How a choice is made that a message asks for, by its code. */
const REMEDIES: Readonly<Record<string, Readonly<Record<Surface, string>>>> = {
  folded_products: {
    'command line': 'Give it with --id COLUMN.',
    report: 'Choose “Grade again”, and the column of product ids there.',
    catalogue: 'Export the catalogue with that column first.',
  },
  numbers_as_names: {
    'command line': 'Give it with --kind COLUMN=number.',
    report: 'Choose “Grade again”, and how the column is read there.',
    catalogue: 'Choose it in the table of columns.',
  },
  role_column_gone: ROLE,
  no_price: ROLE,
  no_category: ROLE,
};

/** A message with what to do about it where it is read. */
export const withRemedy = ({ code, message }: Coded, surface: Surface): string => {
  const remedy = REMEDIES[code]?.[surface];
  return remedy === undefined ? message : `${message} ${remedy}`;
};

/** Messages of one kind that are shown unless all are asked for. Set by hand. */
const SHOWN = 3;

/** What is worth knowing, said once, with the files that it is said of. */
export interface Notice {
  readonly files: readonly string[];
  readonly message: string;
}

/** Messages about both exports, whatever field of the request they stand at. */
const OF_BOTH: ReadonlySet<string> = new Set(['ids_changed']);

/**
 * Each message once: where both files of a comparison have it, it names both. Messages of one kind stand together, and
 * beyond the first few they are counted.
 *
 * @param surface where they are read, with options of the command line or with what the dashboard has instead
 * @param files the names by the `field` of a warning, as `before` and `after`; a name that belongs to any other field
 * stands under the empty text
 */
export function notices(
  warnings: readonly Warning[],
  files: Readonly<Record<string, string>>,
  all = false,
  surface: Surface = 'command line',
): Notice[] {
  // The headline of a comparison says it.
  const others = warnings.filter(({ code }) => code !== 'no_products');
  const kinds = Map.groupBy(others, ({ code }) => code);
  return [...kinds.values()].flatMap((ofKind) => {
    const byMessage = Map.groupBy(ofKind, (warning) => withRemedy(warning, surface));
    const said = [...byMessage].map(([message, same]): Notice => {
      const names = same.map(({ code, field = '' }) =>
        OF_BOTH.has(code) ? undefined : (files[field] ?? files['']),
      );
      return { files: [...new Set(names.filter((name) => name !== undefined))], message };
    });
    // One more line would say no less than the count of one.
    if (all || said.length <= SHOWN + 1) return said;
    const rest = said.slice(SHOWN);
    return [
      ...said.slice(0, SHOWN),
      {
        files: [...new Set(rest.flatMap((notice) => notice.files))],
        message: `${counted(rest.length, 'more message')} of this kind (--all shows each).`,
      },
    ];
  });
}
