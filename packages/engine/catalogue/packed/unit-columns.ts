import { phrasesIn } from '../../languages/index.ts';
import { wordsOf } from '../columns/header-names.ts';
import { DistinctTexts } from '../csv/distinct-texts.ts';
import { ROW_JOINER } from '../csv/row-joiner.ts';
import { unitOf } from '../numbers/units.ts';
import type { RawColumn, Table } from '../types.ts';

/** The most distinct units of a column, and the characters of one; set by hand. */
const MOST_UNITS = 20;
const LONGEST_UNIT = 24;
/** Of the texts beside a column of units those that are numbers. */
const NUMBERS = 0.9;

const UNITS = phrasesIn(({ headers }) => headers?.pairs?.units);
const VALUES = phrasesIn(({ headers }) => headers?.pairs?.values);
const UNIT_BEHIND = new RegExp(`^(.+?) (?:${UNITS})$`, 'u');
const UNIT_BEFORE = new RegExp(`^(?:${UNITS})(?: (?:of|for|de|di|da|von|der|des|du))? (.+)$`, 'u');
const VALUE_BEHIND = new RegExp(` (?:${VALUES}|amount)$`, 'u');

const NUMBER = /^[-+]?\d[\d.,' \u00a0\u202f]*$/;

/**
 * Gives the numbers of a column the units that another column holds: `weight` beside `weight-unit`, `mileage.value` beside
 * `mileage.unit`. Recognised by their names and by what they hold; the column of units is left out.
 */
export function withUnits(table: Table): Table {
  const pairs = new Map<RawColumn, RawColumn>();
  const units = table.columns.filter(holdsUnits);
  if (units.length === 0) return table;
  const numbers = new Map(
    table.columns
      .filter((column) => column.writtenIn === undefined && !units.includes(column))
      .map((column) => [stemOf(column), column]),
  );
  for (const unit of units) {
    const value = numbers.get(unitStemOf(unit));
    if (value !== undefined && !pairs.has(value) && holdsNumbers(value)) pairs.set(value, unit);
  }
  if (pairs.size === 0) return table;
  const used = new Set(pairs.values());
  const columns = table.columns.flatMap((column) => {
    const unit = pairs.get(column);
    if (unit !== undefined) return [measured(column, unit)];
    return used.has(column) ? [] : [column];
  });
  return { ...table, columns };
}

const stemOf = ({ name }: RawColumn): string => wordsOf(name).replace(VALUE_BEHIND, '');

/** What a column of units measures: by its name, or, where all that it holds are units, by the beginning of its name. */
function unitStemOf({ name }: RawColumn): string {
  const words = wordsOf(name);
  return (UNIT_BEHIND.exec(words) ?? UNIT_BEFORE.exec(words))?.[1] ?? words.replace(/ \S+$/, '');
}

function holdsUnits({ name, texts, writtenIn }: RawColumn): boolean {
  if (writtenIn !== undefined || texts.length === 0 || texts.length > MOST_UNITS) return false;
  const words = wordsOf(name);
  const isNamed = UNIT_BEHIND.test(words) || UNIT_BEFORE.test(words);
  return texts.every((text) =>
    text
      .split(ROW_JOINER)
      .every(
        (part) =>
          part.length <= LONGEST_UNIT && !/\d/.test(part) && (isNamed || unitOf(part)?.known === true),
      ),
  );
}

function holdsNumbers({ texts }: RawColumn): boolean {
  const parts = texts.flatMap((text) => text.split(ROW_JOINER));
  return parts.length > 0 && parts.filter((part) => NUMBER.test(part)).length >= NUMBERS * parts.length;
}

/** The numbers with their units. Where the rows of a product have several units, its numbers stay as they are. */
function measured(value: RawColumn, unit: RawColumn): RawColumn {
  const texts = new DistinctTexts();
  const uses = new Int32Array(unit.texts.length);
  const cell = value.cell.map((text, product) => {
    if (text < 0) return -1;
    const own = unit.texts[unit.cell[product]];
    if (own === undefined || own.includes(ROW_JOINER)) return texts.number(value.texts[text]);
    uses[unit.cell[product]]++;
    const parts = value.texts[text].split(ROW_JOINER);
    return texts.number(parts.map((part) => (NUMBER.test(part) ? `${part} ${own}` : part)).join(ROW_JOINER));
  });
  const usual = unit.texts
    .map((text, at) => ({ text, count: uses[at] }))
    .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))[0];
  return {
    ...value,
    cell,
    texts: texts.finished(),
    writtenIn: {
      columns: [value.name],
      usual: value.name,
      slotOf: new Uint16Array(cell.length),
      units: {
        column: unit.name,
        usual: usual.text,
        all: unit.texts.filter((text) => !text.includes(ROW_JOINER)),
      },
    },
  };
}
