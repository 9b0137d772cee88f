import { Exposure, SearchBox, Shelf, useSearch } from '@decidable/react';
import { useState } from 'react';

export interface Product {
  readonly id: string;
  readonly name: string;
  readonly price: number;
}

/** A category page: the shop's own order on the server, the visitor's in the browser. */
export function Category({ category, products }: { category: string; products: readonly Product[] }) {
  return (
    <Shelf products={products} signals={[{ type: 'category_view', value: category }]}>
      {({ name, price }) => (
        <>
          {name} <b>{price} €</b>
        </>
      )}
    </Shelf>
  );
}

/** Search in the page. Without the service it has nothing: a shop with a search of its own gives the form an `action`. */
export function Search() {
  const [query, setQuery] = useState('');
  const { items, decisionId, found } = useSearch(query, { limit: 12, explain: false });
  return (
    <>
      <SearchBox label="Search" onSearch={setQuery} />
      {found !== undefined && <p role="status">{found} found</p>}
      <ul>
        {items.map(({ id, rank, attributes }) => (
          <Exposure as="li" key={id} decisionId={decisionId} item={id} position={rank}>
            {String(attributes?.name)}
          </Exposure>
        ))}
      </ul>
    </>
  );
}
