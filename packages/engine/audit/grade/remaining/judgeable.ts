import { figure } from '../../../catalogue/figures.ts';
import type { Attribute } from '../../../catalogue/types.ts';
import { countByCell } from '../../../primitives/cell-counts.ts';
import {
  FEWEST_GRADED,
  FEWEST_UNREAD,
  FOLDED_COLUMNS,
  FOLDED_WIDTH,
  QUESTIONS_ASKED,
  UNREAD_PER_QUESTION,
} from '../../constants.ts';

export interface GradeReason {
  readonly code: string;
  readonly message: string;
}

/**
 * Why a catalogue gets no grade: it holds too little, or was not read as what it is. Undefined where it can be graded.
 *
 * @param asked attributes that are questions
 * @param judged those of which enough is recorded to judge them
 */
export function whyUnjudged(
  products: number,
  attributes: readonly Attribute[],
  asked: number,
  judged: number,
): GradeReason | undefined {
  if (products === 0)
    return {
      code: 'no_products',
      message: 'There are no products: this export has a header row and nothing below it.',
    };
  if (asked === 0)
    return {
      code: 'no_questions',
      message: 'No column of this export is one that a shopper could be asked about.',
    };
  if (judged === 0)
    return { code: 'nothing_recorded', message: 'No attribute has enough recorded to decide anything.' };
  if (products < FEWEST_GRADED)
    return {
      code: 'too_few_products',
      message: `There ${products === 1 ? 'is only one product' : `are only ${products} products`}; with fewer than ${FEWEST_GRADED} there is nothing to narrow down, so there is no grade.`,
    };
  if (areFolded(attributes))
    return {
      code: 'folded_products',
      message:
        `Most columns hold several values of one product: rows of different products seem to share an id, so that they were read as ${figure(products)} products. ` +
        'There is no grade. Choose the column that is different for each product as the id.',
    };
  if (judged < QUESTIONS_ASKED)
    return {
      code: 'too_few_questions',
      message: `A shopper asks ${QUESTIONS_ASKED} questions, and of only ${judged} ${judged === 1 ? 'attribute' : 'attributes'} enough is recorded to judge; so there is no grade.`,
    };
  const unread = attributes.filter(
    ({ notQuestion, values }) =>
      (notQuestion === 'text' || notQuestion === 'identifier') && values.length > 1,
  ).length;
  if (unread >= FEWEST_UNREAD && unread > UNREAD_PER_QUESTION * judged)
    return {
      code: 'mostly_texts',
      message:
        `${unread} columns are running text or different for each product, and only ${judged} can be asked about: ` +
        'the facts of this export seem to stand in its texts, so there is no grade.',
    };
  return undefined;
}

/** Whether rows of different products were folded into one: then most columns hold several values of a product. */
function areFolded(attributes: readonly Attribute[]): boolean {
  const widths = attributes.flatMap(({ cell, cells, values }) => {
    if (values.length < 2) return [];
    // Without counting: a column of single values is one value wide.
    if (cells.every((held) => held.length === 1)) return cell.some((index) => index >= 0) ? [1] : [];
    const held = countByCell(cell, cells.length);
    let recorded = 0;
    let several = 0;
    for (let index = 0; index < cells.length; index++) {
      recorded += held[index];
      several += held[index] * cells[index].length;
    }
    return recorded === 0 ? [] : [several / recorded];
  });
  const folded = widths.filter((width) => width >= FOLDED_WIDTH).length;
  return folded > FOLDED_COLUMNS * widths.length;
}
