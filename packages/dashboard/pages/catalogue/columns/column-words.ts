import type { ColumnChoices } from '@decidable/contract/management';

export type Kind = NonNullable<ColumnChoices['kinds']>[string];

interface Words {
  readonly label: string;
  readonly about: string;
}

/** What a column is for ranking; one column at most plays each. */
export const roleWords: Readonly<Record<string, Words>> = {
  title: { label: 'Title', about: 'The name of the product: searches look here first.' },
  category: { label: 'Category', about: 'What kind of product it is: category pages and views use it.' },
  brand: { label: 'Brand', about: 'Who makes it: brand views and searches by brand use it.' },
  price: { label: 'Price', about: 'What it costs: price filters and orders by price use it.' },
  salePrice: { label: 'Sale price', about: 'What is paid where it is lower than the price.' },
  image: { label: 'Picture', about: 'The address of its picture: suggestions show it.' },
  url: { label: 'Link', about: 'The address of its page: suggestions lead to it.' },
  availability: { label: 'Availability', about: 'Whether it can be bought: what cannot goes to the end.' },
};

/** Any other column that a shopper could be asked about. */
export const ATTRIBUTE: Words = {
  label: 'Attribute',
  about: 'A property that shoppers compare: filters, searches and what they look at use it.',
};

/** A column that nobody asks for. */
export const UNUSED: Words = {
  label: 'Not used',
  about: 'Nobody chooses a product by it, or no shopper may see it: no ranking uses it.',
};

export const kindWords: Readonly<Record<Kind, Words>> = {
  category: { label: 'Names', about: 'One of a few values, such as a colour.' },
  number: { label: 'Numbers', about: 'A quantity: 2 is nearer to 3 than to 300. Units are read.' },
  date: { label: 'Dates', about: 'A day or a time.' },
  boolean: { label: 'Yes or no', about: 'Yes or no, true or false, 1 or 0.' },
  list: { label: 'Lists', about: 'Several values in one cell, such as "red, blue".' },
  text: { label: 'Text', about: 'Sentences: words are searched, values are not compared.' },
  identifier: { label: 'Identifiers', about: 'A number or code of its own for each product.' },
};

export const kindLabel = (kind: string): string => kindWords[kind as Kind]?.label ?? kind;

/** Why no shopper sees a column; completes "private: it …". */
export const privateWords: Readonly<Record<string, string>> = {
  cost: 'says what the shop pays',
  margin: 'says what the shop earns',
  supplier: 'says from whom the shop buys',
  internal: 'is for the shop itself',
  owner: 'was made private',
};
