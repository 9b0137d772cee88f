import { fold } from '../columns/text-folding.ts';
import { isAffirmed, isDenied } from '../columns/type-inference.ts';
import type { Attribute, Value } from '../types.ts';

/** Signs by which a fact is ticked. */
const TICK = /^[x×✓✔☑✅•●]\ufe0f?$/iu;

/**
 * Whether a value of a column says that a fact holds: in a word for yes, by a tick, or by the name of the fact ("vegan" of
 * the column Vegan). A one may be a count, unless the column is known to say yes and no.
 */
export function saysYes({ name, kind }: Pick<Attribute, 'name' | 'kind'>, label: string): boolean {
  if (kind === 'boolean') return isAffirmed(label);
  if (kind === 'number' || /^\d+$/u.test(label.trim())) return false;
  return isAffirmed(label) || TICK.test(label.trim()) || fold(label) === fold(name);
}

/** What an attribute says that only ever says yes, so that its empty cells may mean no; undefined of all others. */
export function onlyYes(attribute: Attribute): string | undefined {
  const { cells, values } = attribute;
  if (cells.length !== 1 || values.length !== 1) return undefined;
  return saysYes(attribute, values[0].label) ? values[0].label : undefined;
}

/** An attribute of which empty cells mean no; undefined where it says more than yes and no. */
export function withEmptyAsNo(attribute: Attribute): Attribute | undefined {
  const { values, cells, cell } = attribute;
  const isNo = ({ label }: Value) => isDenied(label);
  if (!values.every((value) => saysYes(attribute, value.label) || isNo(value))) return undefined;
  const said = values.findIndex(isNo);
  const no = said < 0 ? values.length : said;
  const known = cells.findIndex((own) => own.length === 1 && own[0] === no);
  const place = known < 0 ? cells.length : known;
  return {
    ...attribute,
    values: said < 0 ? [...values, { label: 'no' }] : values,
    cells: known < 0 ? [...cells, [no]] : cells,
    cell: cell.map((own) => (own < 0 ? place : own)),
  };
}
