import type { ComponentPropsWithoutRef, ReactElement, ReactNode } from 'react';
import { Exposure } from './exposure.ts';
import { type RankingOptions, useRanking } from './use-ranking.ts';

interface OwnProps<P> extends RankingOptions {
  /** The products in the page's own order; undefined while they are loaded. */
  readonly products: readonly P[] | undefined;
  /** What stands in the list for a product at a position, from 1. */
  readonly children: (product: P, position: number) => ReactNode;
}

export type ShelfProps<P> = OwnProps<P> & Omit<ComponentPropsWithoutRef<'ol'>, keyof OwnProps<P>>;

/**
 * A list of the given products in the visitor's order, of which each is recorded as seen. `data-state` is `waiting`,
 * `ranked` or `fallback`.
 */
export function Shelf<P extends { readonly id: string }>({
  products,
  children,
  signals,
  query,
  limit,
  explain,
  ...props
}: ShelfProps<P>): ReactElement {
  const { items, decisionId, pending, reason } = useRanking(products, {
    ...(signals && { signals }),
    ...(query !== undefined && { query }),
    ...(limit !== undefined && { limit }),
    ...(explain !== undefined && { explain }),
  });
  const state = pending ? 'waiting' : reason === undefined ? 'ranked' : 'fallback';
  return (
    <ol {...props} data-state={state}>
      {items.map((product, index) => (
        <Exposure
          as="li"
          key={product.id}
          decisionId={decisionId}
          item={product.id}
          position={index + 1}
          data-decidable-id={product.id}
        >
          {children(product, index + 1)}
        </Exposure>
      ))}
    </ol>
  );
}
