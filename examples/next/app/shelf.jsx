'use client';
import { Exposure, useRanking } from '@decidable/react';

/** Products in the visitor's order: in the order given until the answer is there, and when none comes. */
export function Shelf({ products, category }) {
  const { items, decisionId, pending, reason } = useRanking(products, {
    signals: category ? [{ type: 'category_view', value: category }] : [],
  });
  return (
    <ol data-order={pending ? 'pending' : (reason ?? 'ranked')}>
      {items.map(({ id, name, price }, index) => (
        <Exposure
          as="li"
          key={id}
          decisionId={decisionId}
          item={id}
          position={index + 1}
          className="product"
          data-id={id}
        >
          {name} <b>{price} €</b>
        </Exposure>
      ))}
    </ol>
  );
}
