const NAMES = ['Lamp', 'Chair', 'Rug'];

/** What the shop sells, in its own order: as from its database. */
export const products = Array.from({ length: 30 }, (_, i) => {
  const name = NAMES[i % NAMES.length];
  return {
    id: `p${String(i + 1).padStart(2, '0')}`,
    name: `${name} ${i + 1}`,
    category: name.toLowerCase(),
    price: 10 + i * 5,
  };
});

export const categories = NAMES.map((name) => name.toLowerCase());
