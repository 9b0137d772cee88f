import { audit } from '@decidable/engine/audit';
import { interpret } from '@decidable/engine/catalogue';
import { toCanonical } from '../../../packages/engine/audit/canonical-order.ts';
import { titlesOf } from '../../../packages/engine/audit/display/titles.ts';
import { recognisedShelves } from '../../../packages/engine/catalogue/shelves/recognised-shelves.ts';
import { isWithin, SHELVES } from '../../../packages/engine/catalogue/shelves/shelves.ts';
import { type LabelledFile, readLabelled } from '../labels/labelled-files.ts';
import { type LeftOnShelf, leftOnShelves } from './left-on-shelves.ts';
import labels from './shelf-labels.json' with { type: 'json' };
import { bitsOfFile, type FileBits } from './usual-bits.ts';

/** How the shelves of a file are recognised, and what is said of them. */
export interface ShelfShares {
  readonly file: string;
  readonly heldOut: boolean;
  /** Products with a label: those whose shelf is right, of which some are named by a wider shelf; wrong; unknown. */
  readonly right: number;
  readonly wide: number;
  readonly unknown: number;
  readonly wrong: readonly string[];
  /** Share of all products whose shelf is recognised. */
  readonly recognised: number;
  /** Whether the shelf of most of its products is right. */
  readonly isRight: boolean;
  readonly grade: string | null;
  /** Whether a shelf is told with what it lacks. */
  readonly isTold: boolean;
  readonly bits: FileBits;
  readonly left: readonly LeftOnShelf[];
}

/** By file the shelves of its first products in canonical order, read by hand; null where no known shelf has it. */
const LABELS: Readonly<Record<string, readonly (string | null)[]>> = labels;

/** Grades a labelled file, and judges the shelves that are recognised. Undefined where its shelves have no labels. */
export function shelfShares(file: LabelledFile): ShelfShares | undefined {
  const labelled = LABELS[file.name];
  if (labelled === undefined) return undefined;
  const catalogue = interpret(readLabelled(file).table);
  const shop = toCanonical(catalogue);
  const titles = titlesOf(catalogue);
  const { shelfOf } = recognisedShelves(
    shop,
    shop.attributes.find(({ name }) => name === titles?.column),
  );
  let right = 0;
  let wide = 0;
  let unknown = 0;
  const wrong: string[] = [];
  labelled.forEach((label, product) => {
    const told = shelfOf[product];
    const truth = SHELVES.findIndex(({ id }) => id === label);
    if (told < 0) {
      if (label === null) right++;
      else unknown++;
    } else if (truth >= 0 && (isWithin(truth, told) || isWithin(told, truth))) {
      right++;
      if (told !== truth) wide++;
    } else wrong.push(`${SHELVES[told].id} for ${label}`);
  });
  const result = audit(catalogue);
  return {
    file: file.name,
    heldOut: file.heldOut,
    right,
    wide,
    unknown,
    wrong,
    recognised: shelfOf.filter((shelf) => shelf >= 0).length / Math.max(1, shelfOf.length),
    isRight: 2 * right > labelled.length,
    grade: result.grade,
    isTold: result.knownShelves?.values.some(({ lacks }) => lacks.length > 0) === true,
    bits: bitsOfFile(result),
    left: leftOnShelves(shop.attributes, shelfOf),
  };
}
