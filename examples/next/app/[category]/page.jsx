import { notFound } from 'next/navigation';
import { categories, products } from '../../products.js';
import { Shelf } from '../shelf.jsx';

export const generateStaticParams = () => categories.map((category) => ({ category }));

export default async function Category({ params }) {
  const { category } = await params;
  if (!categories.includes(category)) notFound();
  return (
    <main>
      <h1>{category}</h1>
      {/* The whole shop, in which the category comes first. */}
      <Shelf products={products} category={category} />
    </main>
  );
}
