import { Exposure, useRanking, useSuggestions } from '@decidable/react';
import { useState } from 'react';

export interface Product {
  readonly id: string;
  readonly name: string;
  readonly price: number;
}

/** A category page: the shop's own order on the server, the visitor's in the browser. */
export function Shelf({ category, products }: { category: string; products: readonly Product[] }) {
  const { items, decisionId, pending, reason } = useRanking(products, {
    signals: [{ type: 'category_view', value: category }],
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

export function Search() {
  const [query, setQuery] = useState('');
  const { suggestions } = useSuggestions(query, { limit: 5 });
  return (
    <search>
      <input
        aria-label="Search"
        list="suggestions"
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
      <datalist id="suggestions">
        {suggestions.map((suggestion) => (
          <option key={suggestion.query} value={suggestion.query} />
        ))}
      </datalist>
    </search>
  );
}
