import { isRecordable } from '../../catalogue/columns/recordability.ts';
import type { Attribute } from '../../catalogue/types.ts';
import { encode } from '../../information/encoding.ts';
import { isRecoding, usualCell } from '../../information/recoding.ts';
import { recordedCells } from '../../primitives/cell-counts.ts';

/**
 * Per attribute the fullest one that says the same, in other words or numbers; itself where none does. Such columns are one
 * fact: whoever knows one learns nothing from the other.
 *
 * @param versions per attribute its cells in one export, or in each of several; columns that say the same in one of them
 * are one fact in all
 * @param by the attribute that defines the segments, or -1: within them what says the same says nothing, and gets -1
 */
export function factsOf(versions: readonly (readonly Attribute[])[], by: number): number[] {
  const recorded = versions.map(([{ cell }]) => recordedCells(cell));
  const asked = [...versions.keys()]
    .filter((index) => isRecordable(versions[index][0]))
    .sort((left, right) => recorded[right] - recorded[left] || left - right);
  const columns = versions.map((own) =>
    isRecordable(own[0]) ? own.flatMap((version) => encode([version])) : [],
  );
  const facts = versions.map((_, index) => index);
  const firsts: number[] = [];
  for (const index of asked) {
    const usual = columns[index].map(usualCell);
    const said = firsts.find((first) =>
      columns[index].some((column, version) =>
        isRecoding(column, columns[first][version], asked.length, usual[version]),
      ),
    );
    if (said === undefined) firsts.push(index);
    else facts[index] = said;
  }
  return facts.map((fact, index) => (by >= 0 && index !== by && fact === facts[by] ? -1 : fact));
}
