import { type Config, init } from '@decidable/sdk';
import { useEffect, useState } from 'react';
import { Category, type Product, Search } from './shelf.tsx';

export interface ShopProps {
  readonly config: Config;
  /** The products of each category, in the shop's own order. */
  readonly categories: Readonly<Record<string, readonly Product[]>>;
}

export function Shop({ config, categories }: ShopProps) {
  const names = Object.keys(categories);
  const [category, setCategory] = useState<string | undefined>(names[0]);
  useEffect(() => {
    void init(config);
  }, [config]);
  return (
    <>
      <Search />
      <nav>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === category}
            onClick={() => setCategory(name === category ? undefined : name)}
          >
            {name}
          </button>
        ))}
      </nav>
      {category !== undefined && <Category category={category} products={categories[category]!} />}
    </>
  );
}
