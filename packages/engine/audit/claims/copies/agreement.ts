import type { Attribute } from '../../../catalogue/types.ts';
import { COPY_STANDARD_ERRORS } from '../../constants.ts';

/** Number of products that have both columns recorded, and the share of them with equal values. */
export interface Agreement {
  readonly compared: number;
  readonly share: number;
}

/** Cells that repeat what the export says elsewhere. */
export interface Copy {
  readonly message: string;
  /** Share of the new cells that are not copied, 0 to 1. */
  readonly believed: number;
}

/** Whether the new cells agree with a column significantly more often than the recorded cells do. */
export function exceedsEarlier(now: Agreement, earlier: Agreement): boolean {
  const error = Math.sqrt((earlier.share * (1 - earlier.share) + 0.25 / now.compared) / now.compared);
  return now.share - earlier.share >= Math.max(0.2, COPY_STANDARD_ERRORS * error);
}

export function recordedProducts({ cell }: Attribute): number[] {
  const products: number[] = [];
  for (let product = 0; product < cell.length; product++) if (cell[product] >= 0) products.push(product);
  return products;
}
