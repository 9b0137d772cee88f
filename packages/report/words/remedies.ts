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
