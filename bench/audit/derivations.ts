import { readFileSync } from 'node:fs';
import { audit, repairSheet } from '@decidable/engine/audit';
import { interpret, isRecordable, readTable } from '@decidable/engine/catalogue';
import { nameOf } from './catalogues.ts';
import { chance } from './chance.ts';
import { type Hiding, hiddenProducts } from './repairs/blankings.ts';
import { sampled, textIn, withTexts } from './repairs/tables.ts';

// Cells of every column are hidden, and what the repair sheet suggests for them is compared with what they said.

/** Suggestions for the hidden cells of one column. */
export interface Suggested {
  readonly file: string;
  readonly column: string;
  readonly hiding: Hiding;
  readonly hidden: number;
  readonly suggested: number;
  readonly right: number;
}

/** Products of a file that are tried. */
const PRODUCTS = 3_000;

/** @param seed which cells are hidden, and by which groups */
export function derivations(file: string, seed = 1): Suggested[] {
  const table = sampled(readTable(readFileSync(file)), PRODUCTS);
  const { attributes } = interpret(table);
  return (['at random', 'tied'] as const).flatMap((hiding) => {
    const hiddenOf = new Map<number, ReadonlySet<number>>();
    let blanked = table;
    attributes.forEach((attribute, column) => {
      if (!isRecordable(attribute)) return;
      const hidden = hiddenProducts(table, attributes, column, hiding, chance(seed * 7919 + column));
      if (hidden === undefined) return;
      hiddenOf.set(column, new Set(hidden));
      blanked = withTexts(blanked, column, new Map(hidden.map((product) => [product, undefined])));
    });
    const catalogue = interpret(blanked);
    const { questions, rows } = repairSheet(catalogue, audit(catalogue), { rows: Number.POSITIVE_INFINITY });
    const columnOf = new Map(table.columns.map(({ name }, column) => [name, column]));
    const productOf = new Map(table.ids.map((id, product) => [id, product]));
    const found = new Map<number, { suggested: number; right: number }>();
    for (const { id, question, suggestion } of rows) {
      const column = columnOf.get(questions[question].attribute);
      const product = productOf.get(id);
      if (suggestion === '' || column === undefined || product === undefined) continue;
      if (hiddenOf.get(column)?.has(product) !== true) continue;
      const sum = found.get(column) ?? { suggested: 0, right: 0 };
      sum.suggested++;
      if (isSame(textIn(table, column, product) ?? '', suggestion)) sum.right++;
      found.set(column, sum);
    }
    return [...found].map(([column, sum]) => ({
      file: nameOf(file),
      column: table.columns[column].name,
      hiding,
      hidden: hiddenOf.get(column)!.size,
      ...sum,
    }));
  });
}

function isSame(text: string, suggestion: string): boolean {
  // In any order, and each once: the values of a list have none, and variants of a product repeat them.
  const folded = (of: string) =>
    [...new Set(of.toLowerCase().match(/[\p{L}\p{N}.]+/gu) ?? [])].sort().join(' ');
  const [left, right] = [folded(text), folded(suggestion)];
  return left === right || (left !== '' && Number(left) === Number(right));
}

/** Precision by column, the worst first, and overall. */
export function derivationTable(all: readonly Suggested[]): string {
  const percent = ({ suggested, right }: Pick<Suggested, 'suggested' | 'right'>) =>
    `${((100 * right) / Math.max(1, suggested)).toFixed(1)} %`.padStart(8);
  const sum = (of: readonly Suggested[]) => ({
    suggested: of.reduce((count, each) => count + each.suggested, 0),
    right: of.reduce((count, each) => count + each.right, 0),
  });
  const share = ({ suggested, right }: Suggested) => right / suggested;
  const lines = ['Suggestions of the repair sheet for hidden cells, by column:'];
  for (const each of [...all].sort((left, right) => share(left) - share(right)))
    lines.push(
      `${percent(each)} of ${`${each.suggested}`.padStart(5)} (${each.hidden} hidden ${each.hiding})  ${each.file}: ${each.column}`,
    );
  for (const [hiding, own] of Map.groupBy(all, (each) => each.hiding)) {
    const below = own.filter((each) => share(each) < 0.95).length;
    lines.push(
      `${hiding}: ${percent(sum(own)).trim()} of ${sum(own).suggested} right; ${below} of ${own.length} columns below 95 %`,
    );
  }
  return lines.join('\n');
}
